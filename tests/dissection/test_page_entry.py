# SPDX-License-Identifier: MIT
"""Tools > Godot > Open in the browser: the page is opened from where it is installed; without one, the user reads where to put it.

tshark has no window: a library loaded before it (GODOT_PRESSED) stands for one, and presses the entry."""

import os
import shutil
import subprocess
import unittest
from pathlib import Path
from urllib.parse import quote

from harness import PCAPS, workshop

ARENA = PCAPS / "multiplayer/godot-4.6/arena_enet.pcap"
PAGE = "godot-page.html"


class PageEntry(unittest.TestCase):
    def setUp(self):
        self.shop = workshop()
        # Letters that have a meaning in an address.
        self.folder = self.shop.home / "a b#%\u00e9"
        shutil.rmtree(self.folder, ignore_errors=True)
        self.settings = self.folder / "settings"
        self.shared = self.folder / "share/godot-wireshark"
        for each in (self.settings, self.shared, self.folder / "share/wireshark"):
            each.mkdir(parents=True)
        self.pressed = self.folder / "pressed"
        self.pressed.touch()
        self.pressed.chmod(0o666)

    def press(self, entry, capture=""):
        """What is opened and shown, as (what, text)."""
        library = self.shop.readable(os.environ["GODOT_PRESSED"])
        before = [os.environ["GODOT_PRELOAD"]] if "GODOT_PRELOAD" in os.environ else []
        environment = self.shop.environment(plugin=True)
        environment |= {"LD_PRELOAD": ":".join([*before, str(library)]), "PRESS": f"Godot/{entry}", "PRESSED": str(self.pressed),
                        "CAPTURE": capture, "WIRESHARK_CONFIG_DIR": str(self.settings), "WIRESHARK_DATA_DIR": str(self.folder / "share/wireshark")}
        done = subprocess.run(self.shop.tshark("-r", str(self.shop.readable(ARENA)), "-c", "1"), env=environment, capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return [tuple(line.split(" ", 1)) for line in self.pressed.read_text(encoding="utf-8").splitlines()]

    def put(self, folder):
        page = folder / PAGE
        page.write_text("<!DOCTYPE html>")
        page.chmod(0o644)
        return "file://" + quote(str(page))

    def test_it_is_opened(self):
        """The user's own is nearer than the system's."""
        for folder in (self.shared, self.settings):
            with self.subTest(folder.name):
                address = self.put(folder)
                self.pressed.write_text("")
                self.assertEqual(self.press("Open in the browser"), [("open", address)])

    def test_the_capture_is_named(self):
        address = self.put(self.settings)
        self.assertEqual(self.press("Open in the browser", "/captures/a game.pcapng"),
                         [("open", address), ("window", "Godot: the page"), ("text", "Drop this capture on the page in the browser: /captures/a game.pcapng")])

    def test_without_a_page(self):
        (_, title), (_, text) = self.press("Open in the browser")
        self.assertEqual(title, "Godot: the page")
        self.assertIn("not installed", text)
        self.assertIn(str(self.settings / PAGE), text)

    def test_another_entry_is_another(self):
        """The library presses what is named, and nothing else."""
        self.put(self.settings)
        self.assertEqual(self.press("No such entry"), [])
        self.assertIn(("window", "Godot: documentation"), self.press("Documentation"))


if __name__ == "__main__":
    unittest.main()
