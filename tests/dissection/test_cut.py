#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Messages of which only the beginning is captured: captures of real games cut as by "tcpdump -s", and records of
mirrored games with shortened messages. The captured part is shown and counted; nothing is reported as malformed."""

import struct
import unittest

import harness

import mirrors
import odd_captures

ARENA = harness.PCAPS / "multiplayer" / "godot-4.6" / "arena_enet.pcap"
REPLICATION = harness.PCAPS / "multiplayer" / "godot-4.6" / "replication_enet.pcap"
NAMES = ["frame.number", "frame.len", "frame.cap_len", "_ws.col.Info", "_ws.malformed", "godot.command", "godot.rpc.text",
         "godot.cost.own"]
CALL, SYNC = "0", "6"
MESSAGE, HEAD, LENGTH_AT = 1, 44, 40  # of a mirror's record


def rows(capture):
    for row in harness.fields(capture, NAMES, display_filter="godot"):
        yield dict(zip((name.split(".")[-1] for name in NAMES), row))


def frames(capture, display_filter):
    return [row[0][0] for row in harness.fields(capture, ["frame.number"], display_filter=display_filter)]


def arguments(text):
    """The text within a call's parentheses."""
    return text.split("(", 1)[1]


class CutByTheCapture(unittest.TestCase):
    def check(self, capture, most):
        whole = {row["number"][0]: row for row in rows(capture)}
        messages = cut_calls = 0
        for row in rows(odd_captures.write(f"{capture.stem}_{most}", odd_captures.ETHERNET, odd_captures.read(capture), most)):
            with self.subTest(capture=capture.stem, most=most, frame=row["number"][0]):
                messages += 1
                there = whole[row["number"][0]]
                self.assertEqual(row["malformed"], [])
                self.assertEqual(row["command"], there["command"])
                if row["own"] or SYNC not in row["command"]:  # the missing rest of a Sync is unknown
                    self.assertEqual(row["own"], there["own"])  # its bytes on the wire, not in the capture
                if int(row["cap_len"][0]) >= int(row["len"][0]) or row["command"] != [CALL]:
                    continue
                (text,) = row["text"]
                self.assertTrue(text.endswith("…)"), text)
                shown = arguments(text).split("…")[0].rstrip("{[ ,")
                self.assertTrue(arguments(there["text"][0]).startswith(shown), text)
                self.assertIn(text.split("(")[0], row["Info"][0])
                self.assertIn("[Packet size limited during capture]", row["Info"][0])
                cut_calls += 1
        self.assertGreater(messages, 100)
        return cut_calls

    def test_calls(self):
        for most in (85, 90, 110):
            self.assertGreater(self.check(ARENA, most), 10)

    def test_spawns_and_states(self):
        for most in (80, 100):
            self.check(REPLICATION, most)

    def test_they_are_counted(self):
        """The tables count calls of each method, those in cut messages included."""
        cut = odd_captures.write("counted", odd_captures.ETHERNET, odd_captures.read(ARENA), 90)
        count = {}
        for capture in (ARENA, cut):
            lines = harness.run("-q", "-z", "godot,tree", capture=capture).stdout.decode().splitlines()
            count[capture] = next(line.split()[2] for line in lines if line.strip().startswith("Remote call"))
        self.assertEqual(count[ARENA], count[cut])


class ShortenedByTheMirror(unittest.TestCase):
    """Records of a real game whose bodies are halved here."""

    def shortened(self, name, role, length=None):
        """A capture, and the frames with half of their message. `length`: the original length that their records
        state."""
        old = harness.in_old_format(mirrors.recordings(name)[role])
        frames, halved = [], []
        for number, (seconds, rest, data) in enumerate(odd_captures.read(old, mirrors.UPPER_PDU), 1):
            begin = mirrors.record_begin(data)
            body = len(data) - begin - HEAD
            if data[begin + 1] == MESSAGE and body >= 16:
                data = data[: len(data) - body // 2]
                halved.append(str(number))
                if length is not None:
                    at = begin + LENGTH_AT
                    data = data[:at] + struct.pack("<I", length) + data[at + 4 :]
            frames.append((seconds, rest, data))
        return odd_captures.write(f"shortened_{name}", mirrors.UPPER_PDU, frames), halved

    def test_messages(self):
        for name, role in (("arena_enet", "server"), ("peers_websocket", "red"), ("replication_wss", "green")):
            whole = {row["number"][0]: row for row in rows(mirrors.recordings(name)[role])}
            capture, halved = self.shortened(name, role)
            self.assertGreater(len(halved), 20)
            self.assertEqual(frames(capture, "godot.mirror.shortened"), halved)
            self.assertEqual(frames(capture, "_ws.malformed || _ws.short"), [])
            shown = {row["number"][0]: row for row in rows(capture)}
            self.assertLessEqual(set(halved), set(shown))
            for number in halved:
                with self.subTest(name=name, frame=number):
                    self.assertEqual(shown[number]["command"][:1], whole[number]["command"][:1])
                    if shown[number]["own"] or SYNC not in shown[number]["command"]:
                        self.assertEqual(shown[number]["own"], whole[number]["own"])

    def test_of_any_length(self):
        for length in (1 << 31, (1 << 32) - 1, (1 << 31) - 100):
            capture, halved = self.shortened("arena_enet", "server", length)
            self.assertEqual(frames(capture, "godot.mirror.shortened"), halved)
            self.assertEqual(frames(capture, "_ws.malformed || _ws.short"), [])


if __name__ == "__main__":
    unittest.main()
