# SPDX-License-Identifier: MIT
"""Conversations, endpoints and service response times of tshark agree with the fields of the packets."""

import re
import unittest
from collections import Counter, defaultdict
from decimal import Decimal

import harness

ARENA = harness.PCAPS / "multiplayer" / "godot-4.6" / "arena_enet.pcap"
DEBUGGER = harness.PCAPS / "debugger" / "godot-4.6" / "debugger.pcap"
RECONNECT = harness.PCAPS / "multiplayer" / "godot-4.6" / "reconnect_enet.pcap"
FLEET = harness.PCAPS / "multiplayer" / "godot-3.6" / "fleet_enet.pcap"


def answer(capture, *names):
    options = [option for name in names for option in ("-z", name)]
    return harness.run("-2", "-q", *options, capture=capture).stdout.decode().split("\n")


def conversations(capture, name):
    """By (address, other address): frames received from the other, and sent to it; a pair may have several rows."""
    found = defaultdict(list)
    for line in answer(capture, f"conv,{name}"):
        match = re.match(r"(.+?)\s+<-> (.+?)\s{2,}(\d+) \S+ \S+\s+(\d+) \S+ \S+\s+(\d+) ", line)
        if match:
            found[match[1], match[2]].append((int(match[3]), int(match[4])))
    return found


UNITS = {"": 1, "bytes": 1, "kB": 1000, "MB": 1000000}


def endpoints(capture, name):
    """Packets, bytes, sent packets, sent bytes, received packets, received bytes. Bytes are pairs of a number and a
    unit; Wireshark 4.0 prints exact bytes."""
    found = {}
    number, size = r"\s+(\d+)", r"\s+(\d+)(?: (bytes|[kM]B))?"
    row = re.compile(r"(.+?)\s" + 3 * (number + size) + r"\s*$")
    for line in answer(capture, f"endpoints,{name}"):
        match = row.match(line)
        if match:
            cells = match.groups()[1:]
            found[match[1].rstrip()] = tuple(
                cell
                for i in range(0, len(cells), 3)
                for cell in (int(cells[i]), (int(cells[i + 1]), UNITS[cells[i + 2] or ""]))
            )
    return found


def response_times(capture, name):
    """Calls, minimum, maximum, mean, sum."""
    found = {}
    for line in answer(capture, name):
        match = re.match(r" *\d+  (.+?) +(\d+) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+)$", line)
        if match:
            found[match[1]] = (int(match[2]), *map(Decimal, match.groups()[2:]))
    return found


class Connections(unittest.TestCase):
    def test_each_has_its_frames_and_bytes(self):
        for capture in (ARENA, RECONNECT):
            ways, sent = Counter(), Counter()
            names = ["enet.stream", "enet.source", "enet.destination", "frame.len"]
            for stream, (source,), (destination,), (length,) in harness.fields(capture, names, display_filter="enet"):
                ways[tuple(stream), source, destination] += 1
                sent[source] += int(length)
            found = Counter()
            for (one, other), rows in conversations(capture, "enet").items():
                for back, forth in rows:
                    found[one, other, forth] += 1
                    found[other, one, back] += 1
            wanted = Counter((source, destination, frames) for (_, source, destination), frames in ways.items())
            self.assertEqual(found, wanted)
            ends = endpoints(capture, "enet")
            self.assertEqual(set(ends), set(sent))
            for end, row in ends.items():
                size, unit = row[3]
                self.assertEqual(size, sent[end] // unit)
        self.assertGreater(len(ways), len(sent))  # several connections between the same ends

    def test_their_filters_find_them(self):
        rows = harness.fields(ARENA, ["enet.source", "enet.destination"],
                              display_filter='enet.source_or_destination == "127.0.0.1:24689"')
        self.assertEqual(len(rows), sum(conversations(ARENA, "enet")["127.0.0.1:24689", "127.0.0.1:24680"][0]))


class Peers(unittest.TestCase):
    def test_each_has_its_messages(self):
        """A relayed message has one hop in a client's frames and two in the server's: it counts once."""
        words = Counter()
        names = ["godot.from", "godot.to", "godot.peer.hop_source"]
        for sources, targets, hops in harness.fields(ARENA, names, display_filter="godot"):
            self.assertEqual(len(sources), len(targets))
            if "1" in hops:
                self.assertEqual(len(sources), 1)
                continue  # relayed by the server: counted at its first hop
            words.update(zip(sources, targets))
        found = Counter()
        for (one, other), rows in conversations(ARENA, "godot").items():
            self.assertEqual(len(rows), 1)
            found[one, other] += rows[0][1]
            found[other, one] += rows[0][0]
        self.assertEqual(+found, +words)
        self.assertEqual(sum(1 for pair in words if "server" not in pair), 6)
        ends = endpoints(ARENA, "godot")
        for end in {end for pair in words for end in pair}:
            self.assertEqual(ends[end][2], sum(count for (source, _), count in words.items() if source == end))
            self.assertEqual(ends[end][4], sum(count for (_, target), count in words.items() if target == end))

    def test_of_godot_3_have_names_for_everyone(self):
        self.assertIn("all", endpoints(FLEET, "godot"))
        rows = harness.fields(FLEET, ["godot.to"], display_filter='godot.from_or_to == "all"')
        self.assertTrue(rows and all("all" in targets for (targets,) in rows))


class ResponseTimes(unittest.TestCase):
    def test_of_enets_commands(self):
        found = response_times(ARENA, "enet,srt")
        times = [Decimal(time) for (row,) in harness.fields(ARENA, ["enet.analysis.ack_rtt"]) for time in row]
        self.assertEqual(sum(row[0] for row in found.values()), len(times))
        self.assertAlmostEqual(sum(row[4] for row in found.values()), sum(times), delta=Decimal("0.00001"))
        self.assertEqual(max(row[2] for row in found.values()), round(max(times), 6))
        self.assertEqual(found["Connect"][0], 3)
        sent = Counter()
        names = ["enet.command", "enet.analysis.acked_in_frame"]
        for commands, acknowledged in harness.fields(ARENA, names, display_filter="enet.analysis.acked_in_frame"):
            if len(commands) == len(acknowledged) == 1:
                sent[commands[0]] += 1
        self.assertLessEqual(sent["6"], found["Send reliable"][0])
        self.assertGreater(sent["6"], 300)

    def test_of_the_debuggers_requests(self):
        found = response_times(DEBUGGER, "godot.debug,srt")
        times = Counter()
        for (durations,) in harness.fields(DEBUGGER, ["godot.debug.response_time"]):
            for duration in durations:
                times[round(Decimal(duration), 6)] += 1
        self.assertEqual(sum(row[0] for row in found.values()), sum(times.values()))
        self.assertAlmostEqual(sum(row[4] for row in found.values()), sum(time * count for time, count in times.items()),
                               delta=Decimal("0.0001"))
        asked = Counter()
        for (messages,) in harness.fields(DEBUGGER, ["godot.debug.message"], display_filter="godot.debug.response_in"):
            asked.update(messages)
        for request, row in found.items():
            self.assertLessEqual(row[0], asked[request], request)
        self.assertEqual(found["get_stack_dump"][0], 4)


if __name__ == "__main__":
    unittest.main()
