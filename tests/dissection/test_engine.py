# SPDX-License-Identifier: MIT
"""Two hosts, one truth: godot-analyse answers what tshark with the plugin answers, line for line."""

import os
import subprocess
import unittest

import harness
import projects
from report_file import TABLES

ANALYSE = os.environ["GODOT_ANALYSE"]
QUESTIONS = [*(f"{table},csv" for table in TABLES), "godot,state,150", "godot,profile,seconds,csv", "godot,profile,channels,csv"]
# Captures of a folder, and the project of their game.
GAMES = (("multiplayer/godot-4.6/*_enet*.pcap", "multiplayer4"), ("multiplayer/godot-3.6/*_enet*.pcap", "multiplayer3"),
         ("links/godot-4.6/*.pcap", None), ("lossy/**/*.pcap", "multiplayer4"), ("mirror/*.pcap*", None), ("netfox/*.pcap", "netfox4"),
         ("faults/godot-4.6/*.pcap", None), ("rollback/*.pcap", None), ("problems/**/*.pcap", None))
# What the program says of frames that it does not read yet.
NOT_READ = "over TCP"


def analysed(capture, *questions, project=None):
    options = ["--project", project] if project else []
    return subprocess.run([ANALYSE, capture, *options, *questions], capture_output=True, check=True)


def by_tshark(capture, questions, project):
    asked = [word for question in questions for word in ("-z", question)]
    names = projects.with_project(projects.copied(project)) if project else []
    return harness.run("-q", "-2", *asked, *names, capture=capture).stdout


def lines(output):
    """tshark prints the tables in another order."""
    return sorted(output.decode().splitlines())


class Engine(unittest.TestCase):
    @harness.sweep
    def test_the_answers_are_tsharks(self):
        compared = 0
        for pattern, name in GAMES:
            captures = sorted(harness.PCAPS.glob(pattern))
            self.assertTrue(captures, pattern)
            project = harness.PCAPS / "projects" / name if name else None
            for capture in harness.of_this_run(captures, captures[:4]):
                mine = analysed(capture, *QUESTIONS, project=project)
                if NOT_READ in mine.stderr.decode():
                    continue
                with self.subTest(capture=capture.relative_to(harness.PCAPS).as_posix()):
                    self.assertEqual(lines(by_tshark(capture, QUESTIONS, project)), lines(mine.stdout))
                    compared += 1
        self.assertGreater(compared, 20)

    def test_a_summary_names_what_was_sent(self):
        done = analysed(harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap", project=harness.PCAPS / "projects/multiplayer4")
        text = done.stdout.decode()
        for part in ("Problems", "Connections", "What uses the bandwidth", "Arena/Players/*", "velocity", "steady", "No problem was found in what was judged."):
            self.assertIn(part, text)
        self.assertLess(len(text.splitlines()), 50)

    def test_calls_are_lines(self):
        done = analysed(harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap", "--calls", project=harness.PCAPS / "projects/multiplayer4")
        self.assertIn("green? → server  Arena/Players/Green.move(direction: Vector2(-1, -1), jump: false)", done.stdout.decode())

    def test_several_captures_are_one(self):
        """A capture in two halves is the whole one."""
        whole = harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap"
        folder = harness.workshop().home
        subprocess.run(["editcap", "-r", whole, folder / "first.pcap", "1-700"], check=True, capture_output=True)
        subprocess.run(["editcap", whole, folder / "second.pcap", "1-700"], check=True, capture_output=True)
        halves = subprocess.run([ANALYSE, folder / "second.pcap", folder / "first.pcap", "godot,profile,csv"], capture_output=True, check=True)
        self.assertEqual(halves.stdout, analysed(whole, "godot,profile,csv").stdout)

    def test_what_cannot_be_read(self):
        home = harness.workshop().home
        wrong = {"nothing.pcap": (b"", "Byte 0 of the capture: expected the head of a pcap or pcapng capture"), "text.pcap": (b"hello, world", "Byte 0 of the capture: expected the head of a pcap or pcapng capture"),
                 "cut.pcap": ((harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap").read_bytes()[:5001], "ends within a packet that begins at byte 5000")}
        for name, (content, sentence) in wrong.items():
            with self.subTest(name):
                (home / name).write_bytes(content)
                done = subprocess.run([ANALYSE, home / name], capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 2)
                self.assertIn(sentence, done.stderr)
        done = subprocess.run([ANALYSE, home / "absent.pcap"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, "No such file" in done.stderr), (2, True))
        done = subprocess.run([ANALYSE, home / "text.pcap", "godot,nothing"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, "is not a question" in done.stderr), (2, True))

    def test_fails_on_a_kind_of_problem(self):
        capture = harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap"
        table = analysed(capture, "godot,problems,csv").stdout.decode().splitlines()[1:]
        kinds = {row.split(",")[0] for row in table if row and not row.startswith("# ")}
        for kind, status in (*((kind, 1) for kind in kinds), ("not_allowed", int("not_allowed" in kinds))):
            done = subprocess.run([ANALYSE, capture, "godot,profile,csv", "--fail-on", kind], capture_output=True, check=False)
            self.assertEqual(done.returncode, status, kind)


if __name__ == "__main__":
    unittest.main()
