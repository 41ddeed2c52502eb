# SPDX-License-Identifier: MIT
"""The fault laboratory: three games that each have one fault, or none. Deliberate faults and the engine's errors are in
the truth (`seeded`, `engine_error`); losses are in the relay's log."""

import json
import os
import re
import struct
import unittest
from collections import Counter
from pathlib import Path

import harness  # first: it adds tests/common to the path

import odd_captures
from projects import PROJECTS, copied, with_project

FAULTS = harness.PCAPS / "faults" / "godot-4.6"
CAPTURES = sorted(FAULTS.glob("*.pcap"))
# Not faults of the game: drops by ENet's throttle, losses of a relay, and messages that wait for those.
OF_THE_LINK = {"never_delivered", "held"}
# Capture: the seeded fault, as a value of godot.problem. None: the wire does not show it, and the page says why. ():
# the fault is one of the link, and has a test of its own.
SEEDED = {
    "ball_two_senders": "two_senders",
    "ball_missing": "node_missing",
    "ball_hidden": "views_differ",
    "ball_not_polling": "not_polling",
    "ball_refused": "not_allowed",
    "ball_server_not_polling": "not_polling",
    "duel_hidden_load": None,  # despawned for the player: a note
    "duel_missing_websocket": "node_missing",
    "duel_refused": "not_allowed",
    "coop_early": "node_missing",
    "coop_refused": "not_allowed",
    "coop_relayed_missing": "node_missing",
    "coop_left": "not_connected",
    "coop_relayed_hidden": "node_missing",
    "coop_relayed_hidden_websocket": "node_missing",
    "coop_despawned": "node_missing",
    "coop_late_answer": "not_polling",
    "coop_late_answer_websocket": None,
    "ball_not_polling_websocket": None,
    "ball_server_not_polling_websocket": None,
    "duel_arguments": "declared_otherwise",
    "duel_above_mtu": "too_much",
    "duel_states_cut": "too_much",
    "duel_values_differ": "views_differ",
    "duel_versions": ("declared_otherwise", "not_connected"),
    "ball_hidden_websocket": "views_differ",
    "ball_two_senders_websocket": "two_senders",
    "coop_early_websocket": "node_missing",
    "coop_left_websocket": "not_connected",
    "coop_refused_websocket": "not_allowed",
    "coop_unheard_both": "not_connected",
    "duel_arguments_websocket": "declared_otherwise",
    "duel_dark_both": "views_differ",
    "duel_late_both": (),
    "duel_overtaking_both": "node_missing",
    "duel_sent_otherwise": "declared_otherwise",
    "duel_states_cut_websocket": "too_much",
    "duel_unchanged": "too_much",
    "duel_unchanged_websocket": "too_much",
    "duel_values_differ_websocket": "views_differ",
    "duel_versions_websocket": ("declared_otherwise", "not_connected"),
    "duel_window_full": "too_much",
    "lobby_fewer_channels": "not_connected",
    "lobby_full": "not_connected",
    "lobby_packed": "not_connected",
    "lobby_refusing": "not_connected",
    "lobby_unasked": ("not_connected", "not_admitted"),
    "lobby_unasked_websocket": "not_connected",
    "lobby_unproven": "not_connected",
}
HEALTHY = ["ball_load", "ball_quiet", "coop_load", "coop_websocket_load", "duel_held_both", "duel_load"]


def seeded(name):
    """The values of godot.problem that a capture may have; it must have those of SEEDED."""
    kinds = SEEDED.get(name) or ()
    return {kinds} if isinstance(kinds, str) else set(kinds)


def truth(name, kind):
    lines = (FAULTS / f"{name}.truth.jsonl").read_text(encoding="utf-8").splitlines()
    return [line for line in map(json.loads, lines) if line["kind"] == kind]


def game_project():
    return copied(PROJECTS / "multiplayer4", name="faults4", overlay=PROJECTS / "faults4")


def project():
    return with_project(game_project())


def both_versions():
    """The game's project, and a later version of it."""
    newer = copied(game_project(), name="faults4-newer", overlay=PROJECTS / "faults4-newer")
    return [*with_project(game_project()), *with_project(newer)]


def rows(capture, *names, shown="godot.problem", of=None):
    return harness.fields(capture, ["frame.number", "godot.problem", *names], *(of or project()), display_filter=shown)


