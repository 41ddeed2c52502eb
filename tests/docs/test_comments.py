# SPDX-License-Identifier: MIT
"""A comment says what something is. One of three words or fewer only says more of the name beside it."""

import os
import re
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
FOLDERS = ("codec", "base", "project", "analysis", "answers", "engine", "analyse", "plugin", "capture", "extcap", "web")
SUFFIXES = {".h", ".cpp", ".def", ".inc"}
LEAST = 4
# Strings and characters are found, too, so that what looks like a comment inside of one is none.
TOKEN = re.compile(
    r'R"(?P<mark>[^()\\ ]*)\(.*?\)(?P=mark)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'"
    r"|(?P<line>//[^\n]*(?:\n[ ]*//[^\n]*)*)"
    r"|(?P<block>/\*.*?\*/)",
    re.DOTALL,
)
WORD = re.compile(r"\S*\w\S*")
# Headings, the ends of blocks, and words for programs; a parameter's name in /* */ is code.
NO_COMMENT = re.compile(r"SPDX-|NOLINT|clang-format o|-{3} .* -{3}|(?:inline )?namespace\b|extern \"C\"$")
PARAMETER = re.compile(r"/\*\w+=?\*/")


def comments(text):
    """The line and the text of each comment. One in several lines, all at one place, is one."""
    for found in TOKEN.finditer(text):
        number = text.count("\n", 0, found.start()) + 1
        if found["block"] and not PARAMETER.fullmatch(found[0]):
            yield number, re.sub(r"\n\s*\*?", " ", found[0][2:-2]).strip()
        elif found["line"]:
            column = found.start() - (text.rfind("\n", 0, found.start()) + 1)
            yield from blocks((" " * column + found[0]).split("\n"), number)


def blocks(lines, number):
    """Lines of comments, those at one column together: what stands behind code goes on below at its own column."""
    whole, last = [], None
    for at, line in enumerate(lines):
        column = len(line) - len(line.lstrip())
        if whole and column != last:
            yield number + at - len(whole), " ".join(whole)
            whole = []
        whole.append(line.strip().lstrip("/<").strip())
        last = column
    yield number + len(lines) - len(whole), " ".join(whole)


def short_ones(text):
    return [(number, body) for number, body in comments(text) if not NO_COMMENT.match(body) and len(WORD.findall(body)) < LEAST]


class Comments(unittest.TestCase):
    def test_they_have_more_than_three_words(self):
        found = []
        for folder in FOLDERS:
            for path in sorted((SOURCE / folder).rglob("*")):
                if path.suffix in SUFFIXES:
                    found += [f"{path.relative_to(SOURCE)}:{number}: {body}" for number, body in short_ones(path.read_text(encoding="utf-8"))]
        self.assertEqual(found, [])

    def test_many_are_read(self):
        text = "".join(path.read_text(encoding="utf-8") for path in (SOURCE / "codec").rglob("*.h"))
        self.assertGreater(len(list(comments(text))), 500)

    def test_short_ones_are_found(self):
        self.assertEqual(short_ones("int size;  ///< bytes\n"), [(1, "bytes")])
        self.assertEqual(short_ones("/// By stream.\nint size;\n"), [(1, "By stream.")])
        self.assertEqual(short_ones("int a;  // of b\nint c;  // so many of d\n"), [(1, "of b")])
        self.assertEqual(short_ones("int a; /* see b */\n"), [(1, "see b")])

    def test_others_are_not(self):
        for text in (
            "int size;  ///< bytes of the whole message\n",
            "/// A sentence that goes\n/// on.\n",
            "int size;  ///< bytes of the message with its\n           ///< header\n",
            "}  // namespace godot\n",
            '}  // extern "C"\n',
            "// --- Bytes ---\n",
            "// SPDX-License-Identifier: MIT\n",
            "int a = b();  // NOLINT(name)\n",
            "void f(int /*unused*/) {}\n",
            'const char* a = "http://b";\n',
            'const char* a = R"(// b)";\n',
            "char a = '\"';  // what follows is no string: \"\n",
            "int a = 1'000'000;  // a million of these things\n",
        ):
            with self.subTest(text):
                self.assertEqual(short_ones(text), [])


if __name__ == "__main__":
    unittest.main()
