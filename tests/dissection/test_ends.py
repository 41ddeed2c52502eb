# SPDX-License-Identifier: MIT
"""Ends of connections over WebSocket: what is said, by both hosts, against what the server did and the client printed."""

import csv
import json
import os
import subprocess
import unittest

import harness

ENDS = harness.PCAPS / "ends" / "godot-4.6"
ANALYSE = os.environ.get("GODOT_ANALYSE")

# Capture: kind, filter, what the text says.
SAID = {
    "compressed": ("cut_off", "godot.websocket_compressed", "permessage-deflate"),
    "masked_by_server": ("cut_off", "godot.websocket_refused", "a server's frame is masked"),
    "text_not_utf8": ("cut_off", "godot.websocket_data_refused", "1007"),
    "big_in_pieces": ("cut_off", "godot.websocket_too_big", "200000 bytes"),
    "closes_1003": ("cut_off", "godot.websocket_data_refused", "1003"),
    "closes_1008": ("cut_off", "godot.websocket_data_refused", "1008"),
    "closes_1011": ("cut_off", "godot.websocket_failed", "1011"),
    "closes_1013": ("cut_off", "godot.websocket_failed", "1013"),
    "idle_6": ("cut_off", "godot.proxy_idle", "6.0 s"),
    "idle_6_reset": ("cut_off", "godot.proxy_idle", "6.0 s"),
    "forgotten": ("cut_off", "godot.proxy_idle", "The first message after"),
    "heartbeat": ("cut_off", "godot.websocket_heartbeat", "'s system has it, so its program does not poll"),
    "heartbeat_first": ("cut_off", "godot.websocket_heartbeat", "its program does not poll"),
    "heartbeat_no_pongs": ("cut_off", "godot.websocket_heartbeat", "the server goes on sending"),
    "refused_404": ("not_connected", "godot.upgrade_refused", "404"),
    "refused_403": ("not_connected", "godot.upgrade_refused", "403"),
    "refused_502": ("not_connected", "godot.upgrade_refused", "502"),
    "refused_200": ("not_connected", "godot.upgrade_refused", "200"),
    "redirected": ("not_connected", "godot.upgrade_refused", "https://game.example/play"),
    "https_port": ("not_connected", "godot.upgrade_tls", "port of HTTPS"),
    "tls_port": ("not_connected", "godot.upgrade_unanswered", "the server expects TLS"),
    "protocol_other": ("not_connected", "godot.upgrade_subprotocol", '"chess"'),
    "protocol_none": ("not_connected", "godot.upgrade_subprotocol", "has chosen none"),
    "protocol_unasked": ("not_connected", "godot.upgrade_subprotocol", '"chess"'),
    "no_answer": ("not_connected", "godot.upgrade_unanswered", "without any answer"),
    "stands_still": ("not_polling", "godot.window_closed", "window is 0"),
}
# Captures in which a frame is marked that the client refuses, before it closes.
UNREAD = {"compressed": "it is compressed", "masked_by_server": "a server's frame is masked"}
UNREAD_CAUSE = "the client refuses a frame of WebSocket: neither it nor what follows is read"
NO_SERVER = "no_server"  # nothing listens: no data
HEALTHY = ("well", "closes_4000", "idle_not", "protocol_fits", "heartbeat_well")
# The code that the engine of the client printed; it does not know 1013.
CLOSED_WITH = {"compressed": 1002, "masked_by_server": 1002, "text_not_utf8": 1007, "big_in_pieces": 1009, "closes_1003": 1003, "closes_1008": 1008,
               "closes_1011": 1011, "closes_1013": 1002, "closes_4000": 4000, "well": 1000, "heartbeat": -1, "heartbeat_first": -1, "heartbeat_no_pongs": -1}


def capture(name):
    return ENDS / f"{name}.pcap"


def truth(name):
    return [json.loads(line) for line in (ENDS / f"{name}.truth.jsonl").read_text(encoding="utf-8").splitlines()]


def problems(output):
    lines = [line for line in output.decode().splitlines() if line[:1] not in "#="]
    return [(row["problem"], row["cause"], row["count"], row["first"], row["remedy"]) for row in csv.DictReader(lines)]


def by_tshark(path):
    return problems(harness.run("-q", "-2", "-z", "godot,problems,csv", capture=path).stdout)


def analysed(path):
    return problems(subprocess.run([ANALYSE, path, "godot,problems,csv"], capture_output=True, check=True).stdout)