def kinds(capture):
    versions = both_versions() if "versions" in capture.name else None
    return {kind for row in rows(capture, of=versions) for kind in row[1]} - OF_THE_LINK


def problems(name, *preferences):
    """The rows of the table of problems."""
    done = harness.run("-2", "-q", "-z", "godot,problems,csv", *preferences, capture=FAULTS / f"{name}.pcap")
    return harness.csv_rows(done.stdout.decode())


def ids_of(name):
    return {"server": 1} | {line["proc"]: line["id"] for line in truth(name, "event") if line["event"] == "connected"}


class Relay:
    """The relay's log, assigned to the frames of a capture that has both of its sides."""

    GAME, FRONT = "24680", "24681"

    def __init__(self, capture):
        log = json.loads(capture.with_suffix(".relay.json").read_text())
        ports = {"c2s": Counter(), "s2c": Counter()}
        datagrams = harness.fields(capture, ["frame.number", "udp.srcport", "udp.dstport", "enet.reliable_sequence"],
                                   display_filter="enet")
        for _, (source,), (target,), _ in datagrams:
            ports["c2s"][(source, target)] += target == self.FRONT
            ports["s2c"][(source, target)] += source == self.GAME
        self.way_in = {}  # which address sends to the relay: the one with as many datagrams as the log
        for way, counts in ports.items():
            (self.way_in[way],) = [ends for ends, count in counts.items() if count == log[way]["in"]]
        self.lost, self.late, self.numbers = set(), set(), {}
        for way, ends in self.way_in.items():
            sent = [row for row in datagrams if (row[1][0], row[2][0]) == ends]
            self.lost |= {sent[number][0][0] for number in log[way]["lost"]}
            self.late |= {sent[number][0][0] for number in log[way]["late"]}
            # Messages that the relay's end holds back wait for those that were lost or late there.
            self.numbers[way] = {number for at in (*log[way]["lost"], *log[way]["late"]) for number in sent[at][3]}

    def way_of(self, source, target):
        """c2s or s2c; None if the packet does not pass through the relay."""
        if self.FRONT in (source, target):
            return "s2c" if source == self.FRONT else "c2s"
        if any({source, target} == set(ends) for ends in self.way_in.values()):
            return "s2c" if source == self.GAME else "c2s"
        return None


def compare_with_relay(test, capture):
    """Checks that each message that never arrived was in a datagram that the relay lost, and that each message held
    back waits for a number in a lost or late datagram, unless the plugin says that only an acknowledgement may be lost.
    Returns how many there are."""
    relay = Relay(capture)
    arrived = rows(capture, shown="enet.analysis.never_arrived")
    test.assertLessEqual({frame for (frame,), _ in arrived}, relay.lost)
    shown = "enet.analysis.head_of_line && !enet.analysis.held_perhaps"
    held = rows(capture, "udp.srcport", "udp.dstport", "enet.analysis.held_for", shown=shown)
    for (frame,), _, (source,), (target,), waits_for in held:
        way = relay.way_of(source, target)
        test.assertIsNotNone(way, frame)
        test.assertLessEqual(set(waits_for), relay.numbers[way], frame)
    return len(arrived) + len(held)


class Laboratory(unittest.TestCase):
    def test_every_capture_is_listed(self):
        self.assertEqual({capture.stem for capture in CAPTURES}, {*SEEDED, *HEALTHY})

    def test_exactly_the_seeded_faults_are_found(self):
        for name in SEEDED:
            with self.subTest(capture=name):
                self.assertTrue(truth(name, "seeded"))
                self.assertEqual(kinds(FAULTS / f"{name}.pcap"), seeded(name))

    def test_healthy_games_have_none(self):
        for name in HEALTHY:
            with self.subTest(capture=name):
                self.assertEqual(truth(name, "seeded"), [])
                self.assertEqual(kinds(FAULTS / f"{name}.pcap"), set())

    @harness.long_test
    def test_begun_late_no_other_problems(self):
        """A capture that begins in the middle has no problem that the whole capture lacks."""
        for whole in harness.share(FAULTS / f"{name}.pcap" for name in (*HEALTHY, *SEEDED)):
            for frames in (60, 150):
                with self.subTest(capture=whole.stem, frames=frames):
                    self.assertLessEqual(kinds(harness.without_first(whole, frames)), seeded(whole.stem))


