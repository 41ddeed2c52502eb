# SPDX-License-Identifier: MIT
"""A preference has one name: that of its row, from which variable and function follow, or else that of its variable."""

import os
import re
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
REGISTERED = re.compile(r'prefs_register_(?:bool|uint|enum|range|string)_preference\(\s*(?:\w+|preferences_module\(\)), "([\w.]+)",(.*?)\);', re.DOTALL)
VARIABLE = re.compile(r"&((?:\w+\.)*\w+)\b")
ROW = re.compile(r'^GODOT_(?:(?:FLAG|NUMBER|CHOICE)\((\w+),|PORTS\(\w+, "([\w.]+)",)', re.MULTILINE)
TABLES = {"godot": "plugin/core/settings/preferences.def", "enet": "plugin/enet/preferences.def"}


def registered(text):
    """Name and variable of each without a row."""
    for name, rest in REGISTERED.findall(text):
        (variable,) = VARIABLE.findall(re.sub(r'"(?:[^"\\]|\\.)*"', "", rest))
        yield name, variable


def rows(table):
    return [one or other for one, other in ROW.findall((SOURCE / table).read_text(encoding="utf-8"))]


class Preferences(unittest.TestCase):
    def test_the_variable_has_the_name(self):
        found = [pair for path in sorted((SOURCE / "plugin").rglob("*.cpp")) for pair in registered(path.read_text(encoding="utf-8"))]
        self.assertGreaterEqual(len(found), 1)
        for name, variable in found:
            with self.subTest(name):
                self.assertEqual(variable.rsplit(".", 1)[-1], name)

    def test_the_page_has_each_row(self):
        page = (SOURCE / "docs/preferences.md").read_text(encoding="utf-8")
        for protocol, table in TABLES.items():
            found = rows(table)
            self.assertGreater(len(found), 5)
            for name in found:
                with self.subTest(name):
                    self.assertIn(f"| `{protocol}.{name}` |", page)

    def test_another_name_is_found(self):
        text = 'prefs_register_bool_preference(\n  module, "flow_busy", "T", "Text (&busy)", &busy_flows);'
        self.assertEqual(list(registered(text)), [("flow_busy", "busy_flows")])


if __name__ == "__main__":
    unittest.main()
