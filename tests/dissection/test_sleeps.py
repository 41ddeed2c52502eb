# SPDX-License-Identifier: MIT
"""An end that sleeps, and what looks the same: what is said by both hosts, against what was done to the client and its cable."""

import csv
import functools
import os
import re
import subprocess
import unittest

import harness  # first: it adds tests/common to the path

import partial_captures
import two_ends

ANALYSE = os.environ.get("GODOT_ANALYSE")
FOLDER = harness.PCAPS / "sleeps" / "godot-4.6"
captures = functools.partial(two_ends.captures, FOLDER)
truth = functools.partial(two_ends.truth, FOLDER)

ENET = "enet.analysis.slept"
TCP = "godot.tcp_slept"
STOOD = "enet.analysis.not_polling"
UNANSWERED = "enet.analysis.unanswered_since"
SLEPT_OR_OUT = {"its device slept, or its system stopped the game", "its link was out, while its program stood still or had nothing to send"}
STOOD_OR_KEPT = {"its program stood still (", "its device slept, and the network kept what was sent to it"}
CLOCK = {"its device slept (its clock, ENet's sent time, stood still for"}
ENDED = {"the other end ended, or lost its network, while this program stood still"}
# Beside the server. Capture: what is said of the client: filters, and their causes.
AT_SERVER = {
    "slept_enet": {ENET: SLEPT_OR_OUT},
    "slept_held_enet": {STOOD: STOOD_OR_KEPT},
    "suspended_enet": {ENET: CLOCK},
    "suspended_held_enet": {ENET: CLOCK},
    "stood_still_enet": {STOOD: STOOD_OR_KEPT},
    "idle_outage_enet": {ENET: SLEPT_OR_OUT},
    "asleep_enet": {ENET: SLEPT_OR_OUT},
    "asleep_suspended_enet": {ENET: CLOCK},
    "dropped_slept_enet": {UNANSWERED: SLEPT_OR_OUT},
    "dropped_suspended_enet": {UNANSWERED: CLOCK},
    "dropped_stood_still_enet": {UNANSWERED: STOOD_OR_KEPT, STOOD: STOOD_OR_KEPT},
    "slept_websocket": {TCP: SLEPT_OR_OUT},
    "slept_held_websocket": {TCP: SLEPT_OR_OUT},
    "idle_outage_websocket": {TCP: SLEPT_OR_OUT},
    "asleep_websocket": {TCP: SLEPT_OR_OUT},
}
# Beside the client: who captures there sleeps, too. What TCP brings afterwards looks as if it was sent then: nothing is said.
AT_CLIENT = {
    "slept_enet": {ENET: SLEPT_OR_OUT},
    "suspended_enet": {ENET: CLOCK},
    "suspended_held_enet": {ENET: CLOCK},
    "stood_still_enet": {STOOD: STOOD_OR_KEPT},
    "asleep_enet": {ENET: SLEPT_OR_OUT},
    "asleep_suspended_enet": {ENET: CLOCK},
    "dropped_slept_enet": {UNANSWERED: SLEPT_OR_OUT | ENDED},
    "dropped_suspended_enet": {UNANSWERED: SLEPT_OR_OUT | ENDED},
    "dropped_stood_still_enet": {UNANSWERED: STOOD_OR_KEPT, STOOD: STOOD_OR_KEPT},
}
# What was done to the client is among its causes.
TRUE = {
    ("cut", "stops"): "device slept", ("held", "stops"): "device slept", ("clock", "cut", "stops"): "device slept",
    ("clock", "held", "stops"): "device slept", ("stops",): "program stood still", ("cut",): "link was out",
    ("capture", "cut", "stops"): "device slept", ("capture", "clock", "cut", "stops"): "device slept",
}  # fmt: skip
WORDS = {UNANSWERED: "cut_off"}
ANY = f"{ENET} || {STOOD} || {TCP} || {UNANSWERED} || godot.not_polling || godot.window_closed"


def said_of(name, role):
    return (AT_SERVER if role == "host" else AT_CLIENT).get(name, {})


def does(name):
    return tuple(next(line["does"] for line in truth(name) if line.get("event") == "begins"))


def rows(output):
    lines = [line for line in output.decode().splitlines() if line[:1] not in "#="]
    return [(row["problem"], row["cause"], row["count"], row["first"], row["remedy"]) for row in csv.DictReader(lines)]


def by_tshark(path):
    return rows(harness.run("-q", "-2", "-z", "godot,problems,csv", capture=path).stdout)


def analysed(path):
    return rows(subprocess.run([ANALYSE, path, "godot,problems,csv"], capture_output=True, check=True).stdout)


def of_silence(found):
    return [row for row in found if row[0] in ("not_polling", "cut_off")]