class EngineErrors(unittest.TestCase):
    """Every error and warning that an engine prints is found on a packet, or is one that the wire cannot show."""

    # A message of the engine; the filter that finds its packets; the end of the message that prints it.
    FOUND = (
        (r"RPC '(\w+)' is not allowed", "godot.rpc.refused || godot.rpc.refused_unless", "target"),
        (r"RPC - '.*::(\w+)': Method expected", "godot.names.arguments_differ", "target"),
        (r"Failed to get path from RPC: (\S+)\.$",
         "godot.path.missing || godot.path.was_missing || godot.node.not_yet_spawned || godot.node.despawned", "target"),
        (r"Failed to get cached node from peer", "godot.node.despawned || godot.node.despawned_soon", "target"),
        (r'Parameter "pinfo" is null', "godot.peer.caller_gone", "target"),
        (r"SYS_COMMAND_AUTH", "godot.auth.not_admitted", "target"),
        (r'"len != 2"', "godot.auth.data", "target"),
        (r"The rpc node checksum failed", "godot.path.checksum_mismatch", "either"),
        (r"Sending \d+ bytes unreliably", "godot.above_mtu", "source"),
        (r"max channels: [1-9]", "enet.connection.fewer_channels", None),
        (r"Ignoring sync data", "godot.sync.two_senders", None),
    )
    # Each of these is printed once per message; others may be printed several times for one.
    EACH = (0, 1, 3, 4, 5)
    # ... printed beside one of these, about the same message.
    BESIDE = ("Node not found: ", 'Parameter "node" is null.', "Invalid packet received. Requested node was not found.")
    # Messages that were never sent, and a node that the game's script freed before the server despawned it.
    UNKNOWABLE = ("max channels: 0", "ready_state != STATE_OPEN", "!pinfo.recv_nodes.has(net_id)")
    # The capture, the process, and the errors not found there: nothing shows which version of the game green runs.
    MISSED = [("duel_versions", "green", "score"), ("duel_versions_websocket", "green", "score")]

    def errors(self, name):
        """How often each process printed a message of FOUND: (pattern's index, process, the pattern's groups)."""
        changes = [line["t_us"] for line in truth(name, "authority")]
        printed = Counter()
        for line in truth(name, "engine_error"):
            text = line["text"]
            if text.startswith(self.BESIDE) or any(part in text for part in self.UNKNOWABLE):
                continue
            ((place, found),) = [(place, re.search(pattern, text)) for place, (pattern, *_) in enumerate(self.FOUND)
                                 if re.search(pattern, text)]
            # While an authority changes, both peers may send for a short time.
            if "Ignoring sync data" in text and any(0 <= line["t_us"] - change < 1_000_000 for change in changes):
                continue
            printed[place, line["proc"], *found.groups()] += 1
        return printed

    def test_each_is_found(self):
        missed = []
        for capture in CAPTURES:
            name, ids = capture.stem, ids_of(capture.stem)
            of = both_versions() if "versions" in name else None
            for (place, process, *reported), times in self.errors(name).items():
                _, shown, end = self.FOUND[place]
                ends = {"either": ("source", "target"), None: ()}.get(end, (end,))
                found = rows(capture, "_ws.col.Info", *(f"godot.peer.{each}" for each in ends), shown=shown, of=of)
                here = [row for row in found if not ends or any(str(ids[process]) in values for values in row[3:])]
                with self.subTest(capture=name, process=process, printed=self.FOUND[place][0], reported=reported):
                    here = [row for row in here if all(text in info for text in reported for info in row[2])]
                    if not here:
                        missed.append((name, process, *reported))
                    elif place in self.EACH:  # a relayed call has a frame for each hop
                        self.assertGreaterEqual(len(here), times)
        self.assertEqual(missed, self.MISSED)


class TwoSenders(unittest.TestCase):
    NAME = "ball_two_senders"

    def test_at_the_first_state_of_each_further_sender(self):
        """The server gives the ball to a player without informing the other peers: both send its states, and each
        engine ignores those of one."""
        ignored = [line for line in truth(self.NAME, "engine_error") if "Ignoring sync data" in line["text"]]
        self.assertGreater(len(ignored), 50)
        found = rows(FAULTS / f"{self.NAME}.pcap", "godot.sync.other_sender_in", "godot.expert.details", "frame.time_epoch",
                     shown="godot.sync.two_senders")
        self.assertTrue(found)
        begun = min(line["t_us"] for line in truth(self.NAME, "seeded")) / 1e6
        for (frame,), kind, (other,), remedies, (time,) in found:
            self.assertIn("two_senders", kind)
            self.assertLess(int(other), int(frame))
            self.assertGreaterEqual(float(time), begun)
            self.assertTrue(any("set_multiplayer_authority() with the same peer on every peer" in text for text in remedies))


