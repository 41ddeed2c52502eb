#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Names of libraries of games are in their own folders: everything else reads codec/libraries.def."""

import os
import re
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
FOLDERS = ("codec", "base", "project", "analysis", "answers", "engine", "plugin", "capture", "analyse", "web", "extcap")
SUFFIXES = {".h", ".cpp", ".def", ".inc", ".js", ".cmake", ".txt"}
LIST = "codec/libraries.def"
# Files that name one all the same, in how many lines at most, and why.
NAMED = {
    "codec/noray/noray.h": (1, "a source of facts: the players' side of noray is an addon of netfox"),
    "answers/options/menu_texts.h": (1, "a menu"),
}


def names():
    return re.findall(r"^#include GODOT_LIBRARY\((\w+)\)", (SOURCE / LIST).read_text(encoding="utf-8"), re.MULTILINE)


def naming_lines(text):
    pattern = re.compile("|".join(names()), re.IGNORECASE)
    return [number for number, line in enumerate(text.splitlines(), 1) if pattern.search(line)]


def sources():
    for folder in FOLDERS:
        for path in sorted((SOURCE / folder).rglob("*")):
            name = path.relative_to(SOURCE).as_posix()
            own = "/libraries/" in name or path.stem in names()  # the page of reports has one script for a library
            if path.suffix in SUFFIXES and not own and name != LIST:
                yield name, path.read_text(encoding="utf-8")


class LibraryNames(unittest.TestCase):
    def test_they_are_in_their_folders(self):
        found = {name: len(lines) for name, text in sources() if (lines := naming_lines(text))}
        self.assertEqual(set(found), set(NAMED))
        for name, (most, why) in NAMED.items():
            self.assertLessEqual(found[name], most, f"{name}: {why}")

    def test_the_list_has_them(self):
        self.assertGreaterEqual(len(names()), 2)

    def test_a_name_is_found(self):
        for name in names():
            self.assertEqual(naming_lines(f"int a;\nstruct {name.capitalize()}Memory;\n// of {name}\n"), [2, 3])


if __name__ == "__main__":
    unittest.main()
