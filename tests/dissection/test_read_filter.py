# SPDX-License-Identifier: MIT
"""Packets that are read through a filter (tshark -2 -R) have the names, peers and problems that a display filter (-Y) shows.

Wireshark gives a packet that the filter drops the number of the next one that it keeps. Other ways of reading that give numbers
again, or leave the order: a session that begins anew (-M), packets that are asked for in any order, and a capture that is loaded
again (sharkd)."""

import random
import subprocess
import unittest

import harness
from sharkd import converse

COLUMNS = ["frame.time_epoch", "godot.from", "godot.to", "godot.rpc.method", "godot.problem", "_ws.col.Info"]

# A filter whose answer needs no later packet, since Wireshark reads through it in the first pass; the least number of packets
# that pass it, and of those before the last of them that do not.
CASES = [
    ("multiplayer/godot-4.6/arena_enet.pcap", "godot.rpc", 808, 500),
    # Wireshark itself misses all messages if the filter drops the upgrade.
    ("multiplayer/godot-4.6/peers_websocket.pcap", "godot.rpc || http", 251, 500),
    ("relayed/godot-4.6/arena_enet.pcapng", "godot.rpc", 418, 300),
    ("mirror/arena_enet.red.pcapng", "godot.rpc", 245, 20),
    ("netfox/arrays.pcap", "godot.rpc", 2209, 100),
    ("debugger/godot-3.2/pieces.pcap", "godot.debug", 13, 1),
    ("godot-4.6/arena_udp.pcap", "godot.variant && udp.dstport == 24680", 10, 1),
    ("files/godot-3.2/remote.pcap", "godot.files", 55, 10),
]


def lines(capture, option, wanted):
    fields = [part for column in COLUMNS for part in ("-e", column)]
    out = harness.run("-2", option, wanted, "-T", "fields", *fields, capture=harness.PCAPS / capture).stdout
    return out.decode().splitlines()


def frames_of(capture):
    return len(harness.run("-T", "fields", "-e", "frame.number", capture=harness.PCAPS / capture).stdout.splitlines())


class ReadFilter(unittest.TestCase):
    maxDiff = 2000

    def test_shows_what_a_display_filter_shows(self):
        for capture, wanted, least, dropped in CASES:
            with self.subTest(capture):
                shown = lines(capture, "-Y", wanted)
                self.assertGreaterEqual(len(shown), least)
                self.assertGreaterEqual(frames_of(capture) - len(shown), dropped)
                self.assertEqual(lines(capture, "-R", wanted), shown)

    def test_links_lead_to_packets_that_are_kept(self):
        """A reply's link to its request holds the number that the packet has in this list."""
        capture = harness.PCAPS / "debugger/godot-3.2/session.pcap"
        fields = ["-T", "fields", "-e", "frame.number", "-e", "godot.debug.response_in", "-e", "godot.debug.response_to"]
        rows = [line.split("\t") for line in
                harness.run("-2", "-R", "godot.debug", *fields, capture=capture).stdout.decode().splitlines()]
        answered_in = {row[0]: row[1] for row in rows if row[1]}
        asked_in = {row[0]: row[2] for row in rows if row[2]}
        self.assertEqual(answered_in, {request: answer for answer, request in asked_in.items()})
        self.assertTrue(answered_in)


class Sessions(unittest.TestCase):
    maxDiff = 2000

    def test_a_session_that_begins_anew_is_another_capture(self):
        """With -M tshark forgets all after so many packets, and counts from 1."""
        columns = [part for column in COLUMNS for part in ("-e", column)]

        def read(capture, *options):
            return harness.run(*options, "-T", "fields", *columns, capture=capture).stdout.decode().splitlines()

        for name, *_ in CASES:
            with self.subTest(name):
                capture = harness.PCAPS / name
                size = max(frames_of(capture) // 3, 2)
                parts = []
                for begin in range(1, frames_of(capture) + 1, size):
                    part = harness.workshop().home / f"part{begin}.pcapng"
                    subprocess.run(["editcap", "-r", capture, part, f"{begin}-{begin + size - 1}"], check=True, capture_output=True)
                    parts += read(part)
                self.assertEqual(read(capture, "-M", str(size)), parts)


class AnyOrder(unittest.TestCase):
    MOST = 150

    def test_packets_in_any_order_and_loaded_again(self):
        """Lines of sharkd are those of tshark's two passes; both ask for columns alone."""
        for name, *_ in CASES:
            with self.subTest(name):
                capture = harness.PCAPS / name
                listed = harness.run("-2", "-T", "fields", "-e", "_ws.col.Info", capture=capture).stdout.decode().splitlines()
                numbers = list(range(1, len(listed) + 1))
                random.Random(name).shuffle(numbers)
                numbers = numbers[: self.MOST]
                asked = [{"method": "frame", "params": {"frame": number, "columns": True, "proto": number % 2 == 0}} for number in numbers]
                load = {"method": "load", "params": {"file": str(harness.workshop().readable(capture))}}
                answers = converse(capture, *asked, load, *asked)
                infos = [answer["result"]["col"][-1] for answer in answers if "col" in answer.get("result", {})]
                self.assertEqual(infos, 2 * [listed[number - 1] for number in numbers])


if __name__ == "__main__":
    unittest.main()
