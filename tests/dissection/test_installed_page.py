# SPDX-License-Identifier: MIT
"""godot-analyse --page: the page is found beside the program or where packages put it, and the desktop's browser gets its address."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from urllib.parse import quote

ANALYSE = Path(os.environ["GODOT_ANALYSE"]).resolve()
ARENA = Path(os.environ["GODOT_SOURCE"]) / "pcaps/multiplayer/godot-4.6/arena_enet.pcap"


class InstalledPage(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory(prefix="godot-page-")
        self.addCleanup(kept.cleanup)
        # Letters that have a meaning in an address.
        self.prefix = Path(kept.name).resolve() / "a b#%\u00e9"
        self.program = self.prefix / "bin/godot-analyse"
        self.program.parent.mkdir(parents=True)
        shutil.copy(ANALYSE, self.program)
        self.opened = self.prefix / "opened"

    def put(self, place, text="<!DOCTYPE html>"):
        page = self.prefix / place
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text)
        return "file://" + quote(str(page))

    def run_it(self, *words, status=0):
        """The program, with an xdg-open that ends with this exit status; none: there is no such program."""
        commands = self.prefix / "commands"
        commands.mkdir(exist_ok=True)
        if status is not None:
            opener = commands / "xdg-open"
            opener.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >"{self.opened}"\nexit {status}\n')
            opener.chmod(0o755)
        return subprocess.run([self.program, *words], env={**os.environ, "PATH": str(commands)}, capture_output=True, text=True, check=False)

    def test_it_is_opened(self):
        for place in ("share/godot-wireshark/godot-page.html", "bin/godot-page.html"):
            with self.subTest(place):
                address = self.put(place)
                done = self.run_it("--page")
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, address + "\n", ""))
                self.assertEqual(self.opened.read_text(), address + "\n")

    def test_without_a_browser(self):
        address = self.put("bin/godot-page.html")
        for status in (None, 3):
            with self.subTest(status):
                done = self.run_it("--page", status=status)
                self.assertEqual((done.returncode, done.stdout), (0, address + "\n"))
                self.assertIn("no browser could be started", done.stderr)

    def test_without_a_page(self):
        done = self.run_it("--page")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("the page is not installed here", done.stderr)
        self.assertFalse(self.opened.exists())

    def test_with_a_capture(self):
        """The question is answered behind it."""
        address = self.put("bin/godot-page.html")
        alone = self.run_it(ARENA, "godot,profile,csv")
        both = self.run_it("--page", ARENA, "godot,profile,csv")
        self.assertGreater(alone.stdout.count("\n"), 5)
        self.assertEqual(both.stdout, address + "\n" + alone.stdout)


if __name__ == "__main__":
    unittest.main()
