# SPDX-License-Identifier: MIT
"""The page about architecture lists every folder of the libraries, once, from the lowest layer to the highest."""

import os
import re
import sys
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(SOURCE / "tests/unit"))

from check_layers import GAMES, HEIGHTS  # noqa: E402

PAGE = (SOURCE / "docs/architecture.md").read_text(encoding="utf-8")
TABLE = re.compile(r"^\| (`\w+/`|of games) \| \|\n\| --- \| --- \|\n((?:\|.*\n)+)", re.M)
FOLDER = re.compile(r"^\| `([\w/]+)/` \|", re.M)


class Architecture(unittest.TestCase):
    def test_folders_are_those_of_the_layers(self):
        tables = {library.strip("`/"): FOLDER.findall(rows) for library, rows in TABLE.findall(PAGE)}
        self.assertEqual(tables.pop("of games"), GAMES)
        self.assertEqual(set(tables), set(HEIGHTS))
        for library, folders in tables.items():
            with self.subTest(library):
                self.assertCountEqual(folders, [name for name in HEIGHTS[library] if name != "." and not name.startswith("libraries/")])
                heights = [HEIGHTS[library][name] for name in folders]
                self.assertEqual(heights, sorted(heights))


if __name__ == "__main__":
    unittest.main()
