# SPDX-License-Identifier: MIT
"""The outcome of ENet's messages: on lossy links, compared with the receivers' logs; for players who are not let in,
compared with the engines' messages."""

import functools
import json
import re
import unittest

import enet_lab as lab
import harness

LOSSY = sorted(lab.LINKS.glob("*/lossy_server.pcap")) + sorted(lab.LINKS.glob("*/lossy_client.pcap"))
KNOCKS = harness.PCAPS / "problems" / "godot-4.6"
RECEIVER = {"lossy_server": "server", "lossy_client": "client"}


def title(data):
    """The part of a message that distinguishes it: "client 6/24"."""
    found = re.search(rb"(client|server)\d* \d+/\d+", data)
    return found[0].decode() if found else data


def title_of(line):
    if "hex" in line:
        return title(bytes.fromhex(line["hex"]))
    return title(line[next(key for key in ("text", "sha256") if key in line)].encode())


def received_by(capture):
    """The messages that the end at this capture received, in order."""
    lines = lab.truth_of(capture)
    titles = {line["seq"]: title_of(line) for line in lines if line["kind"] == "enet_sent"}
    who = RECEIVER[capture.stem]
    return [titles[line["of"]] for line in lines if line["kind"] == "enet_received" and line["proc"].startswith(who)]


@functools.cache
def arrivals(capture):
    """Commands that arrive at this capture: time, tree."""
    found = []
    side = RECEIVER[capture.stem]
    for packet in lab.dissected(capture, *lab.ALONE).values():
        from_client = lab.number(packet.shows("enet.connection.from_client")[0]) == 1
        if from_client == (side == "server"):
            time = float(packet.shows("frame.time_relative")[0])
            found += [(time, command) for command in lab.commands_of(packet)]
    return found


def payload(command):
    data = command.all("enet.payload")
    return title(data[0].data) if data else None


def one(command, name):
    shows = command.shows(name)
    return shows[0] if shows else None


class OnLossyLinks(unittest.TestCase):
    def test_there_are_captures(self):
        self.assertEqual(len(LOSSY), 6)

    def test_what_comes_too_late_is_dropped_and_nothing_else(self):
        for capture in LOSSY:
            with self.subTest(capture=lab.name_of(capture)):
                got = set(received_by(capture))
                ordered = [(payload(command), command) for _, command in arrivals(capture)
                           if command.name == "enet.send_unreliable"]
                came = {name for name, _ in ordered}
                dropped = {name for name, command in ordered if command.all("enet.analysis.dropped")}
                self.assertEqual(dropped, came - got)
                self.assertTrue(dropped)

    def test_how_long_messages_were_held_back(self):
        """With plain sets: a reliable message waits for those of its channel with lower numbers that arrive after
        it."""
        for capture in LOSSY:
            with self.subTest(capture=lab.name_of(capture)):
                order = {name: place for place, name in enumerate(received_by(capture))}
                first = {}  # by channel and number: time of arrival, tree
                for time, command in arrivals(capture):
                    if command.name in ("enet.send_reliable", "enet.send_fragment"):
                        key = (int(one(command, "enet.channel")), int(one(command, "enet.reliable_sequence")))
                        first.setdefault(key, (time, payload(command), command))
                held = 0
                for (channel, number), (time, name, command) in first.items():
                    behind = [(when, before) for (of, before), (when, _, _) in first.items()
                              if of == channel and before < number and when > time]
                    shown = one(command, "enet.analysis.held")
                    if not behind:
                        self.assertIsNone(shown)
                        continue
                    held += 1
                    until, missing = max(behind)
                    self.assertAlmostEqual(float(shown), until - time, places=5)
                    self.assertEqual(int(one(command, "enet.analysis.held_for")), missing)
                    self.assertIsNone(one(command, "enet.analysis.held_perhaps"))
                    blocker = first[channel, missing][1]
                    if name and blocker:  # fragments have no title of their own
                        self.assertGreater(order[name], order[blocker])
                    self.assertEqual(bool(command.all("enet.analysis.head_of_line")), until - time >= 0.1)
                self.assertGreater(held, 1)

    def test_missing_messages_were_never_received(self):
        """Before each: none of the named numbers ever arrived, in any copy."""
        for capture in LOSSY:
            with self.subTest(capture=lab.name_of(capture)):
                came = {(int(one(command, "enet.channel")), int(one(command, "enet.reliable_sequence")),
                         int(one(command, "enet.unreliable_sequence")))
                        for _, command in arrivals(capture) if command.name == "enet.send_unreliable"}
                reported = 0
                for _, command in arrivals(capture):
                    if command.name != "enet.send_unreliable" or not command.all("enet.analysis.missing"):
                        continue
                    first, _, last = one(command, "enet.analysis.missing").partition("-")
                    place = (int(one(command, "enet.channel")), int(one(command, "enet.reliable_sequence")))
                    absent = [number for number in range(int(first), int(last or first) + 1) if (*place, number) not in came]
                    never = command.all("enet.analysis.never_came") + command.all("enet.analysis.never_sent")
                    self.assertEqual(bool(never), bool(absent))
                    reported += len(absent)
                self.assertGreater(reported, 3)


class WhoIsNotLetIn(unittest.TestCase):
    def events(self, name, role):
        lines = [json.loads(line) for line in (KNOCKS / f"{name}.truth.jsonl").read_text(encoding="utf-8").splitlines()]
        return [line["event"] for line in lines if line["proc"] == role and line["kind"] == "event"]

    def found(self, name, display_filter):
        return harness.fields(KNOCKS / f"{name}.pcap", ["enet.command", "godot.problem", "godot.expert.details"],
                              display_filter=display_filter)

    def test_the_server_is_full(self):
        self.assertEqual(self.events("full_enet", "green"), ["ends"])  # never connected
        ((commands, kinds, remedies),) = self.found("full_enet", "enet.connection.unanswered")
        self.assertEqual((commands, kinds), (["2"], ["not_connected"]))
        self.assertTrue(any(remedy.startswith("No answer to 3 requests") and "max_clients" in remedy for remedy in remedies))

    def test_the_server_refuses(self):
        """Red considers itself connected; the server never got its last datagram."""
        self.assertIn("connected", self.events("refusing_enet", "red"))
        self.assertNotIn("peer_connected", self.events("refusing_enet", "server"))
        ((commands, kinds, remedies),) = self.found("refusing_enet", "enet.connection.ignored")
        self.assertEqual((commands, kinds), (["3"], ["not_connected"]))
        self.assertTrue(any("refuse_new_connections" in remedy for remedy in remedies))

    def test_failed_authentication(self):
        self.assertIn("authentication_failed", self.events("silent_enet", "red"))
        ((commands, kinds, remedies),) = self.found("silent_enet", "enet.connection.silent")
        self.assertEqual((commands, kinds), (["4"], ["not_connected"]))
        self.assertTrue(any("auth_timeout" in remedy and "unless" in remedy for remedy in remedies))


if __name__ == "__main__":
    unittest.main()
