#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What says the licence says the same: the first line of each source file, the package's copyright file, the texts."""

import fnmatch
import os
import re
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
NAMES = {"GPL-2.0-or-later": "GPL-2+", "MIT": "Expat"}
# In the first line, or after the one that names the interpreter; a mention further down is no statement.
SPDX = re.compile(r"SPDX-License-Identifier: ([\w.-]+)")


def sources():
    """Those that the project keeps: not what a build has put here."""
    for path in sorted(SOURCE.rglob("*")):
        name = path.relative_to(SOURCE).as_posix()
        if name.startswith((".git/", "build", "packages/")) or "__pycache__" in name or not path.is_file():
            continue
        if path.stat().st_size < 2_000_000:
            yield name, path


def stated(path):
    with path.open("rb") as file:
        begin = file.read(400).decode("utf-8", "replace").splitlines()[:2]
    found = SPDX.search("\n".join(begin))
    return found and found[1]


def stanzas():
    """The patterns of the copyright file with their licences, in its order: the last that fits counts."""
    text = (SOURCE / "packaging/debian/copyright").read_text(encoding="utf-8")
    for stanza in text.split("\n\n"):
        if stanza.startswith("Files:"):
            patterns = re.match(r"Files:((?:[^\n]*\n)(?: [^\n]*\n)*)", stanza)[1].split()
            yield patterns, re.search(r"(?m)^License: (.*)$", stanza)[1]


class Licences(unittest.TestCase):
    def test_copyright_file(self):
        rows = list(stanzas())
        compared = {"GPL-2+": 0, "Expat": 0}
        for name, path in sources():
            licence = stated(path)
            if licence is None:
                continue
            packaged = [licences for patterns, licences in rows if any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)][-1]
            # Of tests, the first line alone says it.
            self.assertIn(NAMES[licence], packaged.split(" or ") if name.startswith("tests/") else [packaged], name)
            compared[NAMES[licence]] += 1
        self.assertGreater(min(compared.values()), 150)

    def test_every_pattern_is_of_use(self):
        names = [name for name, _ in sources()]
        for patterns, _ in stanzas():
            for pattern in patterns:
                self.assertTrue(any(fnmatch.fnmatchcase(name, pattern) for name in names), pattern)

    def test_texts(self):
        """Hosts recognise the text at the top; whoever copies the addon into a game copies its licence."""
        for copy, text in (("LICENSE", "GPL-2.0-or-later"), ("addon/addons/godot_wireshark/LICENSE", "MIT")):
            self.assertEqual((SOURCE / copy).read_bytes(), (SOURCE / "LICENSES" / f"{text}.txt").read_bytes(), copy)

    def test_addon(self):
        for path in (SOURCE / "addon/addons").rglob("*.*"):
            self.assertEqual(stated(path), "MIT", path)


if __name__ == "__main__":
    unittest.main()
