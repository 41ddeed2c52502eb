# SPDX-License-Identifier: MIT
"""Every row of every page about the format, alone, in an array and in a dictionary, as documented. Synthetic:
tests/common/pages.py writes the bytes from the pages alone."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
TOOL = os.environ.get("GODOT_VARIANT", "godot-variant")
sys.path.insert(0, str(SOURCE / "tests" / "common"))

import pages  # noqa: E402


def texts(rows, *options):
    """What the tool reads from the rows, in one run."""
    data = b"".join(pages.u32(len(row.data)) + row.data for row in rows)
    command = [TOOL, "--stream", "little", "--format", "text", *options]
    done = subprocess.run(command, input=data, capture_output=True, check=False, timeout=60)
    return done.stdout.decode().split("\n")[:-1], done.stderr.decode()


def misses(rows, *options):
    found, reported = texts(rows, *options)
    if len(found) != len(rows):
        return [f"{len(found)} values instead of {len(rows)}: {reported}"]
    return [f"{row}: {row.data.hex()} reads {text}, not {row.text}" for row, text in zip(rows, found) if text != row.text]


class Pages(unittest.TestCase):
    def test_every_row_as_documented(self):
        total = 0
        for page in pages.PAGES:
            for double in (False, True) if page.double else (False,):
                rows = [row for row in pages.rows(page) if row.double == double]
                self.assertTrue(set(page.table) - set(page.lost) - {"Object"} <= {row.type_name for row in rows})
                total += len(rows)
                options = ["--dialect", page.dialect, "--precision", "double" if double else "single", "--as-documented"]
                with self.subTest(page=page.name, double=double):
                    self.assertEqual(misses(rows, *options), [])
        self.assertGreater(total, 2000)

    def test_every_row_of_the_rewritten_page(self):
        """Read with a dialect of an engine, all but three types match: those three have the number of another type."""
        rows = list(pages.rows(pages.REWRITTEN))
        self.assertEqual(set(pages.REWRITTEN.table), {row.type_name for row in rows})
        fair = [row for row in rows if row.label.split(",")[0] not in pages.MISPLACED]
        self.assertGreater(len(fair), 600)
        for dialect in ("godot4", "redot"):
            self.assertEqual(misses(fair, "--dialect", dialect), [])
        for row in rows:
            if row.label in pages.MISPLACED:
                self.assertNotIn(row.text, texts([row], "--dialect", "godot4")[0], row)

    def test_engines_forms_stay_as_they_are(self):
        """Values that the page and the engine encode alike read the same in both dialects."""
        for page in (page for page in pages.PAGES if not page.wide_ints):
            engine = [row for row in pages.rows(page) if not row.double and row.label in pages.OF_ENGINES]
            with self.subTest(page=page.name):
                options = ["--dialect", page.dialect, "--precision", "single"]
                self.assertGreater(len(engine), 15)
                self.assertEqual(misses(engine, *options), [])
                self.assertEqual(misses(engine, *options, "--as-documented"), [])

    def test_automatic_takes_the_table_of_the_document(self):
        """All values of the document in one run: each is recognised as documented, unless its bytes fit both."""
        page = next(page for page in pages.PAGES if page.name == "redot")
        rows = [row for row in pages.rows(page) if not row.double]
        missed = misses(rows)
        self.assertEqual([miss for miss in missed if "without a flag" not in miss and "without padding" not in miss], [])

    def test_the_form_that_fits_is_chosen(self):
        """Complete objects as documented: names that are not ASCII or contain a full stop, a first property that is
        null; with and without padding. Then values of engines that could be read as documented."""
        objects = {
            "1100000003000000ec95880000000000": "Object(안,)",
            "1100000003000000ec958800000000": "Object(안,)",
            "110000000b00000047616d652e506c617965720000000000": "Object(Game.Player,)",
            "110000000600000053707269746500000000": "Object(Sprite,)",
            "11000000010000004101000000010000006200000000": 'Object(A,"b":null)',
            "1100000001000000410100000001000000620200000007000000": 'Object(A,"b":7)',
            "110000003930000000000000": 'Object(EncodedObjectAsID,"object_id":12345)',
            "110000000000000000000000": "null",
        }
        for hexadecimal, text in objects.items():
            for options in ([], ["--as-documented"]):
                with self.subTest(data=hexadecimal, options=options):
                    self.assertEqual(self.one(hexadecimal, "redot-docs", *options), text)
        engines = {
            ("godot4", "1c00000002000000040000000500000068656c6c6f414243040000000100000078000000"): '["hello", "x"]',
            ("godot4", "180001000000000000000000"): "null",
            ("godot3", "110001000000000000000000"): "null",
            ("godot3", "03000000000000000000f83f"): "1.5",
            ("godot3", "030000000000c03f"): "1.5",
            ("godot2", "030000000000c03f"): "1.5",
        }
        for (dialect, hexadecimal), text in engines.items():
            with self.subTest(dialect=dialect, data=hexadecimal):
                self.assertEqual(self.one(hexadecimal, dialect, "--as-documented"), text)

    def test_missing_bytes_are_reported(self):
        for dialect, header in (("godot3", "11000000"), ("godot4", "18000000"), ("redot-docs", "11000000")):
            self.assertIn("Class needs 4 bytes, 0 are left", self.one(header, dialect, "--as-documented", what="stderr"))
        cut = self.one("16000000020000000000000007000000000000000800", "redot-docs", what="stderr")
        self.assertIn("its elements need at least 16 bytes, 10 are left", cut)

    def one(self, hexadecimal, dialect, *options, what="stdout"):
        command = [TOOL, "--dialect", dialect, *options, "--format", "text", "--hex", hexadecimal]
        done = subprocess.run(command, capture_output=True, check=False, timeout=60)
        return getattr(done, what).decode().strip()


if __name__ == "__main__":
    unittest.main()