class Ends(unittest.TestCase):
    def test_websockets_own_frames_are_understood(self):
        """Each end sends a Close: two Handshakes beside those of the upgrade, and nothing is Not understood."""
        for name in HEALTHY:
            with self.subTest(name):
                outputs = (harness.run("-q", "-2", "-z", "godot,profile,csv", capture=capture(name)).stdout,
                           subprocess.run([ANALYSE, capture(name), "godot,profile,csv"], capture_output=True, check=True).stdout)  # fmt: skip
                for output in outputs:
                    lines = [line for line in output.decode().splitlines() if line[:1] not in "#="]
                    counts = {row["kind"]: int(row["count"]) for row in csv.DictReader(lines)}
                    self.assertNotIn("Not understood", counts)
                    closes = 0 if name in ("idle_not", "heartbeat_well") else 2
                    self.assertEqual(counts["Handshake"], 2 + closes)

    def test_each_has_a_capture_and_its_truth(self):
        self.assertEqual({path.stem for path in ENDS.glob("*.pcap")}, {*SAID, *HEALTHY, NO_SERVER})
        for name, code in CLOSED_WITH.items():
            with self.subTest(name):
                states = [each["line"] for each in truth(name) if each["kind"] == "client" and each["line"].startswith("state 3")]
                self.assertTrue(states and f"code {code} " in states[0], states)

    def test_a_port_at_which_nothing_listens(self):
        """The engine has refused nothing, and says that it is not connected; the capture has no data, and says why."""
        self.assertIn({"kind": "client", "line": "state 3 code -1 reason  read 0"}, truth(NO_SERVER))
        done = subprocess.run([ANALYSE, capture(NO_SERVER), "godot,problems,json"], capture_output=True, check=True).stdout
        self.assertEqual(harness.run("-q", "-2", "-z", "godot,problems,json", capture=capture(NO_SERVER)).stdout.strip(), done.strip())
        table = json.loads(done)
        self.assertEqual(table["rows"], [])
        (reason,) = table["not_judged"]
        self.assertEqual((reason["reason"], reason["count"]), ("lacks_packets", 1))
        self.assertEqual(reason["what"], "1 connection over TCP was refused or not answered, so that no data came")

    def test_the_packet_says_what_happened(self):
        for name, (kind, filter_, part) in SAID.items():
            with self.subTest(name):
                rows = harness.fields(capture(name), ["godot.problem", "godot.expert.details", "_ws.col.Info"], display_filter=filter_)
                self.assertEqual(len(rows), 1)
                (found, messages, info), = rows
                self.assertEqual(found, [kind])
                self.assertIn(part, " ".join(messages))
                self.assertRegex(info[0], r"\[(cut off|not connected|not polling)\]")

    def test_the_refused_frame_is_marked(self):
        for name in (*SAID, *HEALTHY):
            with self.subTest(name):
                rows = harness.fields(capture(name), ["frame.number", "godot.expert.details"], display_filter="godot.websocket_unread")
                self.assertEqual(len(rows), 1 if name in UNREAD else 0)
                for number, messages in rows:
                    self.assertIn(UNREAD[name], " ".join(messages))
                    closes, = harness.fields(capture(name), ["frame.number"], display_filter=SAID[name][1])
                    self.assertLess(int(number[0]), int(closes[0][0]))

    def test_one_pass_says_the_same(self):
        for name in ("compressed", "idle_6", "refused_404"):
            kind, filter_, _ = SAID[name]
            done = harness.run("-Y", filter_, "-T", "fields", "-e", "godot.problem", capture=capture(name))
            self.assertEqual(done.stdout.decode().split(), [kind])

    def test_healthy_ends_have_no_mark(self):
        for name in HEALTHY:
            with self.subTest(name):
                self.assertEqual(harness.fields(capture(name), ["frame.number"], display_filter="godot.end || godot.problem"), [])

    @unittest.skipUnless(ANALYSE, "godot-analyse is not built")
    def test_both_hosts_have_the_same_row(self):
        for name in (*SAID, *HEALTHY):
            with self.subTest(name):
                mine = analysed(capture(name))
                self.assertEqual(mine, by_tshark(capture(name)))
                rest = [row[0] for row in mine if row[1] != UNREAD_CAUSE]
                self.assertEqual(rest, [SAID[name][0]] if name in SAID else [])
                self.assertEqual(len(mine) - len(rest), 1 if name in UNREAD else 0)

    @unittest.skipUnless(ANALYSE, "godot-analyse is not built")
    def test_cut_and_thinned_captures_say_nothing_else(self):
        """Of a part of a capture: what is said of the whole, or nothing."""
        home = harness.workshop().home
        for name in (*SAID, *HEALTHY):
            whole = {row[:2] for row in analysed(capture(name))}
            for cut in (["-s", "100"], ["-s", "70"], ["-r", "1-8"], ["-r", "9-9999"]):
                part = home / f"ends-{name}.pcap"
                options = cut[:2] if cut[0] == "-s" else []
                frames = [cut[1]] if cut[0] == "-r" else []
                subprocess.run(["editcap", *options, *(["-r"] if frames else []), capture(name), part, *frames], check=True, capture_output=True)
                with self.subTest(name, cut=cut):
                    self.assertLessEqual({row[:2] for row in analysed(part)}, whole)
            for left_out in range(1, 12):
                part = home / f"ends-{name}.pcap"
                subprocess.run(["editcap", capture(name), part, str(left_out)], check=True, capture_output=True)
                with self.subTest(name, left_out=left_out):
                    self.assertLessEqual({row[:2] for row in analysed(part)}, whole)


if __name__ == "__main__":
    unittest.main()
