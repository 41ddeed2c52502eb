# SPDX-License-Identifier: MIT
"""axe finds nothing wrong in the page, whatever it shows: light and dark, on a desktop and on a phone."""

import os
import unittest
from pathlib import Path

from page_case import PCAPS, REPORT_IS_SHOWN, PageCase

AXE = Path(os.environ["GODOT_AXE"]).read_text(encoding="utf-8")
PROBLEMS = PCAPS / "problems" / "godot-4.6" / "problems_enet.pcap"
REPORTS = (PROBLEMS, PCAPS / "lossy" / "godot-4.6" / "arena_lossy_enet.pcap", PCAPS / "rollback" / "diverged.pcap")
SIZES = ((1300, 900), (400, 800))
# A button without a name.
FAULT = "const button = document.createElement('button'); button.id = 'fault'; document.body.append(button)"


class Accessible(PageCase):
    def each_look(self):
        for scheme in ("light", "dark"):
            self.browser._devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            for width, height in SIZES:
                self.browser.view(width, height)
                yield
        self.browser._devtools("Emulation.setEmulatedMedia", features=[])

    def assert_accessible(self):
        self.assertEqual(self.browser.violations(AXE), [])

    def test_faults_are_found(self):
        """Of the page, and of the report in its frame."""
        self.read(PROBLEMS)
        self.browser.wait_for("the report is shown", REPORT_IS_SHOWN)
        self.browser.run(FAULT)
        self.assertEqual([found[:2] for found in self.browser.violations(AXE)], [("button-name", "#fault")])
        with self.browser.inside("iframe"):
            self.browser.run(FAULT)
            self.assertEqual([found[:2] for found in self.browser.violations(AXE)], [("button-name", "#fault")])

    def test_the_beginning(self):
        for _ in self.each_look():
            self.assert_accessible()

    def test_a_message(self):
        note = self.folder / "note.txt"
        note.write_text("This is no capture.\n" * 20)
        self.read(note)
        self.assertIn("note.txt", self.text("#message"))
        for _ in self.each_look():
            self.assert_accessible()

    def test_the_progress(self):
        self.browser.run("document.getElementById('running').hidden = false")
        for _ in self.each_look():
            self.assert_accessible()

    def test_the_reports(self):
        """With every part open: problems, replay, calls, tables, and what a game with rollback has."""
        for capture in REPORTS:
            self.read(capture)
            self.browser.wait_for("the report is shown", REPORT_IS_SHOWN)
            with self.browser.inside("iframe"):
                self.browser.run("for (const each of document.querySelectorAll('details')) each.open = true")
            for _ in self.each_look():
                with self.browser.inside("iframe"):
                    self.assert_accessible()

    def test_the_packets(self):
        self.read(PROBLEMS)
        self.browser.click("#tab-packets")
        for _ in self.each_look():
            self.assert_accessible()
        # A packet with a problem, whose fields and bytes are shown.
        self.browser.run("fields = null; showPacket(rows.find((row) => row[8] !== '')[0])")
        self.browser.wait_for("its fields are shown", "return fields !== null && asked === 0")
        self.browser.type("#tree", "\ue015")
        for _ in self.each_look():
            self.assert_accessible()


if __name__ == "__main__":
    unittest.main()
