#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Each library needs no symbols but its own and those of the libraries that it links (godot_library ... LINKS), by what nm says of
the archives of a build. That each builds alone is tested by scripts/test --all, which compiles them once more.

    test_links.py     GODOT_SOURCE: the checkout, GODOT_BUILD: the build"""

import os
import re
import subprocess
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
BUILD = Path(os.environ.get("GODOT_BUILD", SOURCE / "build"))
LIBRARY = re.compile(r"^godot_library\((\w+)(?: LINKS ([\w ]+?))?(?: ALONE [^)]*)?\)", re.MULTILINE)
OF_PROJECT = re.compile("5godot|9godotdump")  # as C++ writes the namespaces into a symbol
FOLDERS = {"facts": "analysis", "relay": "extcap/relay"}  # of libraries that are not named as theirs


def links():
    """What each library links, by name."""
    found = {"codec": [], "capture": [], "relay": ["codec"]}
    for file in SOURCE.glob("*/CMakeLists.txt"):
        for name, below in LIBRARY.findall(file.read_text(encoding="utf-8")):
            found[name] = below.split()
    return found


def closure(name, all_links):
    return {name}.union(*(closure(below, all_links) for below in all_links[name]))


def symbols(archive):
    """The symbols that an archive defines, and those that it needs."""
    defined, needed = set(), set()
    for line in subprocess.run(["nm", "--format=posix", archive], check=True, capture_output=True, text=True).stdout.splitlines():
        words = line.split()
        if len(words) < 2:
            continue
        (needed if words[1] == "U" else defined).add(words[0])
    return defined, needed - defined


def foreign(name, all_links, all_symbols):
    """The project's symbols that a library needs, and that no library which it links defines."""
    below = set().union(*(all_symbols[each][0] for each in closure(name, all_links)))
    return sorted(symbol for symbol in all_symbols[name][1] - below if OF_PROJECT.search(symbol))


class Links(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.links = links()
        cls.symbols = {name: symbols(BUILD / FOLDERS.get(name, name) / f"libgodot-{name}.a") for name in cls.links}

    def test_libraries(self):
        self.assertGreaterEqual(set(self.links), {"codec", "base", "project", "facts", "analysis", "answers", "engine"})
        for name in self.links:
            with self.subTest(library=name):
                self.assertGreater(len(self.symbols[name][0]), 20)
                self.assertEqual(foreign(name, self.links, self.symbols), [])

    def test_a_link_that_is_missing_is_found(self):
        for name, without in (("base", "codec"), ("analysis", "project"), ("answers", "analysis"), ("engine", "answers")):
            with self.subTest(library=name, without=without):
                fewer = {**self.links, name: [each for each in self.links[name] if each != without]}
                self.assertNotEqual(foreign(name, fewer, self.symbols), [])


if __name__ == "__main__":
    unittest.main()
