# SPDX-License-Identifier: MIT
"""Rows about players who do not meet by WebRTC: the same in both hosts, on the packets that they are about, and none where players meet."""

import csv
import functools
import os
import subprocess
import unittest

import harness  # first: it adds tests/common to the path

import two_ends

ANALYSE = os.environ.get("GODOT_ANALYSE")
FOLDER = harness.PCAPS / "ice"
captures = functools.partial(two_ends.captures, FOLDER)
# Filter of each capture: of the client's, or both.
FILTERS = {
    "firewall": "unheard", "symmetric": "unheard", "one_way_host": "one_way", "no_servers": "unheard", "no_route": "unheard",
    "stun_silent": "server_unanswered", "stun_refused": "server_unanswered", "turn_refused": "turn_refused", "turn_denied": "turn_denied",
    "turn_tcp_refused": "turn_refused", "turn_tcp_denied": "turn_denied", "turn_tcp_closed": "server_unanswered", "turn_tcp_silent": "server_unanswered",
    "turn_tcp_hangs": "server_unanswered",
    "wrong_fingerprint": "dtls_alert", "wrong_fingerprint_chromium": "dtls_unfinished", "answer_lost": "dtls_unfinished",
    "dtls_dropped": "dtls_missing", "gone": "silent", "cable": "silent", "candidates_lost": "unsignalled", "mdns_apart": "mdns_unanswered",
}  # fmt: skip


def rows(output):
    lines = [line for line in output.decode().splitlines() if line[:1] not in "#="]
    return [(row["problem"], row["cause"], row["count"], row["first"], row["remedy"]) for row in csv.DictReader(lines)]


def by_tshark(path):
    return rows(harness.run("-q", "-2", "-z", "godot,problems,csv", capture=path).stdout)


def analysed(path):
    return rows(subprocess.run([ANALYSE, path, "godot,problems,csv"], capture_output=True, check=True).stdout)


def problems_of_summary(path):
    text = subprocess.run([ANALYSE, path], capture_output=True, check=True, text=True).stdout
    return [line for line in two_ends.lines_below("Meeting by WebRTC", text) if ", problem: " in line]


class WebRtc(unittest.TestCase):
    @unittest.skipUnless(ANALYSE, "godot-analyse is not built")
    def test_each_problem_of_the_summary_has_a_row(self):
        """The row's first frame is that of the summary's line."""
        compared = 0
        for path, _, _ in captures():
            with self.subTest(path.name):
                frames = sorted(line.split()[1].rstrip(",") for line in problems_of_summary(path))
                found = analysed(path)
                self.assertEqual(sorted(row[3] for row in found), frames)
                self.assertLessEqual({row[0] for row in found}, {"not_connected", "cut_off"})
                compared += len(found)
        self.assertGreater(compared, 40)

    @unittest.skipUnless(ANALYSE, "godot-analyse is not built")
    def test_both_hosts_have_the_same_rows(self):
        for path, _, _ in captures():
            with self.subTest(path.name):
                self.assertEqual(by_tshark(path), analysed(path))

    def test_the_packet_says_why(self):
        for stem, name in FILTERS.items():
            with self.subTest(stem):
                found = harness.fields(FOLDER / f"{stem}.pcap", ["godot.problem", "godot.expert.details", "_ws.col.Info"], display_filter=f"godot.webrtc.{name}")
                self.assertEqual(len(found), 1)
                (kinds, texts, info), = found
                self.assertTrue(kinds[0] in ("not_connected", "cut_off"), kinds)
                self.assertTrue(texts and len(texts[0]) > 40, texts)
                self.assertRegex(info[0], r"\[(not connected|cut off)\]")

    @unittest.skipUnless(ANALYSE, "godot-analyse is not built")
    def test_other_packets_do_not_count_as_the_games(self):
        """The profile is empty, as without the rows: what WebRTC encrypts is not read."""
        for path, _, _ in captures():
            with self.subTest(path.name):
                text = subprocess.run([ANALYSE, path, "godot,profile,csv"], capture_output=True, check=True, text=True).stdout
                self.assertNotIn("Not understood", text)
                self.assertNotIn("Meeting", text)


if __name__ == "__main__":
    unittest.main()