class Relayed(unittest.TestCase):
    def test_begun_late_a_call_counts_once(self):
        """A player calls the server and another player: the hop to the server does not show whether the server is
        called, too; the hop from it does not show the caller's own target."""
        name = "duel_arguments"
        for frames in (0, 60, 150, 200):
            with self.subTest(frames=frames):
                late = harness.without_first(FAULTS / f"{name}.pcap", frames)
                done = harness.run("-2", "-q", "-z", "godot,problems,csv", *project(), capture=late)
                table = [row for row in harness.csv_rows(done.stdout.decode()) if row["member"] == "taunt"]
                self.assertEqual(len(rows(late, shown="godot.names.arguments_differ")), 3)
                self.assertEqual(sum(int(row["count"]) for row in table), 2)  # receivers with equal counts share a row


class NotPolling(unittest.TestCase):
    def test_who_and_how_long(self):
        """The first packet of the peer that slept, on each of its connections."""
        for name, ports in (("ball_not_polling", "udp.dstport == 24680"), ("ball_server_not_polling", "udp.srcport == 24680")):
            with self.subTest(capture=name):
                ((seeded,), ends) = truth(name, "seeded"), [line for line in truth(name, "event") if line["event"] == "awake"]
                found = rows(FAULTS / f"{name}.pcap", "godot.expert.details", "frame.time_epoch", shown="enet.analysis.not_polling")
                self.assertTrue(found)
                self.assertEqual(len(found), len(rows(FAULTS / f"{name}.pcap", shown=f"enet.analysis.not_polling && {ports}")))
                for _, kind, remedies, (time,) in found:
                    self.assertIn("not_polling", kind)
                    (reported,) = [re.search(r"had sent nothing for ([\d.]+) s", text) for text in remedies if "did not poll" in text]
                    self.assertGreaterEqual(float(reported[1]) + 0.02, seeded["milliseconds"] / 1000)
                    self.assertGreaterEqual(float(time) + 0.001, ends[0]["t_us"] / 1e6)


    def test_a_server_that_answers_late(self):
        """The server hung while the players requested connections: its answer shows since when."""
        name = "coop_late_answer"
        (hung,), (awake,) = truth(name, "seeded"), [line for line in truth(name, "event") if line["event"] == "awake"]
        found = rows(FAULTS / f"{name}.pcap", "godot.expert.details", "frame.time_epoch", "udp.srcport",
                     shown="enet.connection.answered_late")
        self.assertTrue(found)
        for _, kind, reported, (time,), ports in found:
            self.assertEqual((kind, ports), (["not_polling"], ["24680"]))
            (late,) = [float(re.search(r"answers ([\d.]+) s after the first", text)[1]) for text in reported if "did not poll" in text]
            self.assertGreaterEqual(float(time) + 0.001, awake["t_us"] / 1e6)
            self.assertGreaterEqual(float(time) - late, hung["t_us"] / 1e6 - 0.001)

    def test_a_server_that_is_not_there_yet(self):
        """The same answers, after an ICMP error (port unreachable) that returns the request: nothing listened."""
        frames = odd_captures.read(FAULTS / "coop_late_answer.pcap")
        packets = [(seconds, rest, data[14:]) for seconds, rest, data in frames]
        found = {}
        for name, returned in (("awaited", b""), ("returned", b"\x82\xff")):  # Connect, after the header of ENet
            shown = []
            for seconds, rest, packet in packets:
                shown.append((seconds, rest, packet))
                if returned and packet[32:34] == returned:
                    error = odd_captures.with_checksum(b"\3\3" + bytes(6) + packet, 2)
                    header = odd_captures.ip_header(packet, length=20 + len(error), protocol=1)
                    shown.append((seconds, rest, header + error))
            capture = odd_captures.write(name, odd_captures.RAW_IP, shown)
            found[name] = len(harness.fields(capture, ["frame.number"], display_filter="enet.connection.answered_late"))
            found[name, "perhaps"] = len(harness.fields(capture, ["frame.number"], display_filter="enet.connection.answered_late_perhaps"))
        self.assertEqual(found, {"awaited": 1, ("awaited", "perhaps"): 1, "returned": 0, ("returned", "perhaps"): 0})

    def test_over_websocket_it_is_a_note(self):
        """TCP acknowledges data whether the program polls or not; the program may have had nothing to send."""
        for name, ports in (("ball_not_polling_websocket", "tcp.dstport == 24680"),
                            ("ball_server_not_polling_websocket", "tcp.srcport == 24680")):
            with self.subTest(capture=name):
                ((hung,), ends) = truth(name, "seeded"), [line for line in truth(name, "event") if line["event"] == "awake"]
                found = rows(FAULTS / f"{name}.pcap", "godot.expert.details", "frame.time_epoch", shown="godot.not_polling_perhaps")
                self.assertTrue(found)
                self.assertEqual(len(found),
                                 len(rows(FAULTS / f"{name}.pcap", shown=f"godot.not_polling_perhaps && {ports}")))
                for _, kind, remedies, (time,) in found:
                    self.assertEqual(kind, [])
                    (reported,) = [re.search(r"had sent nothing for ([\d.]+) s", text) for text in remedies if "did not poll" in text]
                    self.assertGreaterEqual(float(reported[1]) + 0.02, hung["milliseconds"] / 1000)
                    self.assertGreaterEqual(float(time) + 0.001, ends[0]["t_us"] / 1e6)


