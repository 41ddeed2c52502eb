# SPDX-License-Identifier: MIT
"""An answer without rows never stands alone: each table says what was not judged, or that nothing was left.

Over the first capture of each folder, without a project, in one pass, and over captures that lack something; over all others with
GODOT_LONG=1."""

import json
import os
import re
import subprocess
import unittest
from concurrent.futures import ThreadPoolExecutor

import harness

import partial_captures
import projects
import report_file
from sharkd import converse

load_tests = harness.by_length

ANALYSE = os.environ["GODOT_ANALYSE"]
REASONS = {"no_project", "one_pass", "began_late", "lacks_packets", "one_direction", "unknown_nodes", "list_changed", "undecided", "not_sent", "unreadable", "no_room"}
TABLES = (
    "godot,profile", "godot,profile,nodes", "godot,profile,kinds", "godot,profile,paths", "godot,profile,peers",
    "godot,profile,channels", "godot,profile,scenes", "godot,problems", "godot,profile,seconds", "godot,sync",
    "godot,sync,properties", "godot,advice", "godot,rollback", "godot,rollback,standstills", "godot,rollback,lateness", "godot,diverged",
    "godot,diverged,inputs", "godot,diverged,ticks", "enet,streams", "godot,state", "godot,plots",
)  # fmt: skip
ARENA = harness.PCAPS / "multiplayer" / "godot-4.6" / "arena_enet.pcap"
REFUSED = harness.PCAPS / "faults" / "godot-4.6" / "ball_refused.pcap"
WEBSOCKET = harness.PCAPS / "multiplayer" / "godot-4.6" / "replication_websocket.pcap"
STREAMS = (
    "multiplayer/godot-4.6/replication_websocket.pcap", "debugger/godot-4.6/session.pcap", "debugger/godot-4.6/websocket.pcap",
    "noray/relayed.pcap", "godot-4.6/variants_tcp.pcap",
)  # fmt: skip
LINE = re.compile(r"^(# )?(Not judged: .+\. .+\.|Nothing was left unjudged\.)$", re.MULTILINE)


def tables(capture, *options, passes=("-2",)):
    """Each table as a program reads it."""
    asked = [option for name in TABLES for option in ("-z", f"{name},json")]
    text = harness.run(*passes, "-q", *options, *asked, capture=capture).stdout.decode()
    decoder, at, found = json.JSONDecoder(), 0, []
    while at < len(text):
        table, at = decoder.raw_decode(text, at)
        found.append(table)
        at = len(text) - len(text[at:].lstrip())
    return found


def reasons(table):
    return {each["reason"] for each in table["not_judged"]}


def of_problems(capture, *options, passes=("-2",)):
    text = harness.run(*passes, "-q", *options, "-z", "godot,problems,json", capture=capture).stdout.decode()
    return reasons(json.loads(text))


def captures():
    found = sorted([*harness.PCAPS.rglob("*.pcap"), *harness.PCAPS.rglob("*.pcapng")])
    return harness.of_this_run(found, harness.of_each_folder(found, 1))


class NeverAlone(unittest.TestCase):
    def check(self, found):
        self.assertEqual(len(found), len(TABLES))
        for table in found:
            self.assertEqual(set(table), {"rows", "complete", "not_judged"})
            self.assertEqual(table["complete"], table["not_judged"] == [])
            self.assertLessEqual(reasons(table), REASONS)
            for each in table["not_judged"]:
                self.assertRegex(each["what_to_do"], r"^[A-Z].*\.$")
                self.assertIn(str(each["count"] or "no "), each["what"])

    @harness.sweep
    def test_each_table_of_each_capture(self):
        with ThreadPoolExecutor(2) as pool:
            jobs = [(capture, passes) for capture in captures() for passes in (("-2",), ())]
            for (capture, passes), found in zip(jobs, pool.map(lambda job: tables(job[0], passes=job[1]), jobs)):
                with self.subTest(capture=str(capture.relative_to(harness.PCAPS)), passes=passes):
                    self.check(found)
                    if not passes and any(table["rows"] for table in found):
                        self.assertTrue(any("one_pass" in reasons(table) for table in found))
                    # What is not Godot's is not a game without problems.
                    if not any(table["rows"] for table in found):
                        self.assertTrue(all(reasons(table) & {"unreadable", "lacks_packets"} for table in found))


