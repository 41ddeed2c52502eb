# SPDX-License-Identifier: MIT
"""Lists that repeat what the sources have: fields and tables on the pages, what belongs to each fuzz target."""

import os
import re
import sys
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(SOURCE / "tests/common"))

import lists  # noqa: E402

EVERY_FIELD = re.compile(r"tshark -G fields \| grep -P '\\t\(([\w|]+)\)'")


class Lists(unittest.TestCase):
    def test_all_fields(self):
        for name in ("README.md", "docs/filters.md"):
            with self.subTest(name):
                (found,) = EVERY_FIELD.findall((SOURCE / name).read_text(encoding="utf-8"))
                self.assertEqual(sorted(found.split("|")), lists.prefixes())

    def test_tables(self):
        """The page of the profile lists each table; that of problems has its own."""
        page = (SOURCE / "docs/profile.md").read_text(encoding="utf-8")
        listed = re.findall(r"^\| `((?:godot|enet),[\w,]+)` \|", page, re.MULTILINE)
        self.assertEqual(set(listed) | {"godot,problems"}, {*lists.tables(), *lists.library_tables()})
        self.assertEqual(len(listed), len(set(listed)))

    def test_fuzz_targets(self):
        """Each has a dictionary and a corpus, and each of these has its target: libFuzzer ends without its dictionary."""
        fuzz = SOURCE / "tests/fuzz"
        targets = sorted(path.stem.removeprefix("fuzz_") for path in fuzz.glob("fuzz_*.cpp"))
        self.assertEqual(sorted(path.stem for path in (fuzz / "dictionaries").glob("*.dict")), targets)
        self.assertEqual(sorted(path.name for path in (fuzz / "corpus").iterdir()), targets)


if __name__ == "__main__":
    unittest.main()