class ViewsDiffer(unittest.TestCase):
    def test_who_is_hidden_from_whom(self):
        for name in ("ball_hidden", "duel_hidden_load"):
            with self.subTest(capture=name):
                (seeded,) = truth(name, "seeded")
                found = rows(FAULTS / f"{name}.pcap", "godot.expert.details", shown="godot.sync.views_differ || godot.sync.hidden",
                             of=(*project(), "-o", "godot.name_peers:FALSE"))
                hidden = re.compile(r"(?:Peer|The node is hidden from peer) (\d+)\b")
                reported = {int(match[1]) for *_, remedies in found for match in map(hidden.match, remedies) if match}
                self.assertEqual(reported, {seeded["peer"]})


class Refused(unittest.TestCase):
    def test_each_refusal_of_the_engine_is_a_row(self):
        """A row names each refusal that receivers print ("RPC 'die' is not allowed on node ... from: 7"): caller, method,
        node, and the peers that refused. Receivers with equal counts share a row, whose count is that of all."""
        reported = re.compile(r"RPC '(\w+)' is not allowed on node /root/(\S+) from: (\d+)")
        for name in ("ball_refused", "coop_refused", "duel_refused"):
            with self.subTest(capture=name):
                ids = {line["proc"]: line["id"] for line in truth(name, "event") if line["event"] == "connected"}
                ids["server"] = "server"
                recorded = sorted((*reported.match(line["text"]).groups(), str(ids[line["proc"]]))
                                  for line in truth(name, "engine_error") if reported.match(line["text"]))
                self.assertEqual(len(recorded), 2)
                ids_alone = ("-o", "godot.name_peers:FALSE")
                done = harness.run("-2", "-q", "-z", "godot,problems,csv", *ids_alone, *project(), capture=FAULTS / f"{name}.pcap")
                table = harness.csv_rows(done.stdout.decode())
                refusals = [row for row in table if row["problem"] == "not_allowed"]
                found = sorted((row["member"], row["node"], row["from"], to) for row in refusals for to in row["to"].split(", "))
                self.assertEqual(sum(int(row["count"]) for row in refusals), len(found))
                self.assertEqual(found, recorded)