class Reasons(unittest.TestCase):
    """Each is given where it is so, and only there."""

    def test_of_a_whole_capture(self):
        project = projects.with_project(projects.copied(projects.PROJECTS / "multiplayer4"))
        self.assertEqual(of_problems(ARENA), {"no_project"})
        self.assertEqual(of_problems(ARENA, *project), set())
        self.assertEqual(of_problems(ARENA, *project, passes=()), {"one_pass"})

    def test_a_project_that_is_not_read_is_none(self):
        """It is named, with the cause."""
        text = harness.run("-2", "-q", *projects.with_project("/nowhere/at/all"), "-z", "godot,problems,json", capture=ARENA).stdout.decode()
        table = json.loads(text)
        self.assertEqual(reasons(table), {"no_project"})
        self.assertIn("There is no such folder: / has no nowhere", table["not_judged"][0]["what_to_do"])

    def test_of_captures_that_lack_something(self):
        enet = {
            "cut_96": "unreadable", "cut_128": "unreadable", "missing_10": "lacks_packets", "second_half": "began_late",
            "to_server": "one_direction", "from_server": "one_direction", "hole": "lacks_packets",
        }  # fmt: skip
        # Wireshark reads no WebSocket of which it has one direction.
        websocket = {"to_server": "unreadable", "from_server": "unreadable"}
        for capture, expected in ((ARENA, enet), (WEBSOCKET, websocket)):
            variants = dict(partial_captures.of(capture, None))
            for name, reason in expected.items():
                with self.subTest(capture=capture.name, lacks=name):
                    self.assertIn(reason, of_problems(variants[name]))
            self.assertEqual(of_problems(variants["doubled"]), {"no_project"})

    def test_of_streams_that_lack_segments(self):
        """What is not in the capture was not judged, whatever reads the stream; what the capture ends before is not missing."""
        for name in STREAMS:
            variants = dict(partial_captures.of(harness.PCAPS / name, None))
            for lacks in ("missing_10", "hole"):
                with self.subTest(capture=name, lacks=lacks):
                    self.assertIn("lacks_packets", of_problems(variants[lacks]))
            for whole in ("first_half", "doubled"):
                with self.subTest(capture=name, whole=whole):
                    self.assertNotIn("lacks_packets", of_problems(variants[whole]))

    def test_of_streams_that_are_cut(self):
        """A value that is cut ends no message: each of its packets is said, in both programs."""
        cut = dict(partial_captures.of(harness.PCAPS / "godot-4.6/variants_tcp.pcap", None))["cut_96"]
        count = harness.line_count(cut, "tcp.len && frame.cap_len < frame.len")
        asked = ("godot,problems,json",)
        done = subprocess.run([ANALYSE, cut, *asked], capture_output=True, check=True)
        for text in (harness.run("-2", "-q", "-z", *asked, capture=cut).stdout.decode(), done.stdout.decode()):
            cuts = [each["count"] for each in json.loads(text)["not_judged"] if "cut: the capture lacks their ends" in each["what"]]
            self.assertEqual(cuts, [count])
        said = done.stderr.decode()
        self.assertIn("bytes over TCP are of connections of which the capture lacks parts, and were not read", said)
        self.assertNotIn("no protocol of Godot", said)

    def test_of_a_filter(self):
        """One direction that a filter shows is not one that the capture has."""
        text = harness.run("-2", "-q", "-z", "godot,problems,json,enet.peer_id == 0", capture=ARENA).stdout.decode()
        self.assertLessEqual(reasons(json.loads(text)), {"no_project"})

    def test_the_engine_has_refused_what_is_not_judged(self):
        """As many calls were not judged as the engine has refused, at least; with the project they are judged."""
        text = harness.run("-2", "-q", "-z", "godot,problems,json", capture=REFUSED).stdout.decode()
        table = json.loads(text)
        self.assertNotIn("not_allowed", {row["problem"] for row in table["rows"]})
        self.assertIn("no_project", reasons(table))

    def test_messages_that_their_receivers_may_not_take(self):
        """As many as have a note, in both programs."""
        whole = "godot.variant.full_object"
        for name, note, count in (("situations/godot-4.6/call_before_kick_websocket", "godot.left_unread_perhaps", 2),
                                  ("situations/godot-4.6/large_calls", "godot.reset_unread_perhaps", 1),
                                  ("situations/godot-4.6/renamed", "godot.path.not_told || godot.path.open", 3),
                                  ("multiplayer/godot-4.6/calls_enet", whole, 4),
                                  ("multiplayer/godot-3.6/calls_enet", whole, 2),
                                  ("godot-4.6/variants_udp", whole, 27)):  # fmt: skip
            capture = harness.PCAPS / f"{name}.pcap"
            asked = ("godot,problems,json",)
            programs = [harness.run("-2", "-q", "-z", *asked, capture=capture).stdout.decode(), subprocess.run([ANALYSE, capture, *asked], capture_output=True, check=True).stdout.decode()]
            for program, text in zip(("tshark", "godot-analyse"), programs):
                with self.subTest(capture=name, program=program):
                    open_ = [each for each in json.loads(text)["not_judged"] if each["reason"] == "undecided"]
                    self.assertEqual([each["count"] for each in open_], [count])
                    self.assertIn(f"the filter {note} finds them", open_[0]["what_to_do"])
            marked = harness.fields(capture, ["frame.number"], display_filter=note)
            self.assertEqual(len(marked), count)


class EachForm(unittest.TestCase):
    def test_text_and_csv(self):
        for name in TABLES:
            for form, begin in (("", ""), (",csv", "# ")):
                with self.subTest(table=name, form=form):
                    text = harness.run("-2", "-q", "-z", f"{name}{form}", capture=ARENA).stdout.decode()
                    lines = [mark for mark, _ in LINE.findall(text)]
                    self.assertEqual(lines, [begin])

    def test_window_and_sharkd(self):
        (answer, *_) = converse(ARENA, {"method": "tap", "params": {"tap0": "nstat:godot,problems", "tap1": "nstat:enet,streams"}})
        for tap in answer["result"]["taps"]:
            texts = [cell for row in tap["tables"][0]["i"] if row[0] == 0 for cell in row if isinstance(cell, str)]
            self.assertEqual([bool(LINE.match(text)) for text in texts if text], [True])

    def test_report(self):
        page = report_file.made(ARENA, tables=False)
        self.assertEqual([each["reason"] for each in page.facts["not_judged"]], ["no_project"])


if __name__ == "__main__":
    unittest.main()
