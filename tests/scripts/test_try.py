#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/try: the arguments that it passes to tshark. The programs that it starts are replaced here; scripts/test-bare
runs the real ones."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
RECORDER = '#!/bin/sh\n[ $# -eq 0 ] || printf "%s\\n" "$@"\n'


class Try(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        scripts = self.folder / "project/scripts"
        scripts.mkdir(parents=True)
        for name in ("try", "still-running"):
            shutil.copy(SOURCE / "scripts" / name, scripts)
        for name, content in (("packages", "#!/bin/sh\n"), ("tshark", RECORDER), ("../../cmake", "#!/bin/sh\n")):
            (scripts / name).write_text(content)
            (scripts / name).chmod(0o755)
        capture = SOURCE / "pcaps/multiplayer/godot-4.6/arena_enet.pcap"
        self.capture = scripts.parent / capture.relative_to(SOURCE)
        self.capture.parent.mkdir(parents=True)
        shutil.copy(capture, self.capture)

    def run_try(self, *arguments):
        # On a busy machine, scripts/still-running would say that it still runs.
        environment = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}", "STILL_RUNNING": "no"}
        return subprocess.run([self.folder / "project/scripts/try", *arguments], env=environment, capture_output=True, check=False, timeout=60)

    def handed(self, *arguments):
        done = self.run_try(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return done.stdout.decode().splitlines()

    def test_without_capture(self):
        handed = self.handed()
        self.assertEqual(handed[:3], ["-2", "-r", str(self.capture)])
        self.assertIn("131", handed)
        said = "\n".join(handed)
        for word in ("20 messages", "scripts/try CAPTURE", "scripts/package", "docs/names.md"):
            self.assertIn(word, said)
        for page in ("docs/names.md", "docs/problems.md", "docs/README.md"):
            self.assertIn(page, said)
            self.assertTrue((SOURCE / page).exists(), page)
        (project,) = (word for word in handed if word.startswith("uat:godot_projects:"))
        self.assertEqual(project, f'uat:godot_projects:"{self.folder}/project/pcaps/projects/multiplayer4"')

    def test_capture(self):
        self.assertEqual(self.handed(str(self.capture)), ["-2", "-r", str(self.capture)])

    def test_options_keep_both_passes(self):
        self.assertEqual(self.handed(str(self.capture), "-V"), ["-2", "-r", str(self.capture), "-V"])

    def test_help(self):
        for option in ("-h", "--help"):
            done = self.run_try(option)
            self.assertEqual(done.returncode, 0)
            self.assertIn(b"scripts/try [CAPTURE] [TSHARK OPTION...]", done.stdout)
            self.assertEqual(done.stderr, b"")

    def test_argument_that_is_no_capture(self):
        for argument, reason in (("-V", b"the capture comes first"), ("no such file", b"no such file cannot be read")):
            done = self.run_try(argument)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(reason, done.stderr)
            self.assertEqual(done.stdout, b"")


if __name__ == "__main__":
    unittest.main()