class HeldBack(unittest.TestCase):
    def test_calls_held_back_until_the_spawn_are_not_early(self):
        """The relay loses spawns. The announcements and calls after them arrive first at the player, whose ENet holds
        them back: its engine finds each node."""
        name = "duel_held_both"
        self.assertFalse([line for line in truth(name, "engine_error") if "not found" in line["text"]])
        self.assertTrue(json.loads((FAULTS / f"{name}.relay.json").read_text())["s2c"]["lost"])
        # At the receiver it is certain; at the sender it is a guess, and no problem.
        held = rows(FAULTS / f"{name}.pcap", "_ws.col.Info", shown="enet.analysis.head_of_line")
        self.assertTrue(any("Dummy" in info for *_, infos in held for info in infos))
        self.assertEqual(rows(FAULTS / f"{name}.pcap", shown="enet.analysis.head_of_line && enet.analysis.held_perhaps"), [])
        self.assertTrue(rows(FAULTS / f"{name}.pcap", shown="enet.analysis.held_perhaps"))
        self.assertEqual(rows(FAULTS / f"{name}.pcap", shown="godot.node.not_yet_spawned"), [])

    def test_a_peers_end_waits_for_its_last_messages(self):
        """The relay lost a player's last change of a state. The retransmission comes after the server's message that
        the player has left, which the receiver's ENet holds back until then. The receiver's engine finds the node, and
        prints no error."""
        capture = harness.PCAPS / "lossy" / "godot-4.6" / "departure_waits_enet.pcap"
        recorded = harness.fields(capture, ["frame.number", "enet.reliable_sequence", "_ws.col.Info"],
                                  display_filter="udp.srcport == 24681 && enet.reliable_sequence >= 2701 && enet.reliable_sequence <= 2702")
        self.assertEqual([(numbers, info) for _, numbers, (info,) in recorded],
                         [(["2702"], "remove peer 2"), (["2700", "2701"], "changes of #2: 0.75; changes of #2: -0.5")])
        self.assertEqual(harness.fields(capture, ["frame.number"], display_filter="godot.peer.caller_gone"), [])

    def test_losses_and_waits_are_in_the_relays_log(self):
        self.assertTrue(compare_with_relay(self, FAULTS / "duel_held_both.pcap"))
        self.assertTrue(compare_with_relay(self, FAULTS / "duel_overtaking_both.pcap"))
        compare_with_relay(self, FAULTS / "duel_late_both.pcap")

    def test_late_messages_were_late_in_the_relay(self):
        """A late message is dropped, because the relay delayed it until a later one of its channel had arrived."""
        name = "duel_late_both"
        relay = Relay(FAULTS / f"{name}.pcap")
        dropped = rows(FAULTS / f"{name}.pcap", "enet.analysis.other_side_in", "udp.srcport", shown="enet.analysis.dropped")
        self.assertTrue(dropped)
        for (frame,), _, other, _ in dropped:
            self.assertTrue({frame, *other} & relay.late)

    def test_a_loss_is_reported_once(self):
        """On the lost message, on its sender's side of the relay; not again on the message after it, on the other
        side."""
        found = rows(FAULTS / "duel_held_both.pcap", "enet.analysis.never_came", "enet.analysis.never_arrived",
                     shown="enet.analysis.never_came || enet.analysis.never_arrived")
        self.assertGreater(sum(bool(arrived) for *_, arrived in found), 5)
        self.assertEqual([frame for frame, _, came, _ in found if came], [])


class MissingAtAnotherPlayer(unittest.TestCase):
    def test_relayed_announcement_to_a_player_without_the_node(self):
        """The server has the node and confirms its path, the other player lacks it: the announcement and its call are
        marked where the server relays them. Later calls, which carry the path for this player alone, have a note."""
        name = "coop_relayed_missing"
        (seeded,) = truth(name, "seeded")
        self.assertTrue([line for line in truth(name, "engine_error") if "Failed to get path from RPC" in line["text"]])
        found = rows(FAULTS / f"{name}.pcap", "godot.peer.source", "godot.peer.target", "godot.path.name", "udp.srcport",
                     shown="godot.path.missing")
        self.assertEqual([paths for *_, paths, _ in found], [[seeded["node"].removeprefix("/root/")], []])
        noted = rows(FAULTS / f"{name}.pcap", "godot.peer.source", "godot.peer.target", "godot.rpc.text", "udp.srcport",
                     shown="godot.path.was_missing")
        self.assertEqual(len(noted), 3)
        for _, kind, sources, targets, _, ports in (*found, *noted):
            self.assertEqual((kind, ports), (["node_missing"] if kind else [], ["24680"]))
            self.assertIn(str(seeded["from"]), sources)
            self.assertIn(str(seeded["peer"]), targets)


