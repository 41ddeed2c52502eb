# SPDX-License-Identifier: MIT
"""The version is in cmake/Version.cmake: plugin, tool, interface and package read it there, the addon repeats it."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import harness

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
VERSION = re.search(r"set\(GODOT_VERSION ([0-9.]+)\)", (SOURCE / "cmake/Version.cmake").read_text())[1]


def output_of(*command):
    return subprocess.run(command, capture_output=True, check=True, timeout=300).stdout.decode()


class Version(unittest.TestCase):
    def test_plugin(self):
        rows = harness.run("-G", "plugins").stdout.decode().splitlines()
        versions = [row.split("\t")[1] for row in rows if row.startswith("godot.")]
        self.assertEqual([VERSION], versions)

    @unittest.skipUnless("GODOT_VARIANT" in os.environ, "built without the tool")
    def test_tool(self):
        self.assertEqual(f"godot-variant {VERSION}\n", output_of(os.environ["GODOT_VARIANT"], "--version"))

    @unittest.skipUnless("GODOT_DUMP" in os.environ, "built without the interface")
    def test_interface(self):
        first = output_of(os.environ["GODOT_DUMP"], "--extcap-interfaces").splitlines()[0]
        self.assertIn(f"{{version={VERSION}}}", first)

    def test_package(self):
        with tempfile.TemporaryDirectory() as folder:
            output_of("cmake", "-S", SOURCE, "-B", folder, "-G", "Ninja", "-DGODOT_INSTALL_SYSTEM=ON", "-DGODOT_DEBIAN=ON", "-DGODOT_TESTS=OFF")
            config = (Path(folder) / "CPackConfig.cmake").read_text()
        self.assertIn(f'set(CPACK_PACKAGE_VERSION "{VERSION}")', config)

    def test_addon(self):
        config = (SOURCE / "addon/addons/godot_wireshark/plugin.cfg").read_text()
        self.assertEqual(re.findall(r'(?m)^version="(.*)"$', config), [VERSION])
        hub = (SOURCE / "addon/addons/godot_wireshark/hub.gd").read_text()
        self.assertEqual(re.findall(r'(?m)^const ADDON_VERSION := "(.*)"$', hub), [VERSION])

    def test_changes(self):
        """The version under development has a heading."""
        self.assertRegex((SOURCE / "CHANGELOG.md").read_text(), rf"(?m)^## {re.escape(VERSION)}\b")


if __name__ == "__main__":
    unittest.main()
