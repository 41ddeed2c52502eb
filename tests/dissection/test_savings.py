# SPDX-License-Identifier: MIT
"""The question godot,advice: what it says that a game would save is what the same game saves as an engine then plays it, and what a
count of its own finds in the lines of its messages."""

import json
import os
import re
import struct
import subprocess
import unittest
from collections import defaultdict

import harness

ANALYSE = os.environ["GODOT_ANALYSE"]
SITUATIONS = harness.PCAPS / "situations" / "godot-4.6"
GAME = harness.PCAPS / "projects" / "situations" / "savings"
TOWNS = harness.PCAPS / "projects" / "situations" / "distance"
ADVICES = {"on_change", "interval", "fewer_bits", "name_list", "one_broadcast", "visibility"}
BELOW = 42  # Ethernet, IP, UDP


def analysed(capture, *words):
    return subprocess.run([ANALYSE, capture, *map(str, words)], capture_output=True, check=True, text=True).stdout


def advice(capture, *words):
    return json.loads(analysed(capture, *words, "godot,advice,json"))


def savings(name):
    return {(row["advice"], row["node"], row["member"]): row["saves"] for row in advice(SITUATIONS / f"{name}.pcap", "--project", GAME)["rows"]}


def lengths(capture):
    """The bytes of each packet, as the file says."""
    data = capture.read_bytes()
    at, found = 24, []
    while at < len(data):
        captured, length = struct.unpack_from("<8xII", data, at)
        found.append(length)
        at += 16 + captured
    return found


def profile(name):
    return json.loads(analysed(SITUATIONS / f"{name}.pcap", "--project", GAME, "godot,profile,json"))["rows"]


def board_states(name):
    return next(row["count"] for row in profile(name) if row["node"] == "Main/Board/Sync" and row["average"] == 12.0)


def single(value):
    """As a float of four bytes."""
    return struct.unpack("f", struct.pack("f", value))[0]


def messages_of(name):
    return next(row["count"] for row in profile(name) if row["kind"] == "Raw")


