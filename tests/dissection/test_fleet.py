# SPDX-License-Identifier: MIT
"""tools/godot-fleet: one table over many captures, by the processors of this machine and by Dask's workers; the rows are those that
godot-analyse gives for each capture, and what the captures' engines sent."""

import csv
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ["GODOT_SOURCE"])
sys.path.insert(0, str(SOURCE / "tools"))

from godot_tools.ports import free_port  # noqa: E402

PCAPS = SOURCE / "pcaps"
ANALYSE = os.environ["GODOT_ANALYSE"]
# Of a folder, as servers write them: a healthy game, one over a lossy link, values over TCP.
CAPTURES = ("multiplayer/godot-4.6/arena_enet.pcap", "lossy/godot-4.6/arena_lossy_enet.pcap", "godot-4.6/variants_udp.pcap")


def rows(name):
    with open(f"{name}.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.captures = self.folder / "captures/today"
        self.captures.mkdir(parents=True)
        for path in CAPTURES:
            shutil.copy(PCAPS / path, self.captures)

    def run_fleet(self, *options, python=sys.executable, status=0):
        done = subprocess.run([python, SOURCE / "tools/godot-fleet", self.folder / "captures", "--analyse", ANALYSE, "--out", self.folder / "all", *options],
                              capture_output=True, text=True, check=False, timeout=240)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def fleet(self, *options, python=sys.executable, status=0):
        done = self.run_fleet(*options, python=python, status=status)
        return rows(self.folder / "all"), done


class Fleet(Case):
    def test_names_act_on_no_terminal_and_no_spreadsheet(self):
        """A method's name turns the direction of text, another one begins like a formula."""
        content = (PCAPS / "multiplayer/godot-3.6/fleet_enet.pcap").read_bytes()
        marks = {b"steer": "A\u009bBC".encode(), b"hoist": b"=1+1;"}
        for old, new in marks.items():
            self.assertIn(old, content)
            content = content.replace(old, new)
        (self.captures / "marked.pcap").write_bytes(content)
        table, _done = self.fleet()
        members = {row["member"] for row in table if row["capture"].endswith("marked.pcap")}
        self.assertLessEqual({"A?BC", "'=1+1;"}, members)
        lines = (self.folder / "all.ndjson").read_text(encoding="utf-8").split("\n")
        self.assertFalse(any("\u009b" in line for line in lines))
        self.assertTrue(any(json.loads(line)["member"] == "A\u009bBC" for line in lines if line))

    def test_files_of_other_kinds_stay(self):
        for ending in ("csv", "ndjson", "parquet"):
            file = self.folder / f"all.{ending}"
            file.write_text("day,players\n1,20\n", encoding="utf-8")
            done = subprocess.run([sys.executable, SOURCE / "tools/godot-fleet", self.folder / "captures", "--analyse", ANALYSE, "--out", self.folder / "all"],
                                  capture_output=True, text=True, check=False, timeout=240)  # fmt: skip
            self.assertEqual((done.returncode, file.read_text(encoding="utf-8")), (2, "day,players\n1,20\n"), done.stderr)
            self.assertIn("a file of another kind has this name", done.stderr)
            file.unlink()
        self.fleet()
        self.fleet()

    def test_the_rows_are_those_of_each_capture(self):
        table, done = self.fleet()
        self.assertIn("3 captures, 0 unreadable", done.stdout)
        self.assertEqual([*dict.fromkeys(Path(row["capture"]).name for row in table)], sorted(Path(path).name for path in CAPTURES))
        for path in CAPTURES:
            capture = self.captures / Path(path).name
            asked = subprocess.run([ANALYSE, capture, "godot,profile,json"], capture_output=True, check=True).stdout
            most = sorted(json.loads(asked)["rows"], key=lambda row: -row["total"])[:10]
            found = [row for row in table if row["capture"] == str(capture) and row["row"] == "cost"]
            self.assertEqual([(row["kind"], row["member"], row["count"], row["bytes"]) for row in found],
                             [(row["kind"], row["member"] or "", str(row["count"]), str(row["total"])) for row in most])
        lossy = [row for row in table if row["capture"].endswith("arena_lossy_enet.pcap")]
        self.assertTrue(any(row["row"] == "problem" and row["kind"] == "never_delivered" for row in lossy))
        self.assertEqual(sum(row["row"] == "connection" for row in lossy), 4)  # of two clients
        with open(self.folder / "all.ndjson", encoding="utf-8") as file:
            objects = [json.loads(line) for line in file]
        self.assertEqual([{key: "" if value is None else str(value) for key, value in each.items()} for each in objects], table)

    def test_parquet_has_the_same_rows_or_says_what_it_needs(self):
        if importlib.util.find_spec("pyarrow") is None:
            done = self.run_fleet("--parquet", status=2)
            self.assertIn("--parquet needs the Python package pyarrow: python3-pyarrow in Debian sid, pip install pyarrow elsewhere", done.stderr)
            self.assertEqual(list(self.folder.glob("all.*")), [])
            return
        import pyarrow.parquet

        _table, done = self.fleet("--parquet")
        self.assertIn("all.parquet", done.stdout)
        with open(self.folder / "all.ndjson", encoding="utf-8") as file:
            objects = [json.loads(line) for line in file]
        self.assertEqual(pyarrow.parquet.read_table(self.folder / "all.parquet").to_pylist(), objects)

    def test_a_capture_that_cannot_be_read_has_a_row(self):
        (self.captures / "broken.pcap").write_bytes(b"no capture")
        table, done = self.fleet(status=1)
        broken = [row for row in table if row["row"] == "unreadable"]
        self.assertEqual([Path(row["capture"]).name for row in broken], ["broken.pcap"])
        self.assertIn("Byte 0 of the capture: expected the head", broken[0]["cause"])
        self.assertIn("broken.pcap", done.stderr)
        self.assertGreater(len(table), 20)

    def test_nothing_to_read(self):
        empty = self.folder / "empty"
        empty.mkdir()
        done = subprocess.run([sys.executable, SOURCE / "tools/godot-fleet", empty, "--analyse", ANALYSE], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, "there is no capture" in done.stderr), (2, True))


# The interpreter that has Dask; without one CMake says that this part is left out.
if "GODOT_DASK" in os.environ:

    class Dask(Case):
        def test_local_workers_give_the_same(self):
            alone, _ = self.fleet()
            self.assertEqual(self.fleet("--dask", python=os.environ["GODOT_DASK"])[0], alone)

        def test_a_cluster_gives_the_same(self):
            alone, _ = self.fleet()
            python = os.environ["GODOT_DASK"]
            port = free_port()
            cluster = (["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"],
                       ["distributed.cli.dask_worker", f"127.0.0.1:{port}", "--nthreads", "1", "--no-dashboard", "--no-nanny"])
            parts = [subprocess.Popen([python, "-m", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder) for words in cluster]
            try:
                self.assertEqual(self.fleet("--scheduler", f"127.0.0.1:{port}", python=python)[0], alone)
            finally:
                for part in reversed(parts):
                    part.kill()
                    part.wait()


if __name__ == "__main__":
    unittest.main()