class GoneAtItsReceiver(unittest.TestCase):
    def test_each_call_that_found_no_node_is_a_row(self):
        """Receiver and number of the calls that found a despawned node: "Invalid packet received. Requested node was not found."
        A relayed call is judged by its final receiver, from which the node was hidden or where it was despawned while the call
        was on its way. A call less than 20 ms after the despawn may be read in the same frame of the game, which still has
        the node; one less than 100 ms after the receiver's own despawn may find a node that is not freed yet: both are notes."""
        for name in ("coop_despawned", "coop_relayed_hidden", "coop_relayed_hidden_websocket"):
            with self.subTest(capture=name):
                ids = ids_of(name)
                recorded = Counter(str(ids[line["proc"]]) for line in truth(name, "engine_error")
                                   if line["text"].endswith("Requested node was not found."))
                found, noted = (
                    Counter(target for *_, targets in rows(FAULTS / f"{name}.pcap", "godot.peer.target", shown=f"{field} && godot.rpc.method")
                            for target in targets)
                    for field in ("godot.node.despawned", "godot.node.despawned_soon"))  # fmt: skip
                self.assertTrue(recorded)
                self.assertEqual(found - recorded, Counter())
                self.assertEqual(recorded - (found + noted), Counter())
                if name != "coop_despawned":
                    self.assertEqual(found, recorded)

    def test_despawn_is_linked(self):
        for name in ("coop_relayed_hidden", "coop_relayed_hidden_websocket"):
            with self.subTest(capture=name):
                gone = rows(FAULTS / f"{name}.pcap", "godot.node.despawned_in", "godot.expert.details", shown="godot.node.despawned")
                self.assertTrue(gone)
                for (frame,), kind, (despawned_in,), reported in gone:
                    self.assertLess(int(despawned_in), int(frame))
                    self.assertIn("node_missing", kind)
                    self.assertTrue(any("The server told the receiver in frame" in text for text in reported))


class Versions(unittest.TestCase):
    """The server runs a later version of the game than the players. referee.gd has the same methods in both."""

    NAME = "duel_versions"

    def test_calls_are_judged_by_the_receivers_version(self):
        """Players may appeal in the old version only: the server refuses it. They may concede in the new one only: the
        server accepts that. The server's score() has more arguments than theirs: red's version shows in its first call,
        so this is reported of red; green's version is unknown, so nothing is reported of green."""
        reported = [line["text"] for line in truth(self.NAME, "engine_error")]
        self.assertEqual(len([text for text in reported if "'appeal' is not allowed" in text]), 1)
        self.assertEqual([text for text in reported if "concede" in text], [])
        self.assertEqual(len([text for text in reported if "score" in text and "expected 1 argument" in text]), 2)
        ids = {role: str(peer) for role, peer in ids_of(self.NAME).items()}
        table = [row for row in problems(self.NAME, *both_versions()) if row["node"] == "Duel/Referee"]
        # Other scripts of the game change authorities, so a refusal cannot be certain here.
        refused = rows(FAULTS / f"{self.NAME}.pcap", "godot.rpc.method", "godot.peer.source", "godot.peer.target",
                       shown="godot.rpc.refused || godot.rpc.refused_unless", of=both_versions())
        self.assertEqual([row[2:] for row in refused], [[["appeal"], [ids["red"]], ["1"]]])
        other = [(row["member"], row["from"], row["to"]) for row in table if row["problem"] == "declared_otherwise"]
        self.assertEqual(other, [("score", "server", "red?")])


class Verdicts(unittest.TestCase):
    def test_loopback_loses_nothing(self):
        """Both ends run on one machine. A retransmission means that a datagram was not read in time, or that a
        connection request was not answered."""
        counted = 0
        for capture in CAPTURES:
            if capture.with_suffix(".relay.json").exists() or "websocket" in capture.name:
                continue
            done = harness.run("-2", "-q", "-z", "enet,streams,csv", capture=capture)
            for row in harness.csv_rows(done.stdout.decode()):
                with self.subTest(capture=capture.name, stream=row["stream"], sender=row["from"]):
                    self.assertNotIn("the network", row["verdict"])
                    counted += bool(row["verdict"])
        self.assertGreater(counted, 10)

    def test_losses_of_a_relay_are_the_networks(self):
        done = harness.run("-2", "-q", "-z", "enet,streams,csv", capture=FAULTS / "duel_held_both.pcap")
        verdicts = [row["verdict"] for row in harness.csv_rows(done.stdout.decode())]
        self.assertTrue(any("the network" in verdict for verdict in verdicts))


