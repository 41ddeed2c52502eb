#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/still-running: a line every eight seconds, about what runs, until it ends; and who starts it."""

import os
import subprocess
import sys
import time
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
SCRIPT = SOURCE / "scripts/still-running"
# A program whose child does the work, as ctest's tests do, until it is told to end.
CHILD = "print('works', flush=True); input()"
PARENT = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {CHILD!r}, 'test_of_something.py'])"


class StillRunning(unittest.TestCase):
    def test_lines(self):
        with subprocess.Popen([sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as watched:
            self.assertEqual(watched.stdout.readline(), "works\n")
            began = time.monotonic()
            with subprocess.Popen([SCRIPT, "trial", str(watched.pid)], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                  env={**os.environ, "STILL_RUNNING": "yes"}) as said:  # also where a script above speaks
                line = said.stderr.readline()
                took = time.monotonic() - began
                self.assertRegex(line, r"^trial: \d+ s: python\S* test_of_something\.py$")
                # A busy machine delays it.
                self.assertLessEqual(8, int(line.split()[1]))
                self.assertLessEqual(int(line.split()[1]), took + 1)
                self.assertEqual((watched.communicate("end\n"), watched.returncode), (("", None), 0))
                self.assertEqual((said.wait(timeout=120), said.stderr.read()), (0, ""))

    def test_one_script_speaks(self):
        done = subprocess.run([SCRIPT, "trial", str(os.getpid())], env={**os.environ, "STILL_RUNNING": "no"}, capture_output=True,
                              check=False, timeout=60)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"", b""))

    def test_users(self):
        for name in (".ci/run", "scripts/test", "scripts/test-bare", "scripts/try"):
            self.assertIn('"$here/scripts/still-running" ', (SOURCE / name).read_text(encoding="utf-8"), name)

    def test_between_lines(self):
        """It waits for eight seconds, which no load makes longer for long."""
        self.assertIn("\n    read -rt 8 ", SCRIPT.read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
