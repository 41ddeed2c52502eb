# SPDX-License-Identifier: MIT
"""A preference has one name: that of its variable, and of the function that returns it, if it has one of its own."""

import os
import re
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
REGISTERED = re.compile(r'prefs_register_(?:bool|uint|enum|range|string)_preference\(\s*(?:\w+|preferences_module\(\)), "([\w.]+)",(.*?)\);', re.DOTALL)
VARIABLE = re.compile(r"&((?:\w+\.)*\w+)\b")
HEADERS = ("plugin/core/settings/preferences.h", "plugin/enet/preferences.h")
# Several of a kind are in one structure, by what they are ports of: variant.udp_ports is ports.udp.
PORTS = {"variant.udp_ports": "ports.udp", "variant.tcp_ports": "ports.tcp", "debug.tcp_ports": "ports.debug", "files.tcp_ports": "ports.files"}
# Those that no function returns alone.
TOGETHER = {"double_precision", "text_limit", "max_elements", "hex_bytes", "export_objects_from", "follow_channels", *PORTS}


def registered(text):
    """Name and variable of each."""
    for name, rest in REGISTERED.findall(text):
        (variable,) = VARIABLE.findall(re.sub(r'"(?:[^"\\]|\\.)*"', "", rest))
        yield name, variable


def all_registered():
    for path in sorted((SOURCE / "plugin").rglob("*.cpp")):
        yield from registered(path.read_text(encoding="utf-8"))


class Preferences(unittest.TestCase):
    def test_the_variable_has_the_name(self):
        found = list(all_registered())
        self.assertGreater(len(found), 20)
        for name, variable in found:
            with self.subTest(name):
                self.assertEqual(variable if name in PORTS else variable.rsplit(".", 1)[-1], PORTS.get(name, name))

    def test_the_function_has_the_name(self):
        functions = set()
        for header in HEADERS:
            text = (SOURCE / header).read_text(encoding="utf-8")
            functions |= set(re.findall(r"(\w+)\(\) noexcept;", text.split("namespace preferences {")[1].split("}  // namespace preferences")[0]))
        self.assertEqual(functions | TOGETHER, {name for name, _ in all_registered()})

    def test_another_name_is_found(self):
        text = 'prefs_register_bool_preference(\n  module, "flow_busy", "T", "Text (&busy)", &busy_flows);'
        self.assertEqual(list(registered(text)), [("flow_busy", "busy_flows")])


if __name__ == "__main__":
    unittest.main()
