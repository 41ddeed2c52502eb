# SPDX-License-Identifier: MIT
"""Games of real engines over godotdump's relay, which captured them (pcaps/relayed). The truth is the relay's own log, and what
the games wrote that they sent."""

import collections
import csv
import gzip
import json
import os
import re
import subprocess
import unittest
from pathlib import Path

import harness
import relay_sides

FOLDER = harness.PCAPS / "relayed"
NAMES = sorted(str(path.relative_to(FOLDER))[: -len(".pcapng")] for path in FOLDER.glob("*/*_enet.pcapng"))
WEBSOCKETS = sorted(str(path.relative_to(FOLDER))[: -len(".pcapng")] for path in FOLDER.glob("*/*_websocket.pcapng"))
OUTCOMES = ("passed", "loss", "burst", "queue full", "no room in the relay", "player not proven", "sent")
ALL = ("-2", "-o", "godot.name_peers:FALSE")


def fields(name, *names, **options):
    return harness.fields(FOLDER / f"{name}.pcapng", names, *ALL, **options)


def log(name):
    with open(FOLDER / f"{name}.relay.csv", encoding="utf-8") as file:
        return {(row["player"], row["way"] == "up", row["number"]): row for row in csv.DictReader(file)}


def truth(name):
    with open(FOLDER / f"{name}.truth.jsonl", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def key(row):
    return row[0][0], row[1][0] in ("1", "True"), row[2][0]


def report(name, table):
    output = harness.run("-q", "-z", table, *ALL, capture=FOLDER / f"{name}.pcapng").stdout
    return output.decode()


WHO = ("godot.link.player", "godot.link.to_server", "godot.link.number")


class Relayed(unittest.TestCase):
    maxDiff = None

    def test_there_are_captures(self):
        self.assertEqual(len(NAMES), 5)
        self.assertEqual(len(WEBSOCKETS), 2)

    def test_every_fate_is_that_of_the_log(self):
        """None is missing, and none invented; nor is an other side."""
        seen = set()
        for name in NAMES:
            known = log(name)
            rows = fields(name, *WHO, "godot.link.fate", "godot.link.copy", "godot.link.other_in", "frame.number",
                          display_filter="godot.link")  # fmt: skip
            arrived = {key(row): row for row in rows if row[3] != ["6"]}
            self.assertEqual({each: OUTCOMES[int(row[3][0])] for each, row in arrived.items()},
                             {each: row["outcome"] for each, row in known.items()}, name)  # fmt: skip
            sent = collections.Counter(key(row) for row in rows if row[3] == ["6"])
            self.assertEqual(sent, {each: 1 + (row["twice_us"] != "0") for each, row in known.items() if row["outcome"] == "passed"})
            frames = {row[6][0]: row for row in rows}
            for row in rows:
                if row[5]:
                    self.assertEqual(key(frames[row[5][0]]), key(row))
                else:
                    self.assertIn(OUTCOMES[int(row[3][0])], OUTCOMES[1:-1], "what passes is on both sides")
            seen.update(row["outcome"] for row in known.values())
        self.assertLessEqual({"passed", "loss", "queue full"}, seen)

    def test_never_arrived_is_what_was_dropped(self):
        """Each unreliable message of a datagram that the relay dropped, at any time of the capture, and no other; the problem
        names the reason."""
        for name in NAMES:
            known = log(name)
            rows = fields(name, *WHO, "godot.link.fate", "enet.analysis.never_arrived", "enet.command", "enet.command.acknowledge",
                          "godot.expert.details", display_filter="enet")  # fmt: skip
            some = 0
            for row in rows:
                dropped = known[key(row)]["outcome"] not in ("passed",) and row[3] != ["6"]
                # Send unreliable, unsequenced, unreliable fragment.
                unreliable = sum(int(command) in (7, 9, 12) for command in row[5])
                self.assertEqual(len(row[4]), unreliable if dropped else 0, (name, key(row)))
                if row[4]:
                    some += 1
                    reason = known[key(row)]["outcome"]
                    self.assertTrue(any(f"makes the network worse: {reason}." in text for text in row[7]), row[7])
            self.assertGreater(some, 1, name)

    def test_the_other_side(self):
        """ENet's analysis and the relay name the same frame."""
        for name in NAMES:
            rows = fields(name, "godot.link.other_in", "enet.analysis.other_side_in", display_filter="enet.analysis.other_side_in")
            self.assertGreater(len(rows), 100)
            for other, shown in rows:
                self.assertEqual(other, shown, name)

    def test_no_call_counts_twice(self):
        """The profile counts each call that a game sent once for each receiver, lost ones included."""
        for name in ("godot-4.6/arena_enet", "godot-4.6/arena_websocket"):  # in limited_enet the throttle drops calls before they are sent
            sent = collections.Counter()
            for line in truth(name):
                if line["kind"] == "rpc":
                    sent[line["method"]] += len(line["targets"])
            table = report(name, "godot,profile,kinds")
            (line,) = [line.split() for line in table.splitlines() if line.startswith("Remote call")]
            self.assertEqual(int(line[2]), sum(sent.values()), name)

    def test_websocket(self):
        """The same messages are on both sides, in one order for each player and direction, and no segment looks wrong."""
        for name in WEBSOCKETS:
            self.assertEqual(fields(name, "tcp.analysis.flags", display_filter="tcp.analysis.flags"), [], name)
            sides = {"players": collections.defaultdict(list), "server": collections.defaultdict(list)}
            rows = fields(name, "frame.interface_name", "godot.link.player", "godot.link.to_server", "godot.link.delay_ms", "godot.command",
                          "websocket.payload_length", "websocket.payload_length_ext_16", display_filter="godot")  # fmt: skip
            for side, player, up, *_, commands, lengths, longer in rows:
                sides[side[0]][player[0], up[0]] += [*commands, *lengths, *longer]
            self.assertEqual(len(sides["players"]), 4, name)
            for way, at_players in sides["players"].items():
                came, went = at_players, sides["server"][way]
                if way[1] in ("0", "False"):
                    came, went = went, came
                self.assertEqual(came[: len(went)], went, (name, way))
                self.assertGreater(len(went), len(came) * 0.9, "only what the game's end cut off is missing")

    def test_netfox(self):
        """Each command that netfox sent came to the relay, but one at the end, and counts once in tables, also if it was dropped."""
        with gzip.open(FOLDER / "godot-4.6/netfox_enet.truth.jsonl.gz", "rt", encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        peers = {line["role"]: line["peer"] for line in lines if line["kind"] == "me"}
        players = [peer for peer in peers.values() if peer != 1]
        sent = collections.Counter()
        for line in lines:
            if line["kind"] == "cmd_send" and line["index"] < 10:  # the game's own commands are raw bytes
                for target in [line["peer"]] if line["peer"] else players:
                    sent[str(peers[line["role"]]), str(target), str(line["index"])] += 1
        rows = fields("godot-4.6/netfox_enet", "godot.peer.source", "godot.peer.target", "netfox.command",
                      display_filter="netfox.command && !(godot.link.fate == 6)")  # fmt: skip
        came = collections.Counter((source[0], target[0], command) for source, target, commands in rows for command in commands)
        came = collections.Counter({key: count for key, count in came.items() if int(key[2]) < 10})
        self.assertEqual(came - sent, collections.Counter())
        self.assertEqual((sent - came).total(), 1)
        table = report("godot-4.6/netfox_enet", "godot,profile,kinds").splitlines()
        for title, kinds in (("Netfox state", "4578"), ("Netfox input", "6")):
            (line,) = [line for line in table if line.startswith(title)]
            self.assertEqual(int(line.split()[2]), sum(count for (_, _, kind), count in came.items() if kind in kinds), title)

    def test_streams(self):
        """Each direction of a connection is one row, at its sender."""
        for name in NAMES:
            table = report(name, "enet,streams")
            rows = [line.split() for line in table.splitlines() if line[:6].strip().isdigit()]
            ends = collections.Counter(row[1] for row in rows)
            players = len({row[0][0] for row in fields(name, "enet.connection.connect_id", display_filter="enet.connection.connect_id")})
            self.assertEqual(ends, {"client": players, "server": players}, table)

    def test_verdicts_of_both_sides_and_of_one(self):
        """What was lost is known of both sides, and bounded of one. No verdict names a network that dropped nothing, or a
        standstill that there was not, and none is steady: all these links delay unevenly, lose or queue."""
        seen = collections.Counter()
        for name in NAMES:
            capture = FOLDER / f"{name}.pcapng"
            dropped = dropped_of(name)
            lost_of_all = sum(lost for lost, _ in dropped.values())
            for row in streams(capture):
                lost, size = dropped[row_of(row, dropped)]
                self.assertTrue(row["lost"].startswith(f"{lost} of {size} datagrams never arrived"), (name, row))
                self.judge(name, row, lost)
                seen["both", bool(row["verdict"])] += 1
            for side in (relay_sides.PLAYERS, relay_sides.SERVER):
                path = harness.workshop().folder / f"{name.replace('/', '_')}_{side}.pcap"
                for row in streams(relay_sides.write(capture, side, path)):
                    self.assertIn(row["loss"], ("", "0", "0.0"), (name, side, row))
                    self.judge(name, row, lost_of_all)
                    seen[side, bool(row["verdict"])] += 1
        for view in ("both", relay_sides.PLAYERS, relay_sides.SERVER):
            self.assertGreater(seen[view, True], 5, seen)

    def judge(self, name, row, dropped):
        with self.subTest(capture=name, row=row["verdict"]):
            self.assertNotIn("steady", row["verdict"])
            self.assertNotIn("nothing came", row["verdict"])
            if dropped == 0:
                self.assertNotRegex(row["verdict"], "(lost|arrived), RTT .*: the network")


def dropped_of(name):
    """By player and way, how many datagrams the relay dropped, of how many."""
    counts = {}
    for (player, up, _), row in log(name).items():
        key = player, "up" if up else "down"
        lost, size = counts.get(key, (0, 0))
        counts[key] = lost + (row["outcome"] != "passed"), size + 1
    return counts


def row_of(row, dropped):
    """The player and way that sent as many datagrams."""
    way = "up" if row["from"] == "client" else "down"
    (found,) = [key for key, (_, size) in dropped.items() if key[1] == way and size == int(row["datagrams"])]
    return found


def streams(capture):
    """The rows of enet,streams, by godot-analyse if it was built."""
    program = os.environ.get("GODOT_ANALYSE", "")
    if program and Path(program).exists():
        text = subprocess.run([program, capture, "enet,streams,csv"], capture_output=True, check=True, timeout=300).stdout.decode()
    else:
        text = harness.run("-2", "-q", "-z", "enet,streams,csv", capture=capture).stdout.decode()
    return harness.csv_rows(text[re.search("^stream,", text, re.MULTILINE).start() :])


if __name__ == "__main__":
    unittest.main()
