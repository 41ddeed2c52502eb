# SPDX-License-Identifier: MIT
"""plugin/core/epan/bridge.h: it compiles with the headers of every available Wireshark, it is the only file that tests a version, and
each of its branches has a row in docs/wireshark-versions.md.

From the environment: CXX is the compiler, GODOT_SOURCE the checkout, GODOT_WIRESHARK_FLAGS the output of pkg-config for the
installed Wireshark, GODOT_WIRESHARK_HEADERS folders with the headers of others (…/include/wireshark), separated by colons."""

import os
import re
import shlex
import subprocess
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[3]))
BRIDGE = SOURCE / "plugin/core/epan/bridge.h"
USER_TABLE = BRIDGE.with_name("user_table.h")  # one header of epan that few files need, the same in all versions
PAGE = SOURCE / "docs/wireshark-versions.md"
TESTED = re.compile(r"GODOT_WIRESHARK_AT_LEAST\((\d+), (\d+)\)")


def flags():
    """Flags for the installed headers, then those for the others, with their folders in place of the first."""
    installed = shlex.split(os.environ["GODOT_WIRESHARK_FLAGS"])
    yield "installed", installed
    for folder in filter(None, os.environ.get("GODOT_WIRESHARK_HEADERS", "").split(":")):
        yield folder, [f"-I{folder}", *(flag for flag in installed if not flag.endswith("/wireshark"))]


class Bridge(unittest.TestCase):
    def test_compiles(self):
        for name, found in flags():
            with self.subTest(headers=name):
                self.compiles(found)

    def compiles(self, found):
        command = [os.environ.get("CXX", "c++"), "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
        command += [flag.replace("-I", "-isystem", 1) for flag in found]
        command += [f"-I{SOURCE}", str(SOURCE / "tests/unit/bridge/everything.cpp")]
        done = subprocess.run(command, capture_output=True, check=False, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr.decode())

    def test_alone(self):
        for file in sorted((SOURCE / "plugin").rglob("*")):
            if file.suffix in {".h", ".cpp"} and file != BRIDGE:
                text = file.read_text(encoding="utf-8")
                for word in ("GODOT_WIRESHARK_AT_LEAST", "WIRESHARK_VERSION_MICRO"):
                    self.assertNotIn(word, text, file)
                if file != USER_TABLE:
                    self.assertNotIn("#include <epan/", text, file)
                for line in text.splitlines():
                    if "WIRESHARK_VERSION_M" in line:
                        self.assertRegex(line, "plugin_want_m(aj|in)or", file)

    def test_releases_are_on_the_page(self):
        page = PAGE.read_text(encoding="utf-8")
        since = set(re.findall(r"\| (\d+\.\d+): [^|]*\| `\w+/[\w/.-]+`", page))
        releases = {f"{major}.{minor}" for major, minor in TESTED.findall(BRIDGE.read_text(encoding="utf-8"))}
        self.assertEqual(releases, since)


if __name__ == "__main__":
    unittest.main()