class Savings(unittest.TestCase):
    def within(self, said, measured, part=0.1):
        self.assertGreater(measured, 0)
        self.assertLess(abs(said / measured - 1), part, f"said {said}, measured {measured}")

    def test_on_change_saves_what_was_said(self):
        """The same game, Always and On Change: packets of the files, for as many states of the board, which moves in each."""
        before, after = (sum(lengths(SITUATIONS / f"{name}.pcap")) for name in ("savings_always", "savings_change"))
        said = savings("savings_always")
        moved = {key: bytes_ for key, bytes_ in said.items() if key[0] == "on_change"}
        self.assertEqual(set(moved), {("on_change", "Main/Board/Sync", "label"), ("on_change", "Main/Lamp/Sync", "colour, power")})
        states = board_states("savings_always")
        steady = sum(row["total"] for row in profile("savings_change") if row["node"] == "Main/Board/Sync" and row["average"] == 12.0)
        same = after - steady + steady * states / board_states("savings_change")
        self.within(sum(moved.values()), before - same)
        self.assertFalse([key for key in savings("savings_change") if key[0] == "on_change"])

    def test_one_broadcast_saves_what_was_said(self):
        """The same game, send_bytes() for each peer and once: for as many shouts and states."""
        said = savings("savings_each")
        self.assertEqual(set(said), {("one_broadcast", "", "send_bytes")})
        shouts = messages_of("savings_each") / 3
        cost = {name: sum(row["total"] for row in profile(name) if row["kind"] in ("Raw", "Acknowledge")) for name in ("savings_each", "savings_all")}
        self.within(sum(said.values()), cost["savings_each"] - cost["savings_all"] * shouts / messages_of("savings_all"))
        self.assertFalse(savings("savings_all"))

    def test_visibility_counts_the_states_that_receivers_got(self):
        """The truth has each state as its receiver got it: those that are far from the receiver's own node, each with 12 bytes of
        a position and 8 before it, as the datagrams are needed for the near ones."""
        states = [json.loads(line) for line in (SITUATIONS / "distance_far.truth.jsonl").read_text(encoding="utf-8").splitlines()]
        self.assertGreater(len(states), 1000)
        own = {state["to"]: state["x"] for state in states if str(state["to"]) == state["node"]}
        self.assertEqual(len(own), 4)
        far = sum(abs(state["x"] - own[state["to"]]) > 2000 for state in states)
        self.assertGreater(far, 500)
        (row,) = [row for row in advice(SITUATIONS / "distance_far.pcap", "--project", TOWNS)["rows"] if row["advice"] == "visibility"]
        self.assertEqual((row["node"], row["saves"]), ("Main/Players/*", far * (12 + 8)))
        self.assertIn(f"{far} of {len(states)} states were farther than 2000 from their receiver's own node", row["how"])
        lines = re.findall(r"Main/Players/\d+: position = Vector2\((.+?), (.+?)\)", analysed(SITUATIONS / "distance_far.pcap", "--project", TOWNS, "--calls"))
        self.assertEqual(sorted(map(single, (float(x) for x, _ in lines))), sorted(single(state["x"]) for state in states))

    def test_visibility_saves_what_was_said(self):
        """The same game, with that filter: for as many messages, of which each player gets one a frame. Nothing is said of it, nor
        where all players are near each other."""
        sync = {name: next(row for row in json.loads(analysed(SITUATIONS / f"distance_{name}.pcap", "--project", TOWNS, "godot,profile,kinds,json"))["rows"] if row["kind"] == "Sync")
                for name in ("far", "filtered")}  # fmt: skip
        said = {name: sum(row["saves"] for row in advice(SITUATIONS / f"distance_{name}.pcap", "--project", TOWNS)["rows"] if row["advice"] == "visibility")
                for name in ("far", "filtered", "near")}  # fmt: skip
        self.within(said["far"], sync["far"]["total"] - sync["filtered"]["total"] * sync["far"]["count"] / sync["filtered"]["count"])
        self.assertEqual((said["filtered"], said["near"]), (0, 0))

    def test_equal_values_are_counted_in_the_lines(self):
        """The labels and colours of the lines of messages, with the sizes that the engine's encoder gives them."""
        capture = SITUATIONS / "savings_always.pcap"
        label = 4 + 4 + 64  # a type, a length, 61 bytes padded to a multiple of four
        seen = defaultdict(list)
        for line in analysed(capture, "--project", GAME, "--calls").splitlines():
            if found := re.search(r"→ (.+?)  .*Main/Board/Sync: position = .*, label = (\"[^\"]*\")", line):
                seen[found[1]].append(found[2])
        self.assertEqual(len(seen), 3)
        sent = sum(map(len, seen.values()))
        self.assertGreater(sent, 200)
        changes = sum(1 + sum(one != other for one, other in zip(values, values[1:])) for values in seen.values())
        # Of a change: its byte, number, mask and size, a reliable command, a datagram; an acknowledgement in another.
        change = label + 1 + 4 + 8 + 4 + 6 + 4 + BELOW + 8 + 2 + BELOW
        self.assertEqual(savings("savings_always")["on_change", "Main/Board/Sync", "label"], sent * label - changes * change)

    def test_errors_are_those_of_the_values(self):
        """The board's positions, read from the lines: the largest error of whole numbers of 0.01."""
        capture = SITUATIONS / "savings_change.pcap"
        (row,) = [row for row in advice(capture, "--project", GAME)["rows"] if row["advice"] == "fewer_bits"]
        values = [float(number) for line in analysed(capture, "--calls").splitlines() for found in [re.search(r"Board/Sync: Vector2\((.+?), (.+?)\)", line)]
                  if found for number in found.groups()]  # fmt: skip
        self.assertGreater(len(values), 400)
        self.assertEqual(row["saves"], len(values) // 2 * (12 - 5))
        error = max(abs(value - round(value * 100) / 100) for value in values)
        self.assertIn("whole numbers of 0.01", row["costs"])
        self.assertAlmostEqual(float(re.search(r"error is ([\d.e-]+)\.$", row["costs"])[1]), error, delta=error / 20)

    def test_it_does_not_depend_on_what_else_is_asked(self):
        """With texts, which the list of messages and a state need, as without them."""
        arena = harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap"
        alone = subprocess.run([ANALYSE, arena, "godot,advice,csv"], capture_output=True, check=True).stdout
        self.assertIn(b"\nfewer_bits,", alone)
        for other in ("--calls", "godot,state,100,csv"):
            both = subprocess.run([ANALYSE, arena, other, "godot,advice,csv"], capture_output=True, check=True).stdout
            self.assertTrue(both.endswith(alone), other)

    def test_calls_are_no_broadcasts(self):
        """rpc() of Godot 4 sends a message to each peer, as rpc_id() does."""
        found = {capture.name: [row["node"] for row in advice(capture)["rows"] if row["advice"] == "one_broadcast"]
                 for capture in sorted((harness.PCAPS / "multiplayer/godot-4.6").glob("*_enet.pcap"))}  # fmt: skip
        self.assertGreater(len(found), 10)
        self.assertEqual({name: rows for name, rows in found.items() if rows}, {})

    def test_rows_of_all_captures(self):
        """At most five, the largest first, none below 3 %, none more than the packets have; what was not judged is said."""
        rows = 0
        captures = [capture for folder in ("multiplayer", "lossy", "netfox", "mirror", "situations", "links") for capture in sorted((harness.PCAPS / folder).rglob("*.pcap*"))]
        self.assertGreater(len(captures), 50)
        for capture in captures[::2]:
            with self.subTest(capture=capture.name):
                table = advice(capture)
                self.assertEqual(table["complete"], not table["not_judged"])
                found = table["rows"]
                rows += len(found)
                self.assertLessEqual(len(found), 5)
                self.assertEqual([row["saves"] for row in found], sorted((row["saves"] for row in found), reverse=True))
                for row in found:
                    self.assertIn(row["advice"], ADVICES)
                    self.assertTrue(3 <= row["percent"] < 100, row)
                    self.assertTrue(row["costs"].endswith(".") and row["how"].endswith("."), row)
        self.assertGreater(rows, 10)


if __name__ == "__main__":
    unittest.main()
