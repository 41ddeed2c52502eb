# SPDX-License-Identifier: MIT
"""`cmake --install` serves the user who installs, not the one who has configured."""

import os
import shutil
import subprocess
import unittest
from pathlib import Path

import harness

BUILD = Path(os.environ["GODOT_PLUGINS"]).parent


class Install(unittest.TestCase):
    def setUp(self):
        self.home = harness.workshop().folder / "another"
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)
        self.home.mkdir()
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.home)}
        subprocess.run(["cmake", "--install", BUILD, "--component", "plugin"], env=environment, check=True, capture_output=True, timeout=60)
        for path in (self.home, *self.home.rglob("*")):
            path.chmod(path.stat().st_mode | (0o555 if path.is_dir() else 0o444))

    def test_another_home(self):
        """Everything lies in that user's folders, and his tshark finds it there."""
        files = {path.relative_to(self.home).as_posix() for path in self.home.rglob("*") if path.is_file()}
        shipped = harness.SOURCE / "profiles" / "Godot"
        profile = {f".config/wireshark/profiles/Godot/{path.relative_to(shipped).as_posix()}" for path in shipped.rglob("*") if path.is_file()}
        self.assertEqual(profile - files, set())
        (plugin,) = files - profile
        self.assertTrue(plugin.startswith(".local/lib/wireshark/plugins/"), plugin)
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LC_ALL": "C.UTF-8"}
        if "GODOT_PRELOAD" in os.environ:
            environment |= {name: os.environ[name] for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS") if name in os.environ}
            environment["LD_PRELOAD"] = os.environ["GODOT_PRELOAD"]
        done = subprocess.run([*harness.workshop().command, "-G", "plugins"], env=environment, check=True, capture_output=True, timeout=60)
        ours = [row.split("\t")[-1] for row in done.stdout.decode().splitlines() if row.startswith("godot.")]
        self.assertEqual(ours, [str(self.home / plugin)])


if __name__ == "__main__":
    unittest.main()