class HealthyPlay(unittest.TestCase):
    """Long games without a fault, which `pcaps/make-faults --healthy` records into the folder GODOT_HEALTHY. Problems
    that are reported all the same are in the log of the relay, the engines or the scripts."""

    def test_only_logged_problems(self):
        captures = sorted(Path(os.environ["GODOT_HEALTHY"]).rglob("*.pcap"))
        self.assertTrue(captures)
        minutes = 0
        counted = Counter()
        for capture in captures:
            with self.subTest(capture=capture.name):
                reported = self.unexplained(capture, counted)
                self.assertEqual(reported, [])
            minutes += self.seconds(capture) / 60
        print(f"{minutes:.1f} minutes of healthy play in {len(captures)} captures, proved: {dict(counted)}")

    def test_begun_late_only_logged_problems(self):
        for capture in sorted(Path(os.environ["GODOT_HEALTHY"]).rglob("*.pcap")):
            frames = int(harness.fields(capture, ["frame.number"])[-1][0][0])
            for share in (3, 2):
                with self.subTest(capture=capture.name, share=share):
                    late = harness.without_first(capture, frames // share)
                    self.assertEqual(self.unexplained(capture, Counter(), late), [])

    def seconds(self, capture):
        """Duration from its first frame to its last."""
        data = capture.read_bytes()
        times, at = [], 24
        while at < len(data):
            seconds, fraction, length = struct.unpack_from("<III", data, at)
            times.append(seconds + fraction / 1e6)
            at += 16 + length
        return times[-1] - times[0]

    def unmoved(self, capture, cut):
        """The nodes whose state never changes, by the plugin."""
        done = harness.run("-2", "-q", "-z", "godot,problems,csv", *project(), capture=cut or capture)
        table = harness.csv_rows(done.stdout.decode())
        return {row["node"] for row in table if row["cause"] == "the same state again and again"}

    def unexplained(self, capture, counted, cut=None):
        """Rows of problems that no log explains. `cut`: the capture without its first frames."""
        lines = [json.loads(line) for line in capture.with_suffix(".truth.jsonl").read_text(encoding="utf-8").splitlines()
                 if '"event"' in line or '"engine_error"' in line or '"method":"move"' in line]
        moved = {line["node"].removeprefix("/root/") for line in lines if line.get("method") == "move"}
        left, ids = {}, {}
        for line in lines:
            if line.get("event") == "connected":
                ids[line["proc"]] = line["id"]
            elif line.get("event") == "leave":
                left[str(ids[line["proc"]])] = line["t_us"] / 1e6
        forgotten = sum('"pinfo" is null' in line.get("text", "") for line in lines)
        relayed = capture.with_suffix(".relay.json").exists()
        if relayed and cut is None:
            counted["lost or held, as the relay's log says"] += compare_with_relay(self, capture)
        rest, gone, still = [], 0, 0
        for row in rows(cut or capture, "_ws.col.Info", "frame.time_epoch", "godot.peer.target", "godot.peer.gone",
                        "godot.peer.caller_gone", "godot.sync.unchanged", "enet.analysis.never_arrived",
                        "enet.analysis.head_of_line"):
            (frame,), kinds, (info,), (time,), targets, to_nobody, from_nobody, unchanged, lost, held = row
            kinds = set(kinds)
            if not relayed and not lost and not held:
                kinds -= OF_THE_LINK  # drops by ENet's throttle: nothing is between the ends
            elif relayed:
                kinds -= OF_THE_LINK
            if to_nobody and (any(left.get(target, float("inf")) <= float(time) for target in targets) or cut is not None):
                kinds -= {"not_connected"}
                counted["calls of players who had left, as they say"] += 1
            if from_nobody:
                gone += 1
                kinds -= {"not_connected"}
            if unchanged:
                kinds -= {"too_much"}
                still += 1
            if kinds:
                rest.append((frame, info, kinds))
        counted["of players who had left, as the engine says"] += gone
        counted["unchanged states of what nobody moves"] += still
        if still:
            self.assertFalse(self.unmoved(capture, cut) & moved)
        if cut is None:
            self.assertLessEqual(gone, forgotten)
        return rest


def load_tests(loader, tests, _pattern):
    """HealthyPlay runs only if its captures, which are not in the repository, are given."""
    if "GODOT_HEALTHY" in os.environ:
        return loader.loadTestsFromTestCase(HealthyPlay)
    return harness.by_length(loader, (test for test in harness.flat(tests) if not isinstance(test, HealthyPlay)), _pattern)


if __name__ == "__main__":
    unittest.main()
