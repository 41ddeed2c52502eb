# SPDX-License-Identifier: MIT
"""An end that sleeps, and what looks the same: what is said by both hosts, against what was done to the client and its cable."""

import csv
import functools
import os
import subprocess
import unittest

import harness  # first: it adds tests/common to the path

import two_ends

ANALYSE = os.environ.get("GODOT_ANALYSE")
FOLDER = harness.PCAPS / "sleeps" / "godot-4.6"
captures = functools.partial(two_ends.captures, FOLDER)
truth = functools.partial(two_ends.truth, FOLDER)

ENET = "enet.analysis.slept"
TCP = "godot.tcp_slept"
STOOD = "enet.analysis.not_polling"
SLEPT_OR_OUT = {"its device slept, or its system stopped the game", "its link was out, while its program stood still or had nothing to send"}
STOOD_OR_KEPT = {"its program stood still (", "its device slept, and the network kept what was sent to it"}
CLOCK = {"its device slept (its clock, ENet's sent time, stood still for"}
# At the server. Capture: filter of what is said of the client, and its causes.
SAID = {
    "slept_enet": (ENET, SLEPT_OR_OUT),
    "slept_held_enet": (STOOD, STOOD_OR_KEPT),
    "suspended_enet": (ENET, CLOCK),
    "suspended_held_enet": (ENET, CLOCK),
    "stood_still_enet": (STOOD, STOOD_OR_KEPT),
    "idle_outage_enet": (ENET, SLEPT_OR_OUT),
    "slept_websocket": (TCP, SLEPT_OR_OUT),
    "slept_held_websocket": (TCP, SLEPT_OR_OUT),
    "idle_outage_websocket": (TCP, SLEPT_OR_OUT),
}
# What was done to the client is among its causes.
TRUE = {
    ("cut", "stops"): "device slept", ("held", "stops"): "device slept", ("clock", "cut", "stops"): "device slept",
    ("clock", "held", "stops"): "device slept", ("stops",): "program stood still", ("cut",): "link was out",
}  # fmt: skip
# Beside the client, too, what comes is not answered.
AT_BOTH = ("stood_still_enet",)
ANY = f"{ENET} || {STOOD} || {TCP} || godot.not_polling || godot.window_closed"


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
    return [row for row in found if row[0] == "not_polling"]


class Sleeps(unittest.TestCase):
    def test_each_has_its_truth(self):
        self.assertEqual(len(list(captures())), 34)
        for _, name, _ in captures():
            with self.subTest(name):
                at = [line["time"] for line in truth(name) if line.get("event") in ("begins", "ends")]
                self.assertAlmostEqual(at[1] - at[0], 4, delta=0.5)

    def test_what_is_said_and_of_whom(self):
        for path, name, role in captures():
            found = harness.fields(path, ["frame.number", "godot.problem", "godot.expert.details", "_ws.col.Info"], display_filter=ANY)
            with self.subTest(path.name):
                if name not in (SAID if role == "host" else AT_BOTH):
                    self.assertEqual(found, [])
                    continue
                filter_, causes = SAID[name]
                self.assertEqual(len(found), 1)
                (_, kinds, details, info), = found
                self.assertEqual(kinds, ["not_polling"])
                self.assertIn("[not polling]", info[0])
                text = " ".join(details)
                for cause in SLEPT_OR_OUT | STOOD_OR_KEPT | CLOCK:
                    self.assertEqual(cause in text, cause in causes, text)
                self.assertEqual(len(harness.fields(path, ["frame.number"], display_filter=filter_)), 1)
                self.assertIn(TRUE[does(name)], text)

    def test_how_long(self):
        """The frames that the text names are those between which nothing of the client came."""
        for path, name, role in captures():
            if role == "client" or SAID.get(name, [""])[0] not in (ENET, TCP):
                continue
            mine = harness.fields(path, ["frame.number", "frame.time_epoch"], display_filter="ip.src == 10.77.0.2")
            times = [(int(frame[0]), float(time[0])) for frame, time in mine]
            (before, since), (after, until) = max(zip(times, times[1:]), key=lambda pair: pair[1][1] - pair[0][1])
            begins, ends = [line["time"] for line in truth(name) if line.get("event") in ("begins", "ends")]
            with self.subTest(name):
                (details,), = harness.fields(path, ["godot.expert.details"], display_filter=SAID[name][0])
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
                self.assertEqual(len(found), 1 if name in (SAID if role == "host" else AT_BOTH) else 0)
                self.assertEqual(found, of_silence(by_tshark(path)))

    @unittest.skipUnless(ANALYSE, "godot-analyse is not built")
    def test_cut_and_thinned_captures_say_nothing_else(self):
        home = harness.workshop().home
        for path, name, role in captures():
            if role != "host":
                continue
            whole = {row[:2] for row in of_silence(analysed(path))}
            part = home / f"sleeps-{name}.pcap"
            total = int(subprocess.run(["capinfos", "-T", "-r", "-c", path], capture_output=True, check=True, text=True).stdout.split()[-1])
            parts = {"snapped": ["-s", "60", path, part], "begun late": ["-r", path, part, "9-99999"],
                     "first half": ["-r", path, part, f"1-{total // 2}"]}  # fmt: skip
            for every in (7, 13):
                parts[f"thinned by {every}"] = [path, part, *(str(frame) for frame in range(5, total, every))]
            for what, command in parts.items():
                subprocess.run(["editcap", *command], check=True, capture_output=True)
                with self.subTest(name, what=what):
                    self.assertLessEqual({row[:2] for row in of_silence(analysed(part))}, whole)


if __name__ == "__main__":
    unittest.main()
