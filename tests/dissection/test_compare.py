# SPDX-License-Identifier: MIT
"""tools/godot-compare: recordings of one game with different lengths have no row above the noise; a single row that got
dearer is found. The recordings are engines'; the dearer row is made here, from a measured one."""

import itertools
import json
import os
import struct
import subprocess
import sys
import unittest
from pathlib import Path

import harness

PROGRAM = harness.SOURCE / "tools" / "godot-compare"
GAMES = (
    "multiplayer/godot-4.6/arena_enet",
    "multiplayer/godot-4.6/rollback_enet",
    "multiplayer/godot-4.6/replication_enet",
    "multiplayer/godot-4.6/replication_websocket",
    "multiplayer/godot-3.6/fleet_websocket",
    "lossy/godot-4.6/arena_lossy_enet",
)
DEARER = ("Sync", "Arena/Players/*", "always #1")


def beginning(capture, share):
    """A capture that ends after this share of the recording's time."""
    data, at, records = capture.read_bytes(), 24, []
    while at < len(data):
        seconds, micro, length = struct.unpack_from("<III", data, at)
        at += 16 + length
        records.append((seconds * 1_000_000 + micro, at))
    stop = records[0][0] + share * (records[-1][0] - records[0][0])
    path = harness.workshop().folder / f"{capture.stem}_beginning.pcap"
    path.write_bytes(data[: max(end for time, end in records if time <= stop)])
    path.chmod(0o644)
    return path


def program():
    """The program with what it shares with others, for that user."""
    for path in (PROGRAM.parent / "godot_tools").glob("*.py"):
        harness.workshop().readable(path).chmod(0o644)
    return harness.workshop().readable(PROGRAM)


def compare(*arguments):
    """Runs the program as the user who runs tshark."""
    shop = harness.workshop()
    environment = {**shop.environment(True), "PYTHONDONTWRITEBYTECODE": "1"}
    command = shop.as_user(sys.executable, str(program()), "--tshark", harness.TSHARK, *map(str, arguments))
    return subprocess.run(command, env=environment, cwd=shop.home, capture_output=True, text=True, check=False, timeout=300)


def file_of(name, measured):
    """A file with the output of --measure, for the user who runs the program."""
    path = harness.workshop().folder / f"{name}.json"
    path.write_text(json.dumps(measured))
    path.chmod(0o644)
    return path


def rows(done):
    """Mark and name of each row."""
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    return [(line[5], line[6]) for line in lines[1:]]


