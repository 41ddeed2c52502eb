# SPDX-License-Identifier: MIT
"""Every preference is a row of a table, from which its name, variable and function follow, and has its row on the page."""

import os
import re
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
REGISTERED = re.compile(r"prefs_register_(?:bool|uint|enum|range|string)_preference\(")
ROW = re.compile(r'^GODOT_(?:(?:FLAG|NUMBER|CHOICE)\((\w+),|RANGE\(\w+,\s+"([\w.]+)",)', re.MULTILINE)
TABLES = {"godot": "plugin/core/settings/preferences.def", "enet": "plugin/enet/preferences.def"}


def rows(table):
    return [one or other for one, other in ROW.findall((SOURCE / table).read_text(encoding="utf-8"))]


class Preferences(unittest.TestCase):
    def test_each_has_a_row(self):
        """One file registers preferences, those of the tables."""
        sources = [path for path in (SOURCE / "plugin").rglob("*") if path.suffix in (".cpp", ".h", ".inc")]
        found = {path.name: len(REGISTERED.findall(path.read_text(encoding="utf-8"))) for path in sources}
        self.assertEqual({name: count for name, count in found.items() if count}, {"chosen.inc": 4})

    def test_the_page_has_each_row(self):
        page = (SOURCE / "docs/preferences.md").read_text(encoding="utf-8")
        for protocol, table in TABLES.items():
            found = rows(table)
            self.assertGreater(len(found), 5)
            for name in found:
                with self.subTest(name):
                    self.assertIn(f"| `{protocol}.{name}` |", page)


if __name__ == "__main__":
    unittest.main()
