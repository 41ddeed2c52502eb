#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""outputs.py, which compares the plugins for Windows and macOS with that for Linux: two runs on the same plugin are
equal, and each kind of difference is found."""

import contextlib
import io
import shutil
import unittest

import harness

import output_captures
import outputs

CAPTURE = ("calls", "multiplayer/godot-4.6/auth_enet.pcap", "multiplayer4")


class Compared(unittest.TestCase):
    """One capture is enough for these tests."""

    @classmethod
    def setUpClass(cls):
        cls.all, output_captures.CAPTURES = output_captures.CAPTURES, (CAPTURE,)
        cls.written = harness.workshop().folder / "outputs"
        with contextlib.redirect_stdout(io.StringIO()):
            outputs.write(cls.written)

    @classmethod
    def tearDownClass(cls):
        output_captures.CAPTURES = cls.all

    def compared(self, change):
        """Whether everything is equal after a change of the folder, and the output."""
        folder = harness.workshop().folder / "changed"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.written, folder)
        change(folder)
        reported = io.StringIO()
        with contextlib.redirect_stdout(reported):
            same = outputs.compare(folder)
        return same, reported.getvalue()

    def test_same(self):
        same, reported = self.compared(lambda folder: None)
        self.assertTrue(same, reported)
        self.assertEqual(reported, "12 outputs are the same, 0 differ\n")

    def test_another_value(self):
        def change(folder):
            path = folder / "calls.halved.tree.txt"
            text = path.read_text(encoding="utf-8")
            self.assertIn("Session id: 0", text)
            path.write_text(text.replace("Session id: 0", "Session id: 9", 1), encoding="utf-8")

        same, reported = self.compared(change)
        self.assertFalse(same)
        self.assertIn("\n-      enet.session_id | ..00 .... .... .... = Session id: 9", reported)
        self.assertIn("\n+      enet.session_id | ..00 .... .... .... = Session id: 0", reported)
        self.assertIn("11 outputs are the same, 1 differ\n", reported)

    def test_files_on_one_side_only(self):
        same, reported = self.compared(lambda folder: (folder / "calls.whole.json.txt").unlink())
        self.assertFalse(same)
        self.assertIn("has no calls.whole.json.txt", reported)
        same, reported = self.compared(lambda folder: (folder / "other.whole.tree.txt").write_text("frame 1\n", encoding="utf-8"))
        self.assertFalse(same)
        self.assertIn("nothing was shown for other.whole.tree.txt", reported)

    def test_another_wireshark(self):
        with self.assertRaisesRegex(SystemExit, "written by Wireshark 3.9, this is"):
            self.compared(lambda folder: (folder / outputs.MADE_BY).write_text("3.9\n", encoding="utf-8"))


class Comparable(unittest.TestCase):
    def test_not_a_number(self):
        for text in ("nan", "-nan", "-nan(ind)", "nan(snan)"):
            self.assertEqual(outputs.comparable(f"Float: nan | {text} | 46"), "Float: nan | nan | 46")
        for text in ("banana", "-nano", "x.nan", "nan.x"):
            self.assertEqual(outputs.comparable(text), text)


class Damaged(unittest.TestCase):
    """Each kind of damage has its intended effect."""

    def lines(self, damage, form="tree"):
        name, path, _ = CAPTURE
        return list(outputs.FORMS[form](output_captures.damaged(name, path, damage), []))

    def test_halved_datagrams_end_too_early(self):
        whole, halved = self.lines("whole"), self.lines("halved")
        self.assertFalse([line for line in whole if "malformed" in line])
        self.assertGreater(len([line for line in halved if "malformed" in line]), 5)

    def test_all_frames_are_left(self):
        frames = {damage: [line for line in self.lines(damage) if line.startswith("frame ")] for damage in output_captures.DAMAGES}
        self.assertEqual(frames["snapped"], frames["whole"])
        self.assertEqual(frames["halved"], frames["whole"])
        self.assertEqual(frames["torn"], frames["whole"][:-1])
        self.assertGreater(len(frames["torn"]), 50)

    def test_each_protocol_is_in_a_capture(self):
        seen = set()
        for name, path, _ in output_captures.CAPTURES:
            capture = output_captures.damaged(name, path, "whole")
            seen.update(line.split()[0] for line in outputs.tree(capture, []) if line[:2] == "  " and line[2] != " ")
        ours = {"enet", "godot", "godot.variant", "godot.debug", "godot.mirror", "godot.files"}
        self.assertLessEqual(ours, seen)


if __name__ == "__main__":
    unittest.main()