class Compared(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.measured = {}
        for name in GAMES:
            whole = harness.workshop().readable(harness.PCAPS / f"{name}.pcap")
            for role, capture in (("whole", whole), ("part", beginning(whole, 0.6))):
                cls.measured[name, role] = file_of(f"{name.replace('/', '_')}_{role}", json.loads(cls.measure(capture)))

    @staticmethod
    def measure(capture):
        done = compare("--measure", capture)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        return done.stdout

    def test_bytes_are_the_profiles(self):
        """All rows of a profile, with exact bytes."""
        capture = harness.PCAPS / f"{GAMES[0]}.pcap"
        text = harness.run("-q", "-2", "-z", "godot,profile,json", capture=capture).stdout.decode()
        kept = json.loads(self.measured[GAMES[0], "whole"].read_text())
        self.assertEqual(sum(row["total"] for row in kept["rows"]), sum(row["total"] for row in harness.json_rows(text)))

    def test_other_lengths_are_no_change(self):
        for name in GAMES:
            for order in (("part", "whole"), ("whole", "part")):
                with self.subTest(game=name, order=order):
                    done = compare("--fail-above", "0%", *(self.measured[name, role] for role in order))
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    self.assertGreater(len(rows(done)), 5)
                    self.assertEqual([row for row in rows(done) if row[0]], [])

    def dearer(self, name, factor):
        kept = json.loads(self.measured[GAMES[0], "whole"].read_text())
        (row,) = [row for row in kept["rows"] if (row["kind"], row["node"], row["member"]) == DEARER]
        row["total"] = int(row["total"] * factor)
        row["bytes"] = [int(sent * factor) for sent in row["bytes"]]
        return file_of(name, kept)

    def test_only_the_dearer_row_is_found(self):
        dearer = self.dearer("dearer", 1.3)
        for role in ("whole", "part"):
            done = compare("--fail-above", "10%", self.measured[GAMES[0], role], dearer)
            self.assertEqual(done.returncode, 1)
            self.assertEqual([row for row in rows(done) if row[0]], [("dearer", " ".join(DEARER))])
            self.assertEqual(rows(done)[0][0], "dearer")
            self.assertEqual(done.stderr, f"godot-compare: dearer: {' '.join(DEARER)}\n")
            self.assertEqual(compare("--fail-above", "50%", self.measured[GAMES[0], role], dearer).returncode, 0)
        self.assertEqual(rows(compare(dearer, self.measured[GAMES[0], "whole"]))[0][0], "cheaper")

    def test_readers_may_stop(self):
        """A reader such as `| head` may close the pipe early; the exit status still reports the rows."""
        shop = harness.workshop()
        command = shop.as_user(sys.executable, str(program()), "--fail-above", "10%",
                   str(self.measured[GAMES[0], "whole"]), str(self.dearer("for_readers", 1.3)))
        read, write = os.pipe()
        os.close(read)
        with os.fdopen(write, "wb") as closed:
            done = subprocess.run(command, env={**shop.environment(True), "PYTHONDONTWRITEBYTECODE": "1"}, cwd=shop.home, stdout=closed,
                                  stderr=subprocess.PIPE, text=True, check=False, timeout=300)
        self.assertEqual((done.returncode, done.stderr), (1, f"godot-compare: dearer: {' '.join(DEARER)}\n"))

    def test_example_of_the_page(self):
        """The example of docs/profile.md is the program's output for two recordings of one game with different settings
        of netfox."""
        page = (harness.SOURCE / "docs/profile.md").read_text(encoding="utf-8")
        example = page[page.index("tools/godot-compare pcaps/netfox/rpc.pcap pcaps/netfox/raw.pcap") :].split("```text\n")[1].split("```")[0]
        shown = [" ".join(line.split()) for line in example.splitlines() if line != "…"]
        self.assertGreater(len(shown), 5)
        done = compare(*(harness.workshop().readable(harness.PCAPS / f"netfox/{name}.pcap") for name in ("rpc", "raw")))
        output = [" ".join(line.split()) for line in done.stdout.splitlines()]
        self.assertEqual([line for line in output if line in shown], shown)

    def test_recordings_themselves(self):
        capture = harness.workshop().readable(harness.PCAPS / f"{GAMES[0]}.pcap")
        done = compare("--fail-above", "0", self.measured[GAMES[0], "whole"], capture)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual({line.split("\t")[0] for line in done.stdout.splitlines()[1:]}, {"+0.0"})

    def test_names_do_nothing_in_a_terminal(self):
        """Players choose names; a separator of lines in one of them divides nothing."""
        odd = json.loads(json.dumps(self.measured_whole()))
        for row in odd["rows"]:
            row["node"] = "a\u2028b\x9b2J\u202e" + row["node"]
        file = file_of("odd_names", odd)
        done = compare(file, file)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("a?b?2J?", done.stdout)
        self.assertFalse(any(sign in done.stdout for sign in "\u2028\x9b\u202e"))

    def measured_whole(self):
        return json.loads(Path(self.measured[GAMES[0], "whole"]).read_text(encoding="utf-8"))

    def test_files_that_cannot_be_compared(self):
        no_game = harness.workshop().readable(min((harness.PCAPS / "noise").glob("*.pcap")))
        whole = self.measured[GAMES[0], "whole"]
        deep = harness.workshop().folder / "deep.json"
        deep.write_text(100_000 * "[", encoding="utf-8")
        for arguments in ((whole,), (whole, deep), ("--measure", whole, whole), (whole, no_game), (whole, "/nothing.json"), (whole, "/nothing.pcap"),
                          ("--fail-above", "much", whole, whole)):
            with self.subTest(arguments=arguments):
                done = compare(*arguments)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertNotIn("Traceback", done.stderr)


class TenRuns(unittest.TestCase):
    """Measurements of ten games, played one after another, and of one with a dearer property: all recorded from an
    engine."""

    DEARER = ["Sync Arena/Players/* always #1", "Sync Arena/Players/Bot always #1"]

    @classmethod
    def setUpClass(cls):
        kept = json.loads((harness.SOURCE / "tests/dissection/compare_runs.json").read_text(encoding="utf-8"))
        cls.runs = [file_of(f"run{number}", run) for number, run in enumerate(kept["runs"])]
        cls.dearer = file_of("run_dearer", kept["dearer"])

    def test_runs_of_one_game_do_not_differ(self):
        self.assertEqual(len(self.runs), 10)
        for before, after in itertools.permutations(self.runs, 2):
            with self.subTest(before=before.name, after=after.name):
                done = compare("--fail-above", "0%", before, after)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertGreater(len(rows(done)), 20)
                self.assertEqual([row for row in rows(done) if row[0]], [])

    def test_the_dearer_property_is_found(self):
        """The other synchronized property gets cheaper, because its share of the headers shrinks."""
        for run in self.runs:
            with self.subTest(before=run.name):
                done = compare("--fail-above", "10%", run, self.dearer)
                self.assertEqual(done.returncode, 1)
                self.assertEqual(sorted(name for mark, name in rows(done) if mark == "dearer" and name != "all"), self.DEARER)
                self.assertEqual(done.stderr, "".join(f"godot-compare: dearer: {name}\n" for name in self.DEARER))


if __name__ == "__main__":
    unittest.main()
