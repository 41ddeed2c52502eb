#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/still-running: a line at least every ten seconds, about what runs, until it ends; and who starts it."""

import os
import subprocess
import sys
import time
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
SCRIPT = SOURCE / "scripts/still-running"
# A program whose child does the work, as ctest's tests do.
PARENT = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(9)', 'test_of_something.py'])"


class StillRunning(unittest.TestCase):
    def test_lines(self):
        began = time.monotonic()
        with subprocess.Popen([sys.executable, "-c", PARENT]) as watched, \
                subprocess.Popen([SCRIPT, "trial", str(watched.pid)], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                 env={**os.environ, "STILL_RUNNING": "yes"}) as said:  # also where a script above speaks
            line = said.stderr.readline()
            self.assertLess(time.monotonic() - began, 10)
            self.assertRegex(line, r"^trial: [89] s: python\S* test_of_something\.py$")
            self.assertEqual(watched.wait(timeout=60), 0)
            self.assertEqual((said.wait(timeout=20), said.stderr.read()), (0, ""))

    def test_one_script_speaks(self):
        done = subprocess.run([SCRIPT, "trial", str(os.getpid())], env={**os.environ, "STILL_RUNNING": "no"}, capture_output=True,
                              check=False, timeout=60)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"", b""))

    def test_users(self):
        for name in (".ci/run", "scripts/test", "scripts/test-bare", "scripts/try"):
            self.assertIn('"$here/scripts/still-running" ', (SOURCE / name).read_text(encoding="utf-8"), name)


if __name__ == "__main__":
    unittest.main()