class Sleeps(unittest.TestCase):
    def test_each_has_its_truth(self):
        self.assertEqual(len(list(captures())), 54)
        for _, name, _ in captures():
            with self.subTest(name):
                at = [line["time"] for line in truth(name) if line.get("event") in ("begins", "ends")]
                self.assertAlmostEqual(at[1] - at[0], 16 if name.startswith("dropped_") else 4, delta=0.5)

    def test_what_is_said_and_of_whom(self):
        for path, name, role in captures():
            expected = said_of(name, role)
            with self.subTest(path.name):
                self.assertEqual(len(harness.fields(path, ["frame.number"], display_filter=ANY)), len(expected))
                for filter_, causes in expected.items():
                    (kinds, details, info), = harness.fields(path, ["godot.problem", "godot.expert.details", "_ws.col.Info"], display_filter=filter_)
                    self.assertIn(WORDS.get(filter_, "not_polling"), kinds)
                    self.assertRegex(info[0], r"\[(not polling|cut off)\]|no delivery seen\]")
                    text = " ".join(details)
                    for cause in SLEPT_OR_OUT | STOOD_OR_KEPT | CLOCK | ENDED:
                        self.assertEqual(cause in text, cause in causes, text)
                    self.assertIn(TRUE[does(name)], text)

    def test_who_is_given_up(self):
        """The server's script is told that the client has gone while that sleeps; the client's, 5 s or more after it goes on."""
        for name in ("dropped_slept_enet", "dropped_suspended_enet", "dropped_stood_still_enet"):
            begins, ends = [line["time"] for line in truth(name) if line.get("event") in ("begins", "ends")]
            gone = {line["end"]: line["time"] for line in truth(name) if line["kind"] in ("disconnected", "server_disconnected")}
            with self.subTest(name):
                self.assertTrue(begins + 5 < gone["server"] < ends, gone)
                self.assertGreater(gone["client"], ends + 2)
                text, = [" ".join(details) for details, in harness.fields(FOLDER / f"{name}_host.pcap", ["godot.expert.details"], display_filter=UNANSWERED)]
                last, tried = re.search(r"has sent until frame (\d+), for ([\d.]+) s without an answer", text).groups()
                servers = harness.fields(FOLDER / f"{name}_host.pcap", ["frame.number", "frame.time_epoch"], display_filter="ip.src == 10.77.0.1")
                self.assertEqual(last, servers[-1][0][0])
                self.assertLessEqual(float(servers[-1][1][0]), gone["server"] + 0.1)
                self.assertGreater(float(tried), 5)

    def test_how_long(self):
        """The frames that the text names are those between which nothing of the client came."""
        for path, name, role in captures():
            filter_ = next((each for each in said_of(name, role) if each != STOOD), None)
            if role == "client" or filter_ is None:
                continue
            mine = harness.fields(path, ["frame.number", "frame.time_epoch"], display_filter="ip.src == 10.77.0.2")
            times = [(int(frame[0]), float(time[0])) for frame, time in mine]
            (before, since), (after, until) = max(zip(times, times[1:]), key=lambda pair: pair[1][1] - pair[0][1])
            begins, ends = [line["time"] for line in truth(name) if line.get("event") in ("begins", "ends")]
            with self.subTest(name):
                (details,), = harness.fields(path, ["godot.expert.details"], display_filter=filter_)
                text = " ".join(details)
                self.assertIn(f"after frame {before} ", text)
                self.assertRegex(text, rf"frame {after}\b")
                self.assertLess(since, begins + 0.3)
                self.assertGreater(until, ends - 0.1)

    @unittest.skipUnless(ANALYSE, "godot-analyse is not built")
    def test_both_hosts_have_the_same_row(self):
        for path, name, role in captures():
            with self.subTest(path.name):
                found = of_silence(analysed(path))
                self.assertEqual(len(found), len(said_of(name, role)))
                self.assertEqual(found, of_silence(by_tshark(path)))

    @unittest.skipUnless(ANALYSE, "godot-analyse is not built")
    def test_cut_and_thinned_captures_say_nothing_else(self):
        home = harness.workshop().home
        for path, name, role in captures():
            if role != "host" and name not in AT_CLIENT:
                continue
            whole = {row[:2] for row in of_silence(analysed(path))}
            part = home / f"sleeps-{path.name}"
            total = int(subprocess.run(["capinfos", "-T", "-r", "-c", path], capture_output=True, check=True, text=True).stdout.split()[-1])
            parts = {"snapped": ["-s", "60", path, part], "begun late": ["-r", path, part, "9-99999"],
                     "first half": ["-r", path, part, f"1-{total // 2}"]}  # fmt: skip
            for every in (7, 13):
                parts[f"thinned by {every}"] = [path, part, *(str(frame) for frame in range(5, total, every))]
            for what, command in parts.items():
                subprocess.run(["editcap", *command], check=True, capture_output=True)
                with self.subTest(path.name, what=what):
                    self.assertLessEqual({row[:2] for row in of_silence(analysed(part))}, whole)


    @unittest.skipUnless(ANALYSE, "godot-analyse is not built")
    def test_a_capture_that_stood_still_or_whose_clock_was_set_is_none_that_slept(self):
        """Of a game in which nothing happens: without the frames of four seconds, and with four seconds more from a frame on."""
        header, frames = partial_captures.read(FOLDER / "well_enet.pcap")
        self.assertEqual(of_silence(analysed(FOLDER / "well_enet.pcap")), [])
        begin = frames[0][0] + 3
        gap = [frame for frame in frames if not begin <= frame[0] < begin + 4]
        self.assertGreater(len(frames) - len(gap), 100)
        late = [(frame[0] + (4 if frame[0] >= begin else 0), *frame[1:]) for frame in frames]
        for name, changed in (("gap", gap), ("late", late)):
            with self.subTest(name):
                self.assertEqual(of_silence(analysed(partial_captures.write(f"well_{name}", header, changed))), [])


if __name__ == "__main__":
    unittest.main()
