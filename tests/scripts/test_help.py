#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""--help prints how a script is used, and does nothing else."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
SCRIPTS = ("check-package", "lint", "make-root", "package", "packages", "release", "still-running", "test", "test-addon", "test-bare", "test-portable",
           "test-reproducible", "test-versions", "try")  # fmt: skip


class Help(unittest.TestCase):
    def test_help(self):
        for name in SCRIPTS:
            with self.subTest(name=name), tempfile.TemporaryDirectory() as folder:
                # Only reading and printing is possible here: a script that went on to build or install would fail.
                for tool in ("bash", "sed", "dirname", "env"):
                    os.symlink(next(path for path in (f"/usr/bin/{tool}", f"/bin/{tool}") if os.path.exists(path)), f"{folder}/{tool}")
                done = subprocess.run([SOURCE / "scripts" / name, "--help"], env={"PATH": folder}, capture_output=True, check=False, timeout=60)
                self.assertEqual((done.returncode, done.stderr), (0, b""))
                self.assertIn(f"scripts/{name}".encode(), done.stdout)


if __name__ == "__main__":
    unittest.main()
