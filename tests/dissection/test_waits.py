# SPDX-License-Identifier: MIT
"""Messages over TCP that wait: what is said by both hosts, against what the cable lost and when the engines' scripts sent and read."""

import csv
import functools
import os
import re
import statistics
import subprocess
import unittest

import harness  # first: it adds tests/common to the path

import two_ends

ANALYSE = os.environ.get("GODOT_ANALYSE")
FOLDER = harness.PCAPS / "waits" / "godot-4.6"
captures = functools.partial(two_ends.captures, FOLDER)
truth = functools.partial(two_ends.truth, FOLDER)
HELD = "waits at the receiver for a lost segment of TCP"
NAGLE = "small segments wait for late acknowledgements (Nagle's algorithm)"
CAUSES = {"line_lost": HELD, "line_lost_twice": HELD, "nagle_stream": NAGLE, "nagle_websocket": NAGLE, "nagle_put_var": NAGLE, "nagle_two_writes": NAGLE}
# Where the acknowledgements of the other end come with its answers, nobody waits for the clock of its system.
HEALTHY = ("nagle_stream_off", "nagle_websocket_off", "nagle_answered", "ticks_of_40_ms", "slow", "quick", "line_late", "line_ack_lost", "line_well")
FROM_SERVER = ("nagle_websocket", "line_lost", "line_lost_twice")
WAITED = re.compile(r"(?:(\d+) segments|(A) segment) of the (server|client) \((\d+) bytes, frames? (\d+)(?: to (\d+))?\) had to wait .*? up to (\d+) ms")


def rows(output):
    lines = [line for line in output.decode().splitlines() if line[:1] not in "#="]
    return [(row["problem"], row["cause"], row["count"], row["first"], row["remedy"]) for row in csv.DictReader(lines)]


def by_tshark(path):
    return rows(harness.run("-q", "-2", "-z", "godot,problems,csv", capture=path).stdout)


def analysed(path):
    return rows(subprocess.run([ANALYSE, path, "godot,problems,csv"], capture_output=True, check=True).stdout)


def way_of_messages(name, end):
    """Milliseconds from sending to reading, by number: of the messages that `end` sends."""
    at = {(line["kind"], line["end"], line["number"]): line["time"] for line in truth(name) if line["kind"] in ("sent", "read")}
    other = "client" if end == "server" else "server"
    return {number: (at["read", other, number] - time) * 1000 for (kind, who, number), time in at.items()
            if kind == "sent" and who == end and ("read", other, number) in at}  # fmt: skip


def said(path, filter_):
    return harness.fields(path, ["frame.number", "godot.problem", "godot.expert.details"], display_filter=filter_)


class Waits(unittest.TestCase):
    def test_each_capture_is_compared(self):
        self.assertEqual({name for _, name, _ in captures()}, {*CAUSES, *HEALTHY})

    @unittest.skipUnless(ANALYSE, "godot-analyse is not built")
    def test_what_is_said_and_of_whom(self):
        for path, name, _ in captures():
            with self.subTest(path.name):
                found = analysed(path)
                is_said = name in CAUSES
                self.assertEqual([row[:2] for row in found], [("held", CAUSES[name])] if is_said else [])
                if is_said and CAUSES[name] == NAGLE:
                    self.assertIn("WebSocketPeer" if "websocket" in name else "StreamPeerTCP", found[0][4])

    @unittest.skipUnless(ANALYSE, "godot-analyse is not built")
    def test_both_hosts_have_the_same_row(self):
        for path, name, role in captures():
            if name in CAUSES or role == "client":
                with self.subTest(path.name):
                    self.assertEqual(analysed(path), by_tshark(path))

    def test_the_packet_names_who_sends(self):
        for path, name, _ in captures():
            if name not in CAUSES:
                continue
            with self.subTest(path.name):
                found = said(path, "godot.tcp_held" if CAUSES[name] == HELD else "godot.tcp_nagle")
                self.assertTrue(found)
                for _, kinds, texts in found:
                    self.assertEqual(kinds, ["held"])
                    self.assertIn(" of the server " if name in FROM_SERVER else " of the client ", " ".join(texts))

    def test_how_long_they_waited(self):
        """As long as the messages came later than others, but for a frame of the engines that send and read."""
        compared = 0
        for path, name, _ in captures():
            if CAUSES.get(name) != HELD:
                continue
            ways = way_of_messages(name, "server")
            usual = statistics.median(ways.values())
            with self.subTest(path.name):
                longest = max(int(WAITED.search(" ".join(texts))[7]) for _, _, texts in said(path, "godot.tcp_held"))
                # The lost message itself waits longer than those behind it: by the time until the next one.
                self.assertLess(longest, max(ways.values()) - usual + 20)
                self.assertGreater(longest, max(ways.values()) - usual - 80)
                compared += 1
        self.assertEqual(compared, 4)

    def test_what_was_lost(self):
        """At the sender the lost segment is named; each wait is behind one that the cable has lost."""
        compared = 0
        for path, name, role in captures():
            if CAUSES.get(name) != HELD:
                continue
            lost = {line["sequence"]: line["size"] for line in truth(name) if line["kind"] == "event" and line["event"] == "lost"}
            for _, _, texts in said(path, "godot.tcp_held"):
                text = " ".join(texts)
                brought = re.search(r"came in frame (\d+)", text)[1]
                missed = re.search(r"of frame (\d+) was lost", text)
                self.assertEqual(missed is not None, role == "host", text)
                for number in filter(None, (brought, missed and missed[1])):
                    (sequence, size), = harness.fields(path, ["tcp.seq_raw", "tcp.len"], display_filter=f"frame.number == {number}")
                    begin = int(sequence[0])
                    self.assertTrue(any(begin <= each < begin + int(size[0]) for each in lost), text)
                    compared += 1
        self.assertGreaterEqual(compared, 9)

    @unittest.skipUnless(ANALYSE, "godot-analyse is not built")
    def test_cut_and_thinned_captures_say_nothing_else(self):
        home = harness.workshop().home
        for path, name, role in captures():
            if role != "host":
                continue
            whole = {row[:2] for row in analysed(path)}
            part = home / f"waits-{name}.pcap"
            total = int(subprocess.run(["capinfos", "-T", "-r", "-c", path], capture_output=True, check=True, text=True).stdout.split()[-1])
            thinned = [str(frame) for frame in range(5, total, 13)]
            for what, command in {"snapped": ["-s", "60", path, part], "begun late": ["-r", path, part, "9-99999"], "thinned": [path, part, *thinned]}.items():
                subprocess.run(["editcap", *command], check=True, capture_output=True)
                with self.subTest(name, what=what):
                    self.assertLessEqual({row[:2] for row in analysed(part)}, whole)

    @unittest.skipUnless(ANALYSE, "godot-analyse is not built")
    def test_a_capture_of_both_ends_is_not_judged(self):
        home = harness.workshop().home
        for path, name, role in captures():
            if role == "host":
                continue
            both = home / f"waits-{name}-both.pcap"
            subprocess.run(["mergecap", "-F", "pcap", "-w", both, path, path.with_stem(f"{name}_host")], check=True, capture_output=True)
            with self.subTest(name):
                self.assertEqual([row for row in analysed(both) if row[0] == "held"], [])


if __name__ == "__main__":
    unittest.main()
