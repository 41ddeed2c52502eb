# SPDX-License-Identifier: MIT
"""Facts of engines: each file of an engine that a comment names has a row in docs/wire/sources.md, and each row its test."""

import os
import re
import unittest
from functools import lru_cache
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
PAGE = "docs/wire/sources.md"
LIBRARIES = ("codec", "base", "project", "analysis", "engine")
SUFFIXES = {".h", ".cpp", ".def", ".inc"}
COMMENT = re.compile(r"(?:^[ ]*//[^\n]*\n)+", re.MULTILINE)
FILE = re.compile(r"[\w/*-]+(?:\.[\w-]+)*\.(?:cpp|h|c|gd|mjs|cs)\b")
POINTER = re.compile(r"\bSources?: (?:those of|see) ([\w.]+)(?: and ([\w.]+))?")
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
# Files that a comment names for another reason than a fact about an engine.
NO_ENGINE = {
    "codec/tool/console.cpp": {"windows.h"},
    "codec/debugger/line.h": {"//player.gd"},
    "analysis/facts/digest.h": {"it/splitmix64.c"},
    "project/index/scripts.cpp": {"//a.gd", "a/b/player.gd"},
}


def rows():
    """Fact, version, file, functions, the file that relies on it, test."""
    for line in (SOURCE / PAGE).read_text(encoding="utf-8").splitlines():
        if line.startswith("| ") and "`" in line:
            fact, version, file, functions, reader, test = (cell.strip() for cell in line.strip("|").split(" | "))
            yield fact, version, file.strip("`"), re.findall(r"`([^`]+)`", functions), reader.strip("`"), test.strip(" `")


@lru_cache(maxsize=None)
def own_names():
    """Names of this project's files: a comment that names one names no engine's."""
    folders = (*LIBRARIES, "plugin", "answers", "capture", "tests", "addon", "extcap")
    return {path.name for folder in folders for path in (SOURCE / folder).rglob("*") if path.suffix in SUFFIXES | {".gd", ".py"}}


def comments(text):
    for block in COMMENT.findall(text):
        yield " ".join(re.sub(r"^\s*///?\s?", "", line) for line in block.splitlines())


def named_in(reader, text):
    """The engines' files that its comments name."""
    for comment in comments(text):
        for file in FILE.findall(comment):
            if file.rsplit("/", 1)[-1] not in own_names() and file not in NO_ENGINE.get(reader, ()):
                yield file


def readers():
    for folder in LIBRARIES:
        for path in sorted((SOURCE / folder).rglob("*")):
            if path.suffix in SUFFIXES:
                yield path.relative_to(SOURCE).as_posix(), path.read_text(encoding="utf-8")


def without_row(reader, text, listed):
    return [f"{reader}: no row has {file}" for file in named_in(reader, text) if (reader, file) not in listed]


def includes(path):
    """What a test includes, and what the test headers that it includes do."""
    text = (SOURCE / path).read_text(encoding="utf-8")
    for name in INCLUDE.findall(text):
        yield name
        if name.startswith("tests/"):
            yield from INCLUDE.findall((SOURCE / name).read_text(encoding="utf-8"))


class Sources(unittest.TestCase):
    def test_each_file_that_a_comment_names_has_a_row(self):
        listed = {(reader, file) for _, _, file, _, reader, _ in rows()}
        self.assertEqual([wrong for reader, text in readers() for wrong in without_row(reader, text, listed)], [])

    def test_a_file_too_many_is_found(self):
        text = "/// The limit is the engine's (core/io/made_up.cpp, its_function).\n"
        self.assertEqual(without_row("codec/enet/walk.h", text, set()), ["codec/enet/walk.h: no row has core/io/made_up.cpp"])

    def test_each_row_is_what_the_comment_says(self):
        for fact, version, file, functions, reader, _ in rows():
            with self.subTest(reader, file=file):
                text = " ".join(comments((SOURCE / reader).read_text(encoding="utf-8")))
                self.assertTrue(fact and version)
                for word in (file, *functions):
                    self.assertIn(word, text)

    def test_each_row_has_its_test(self):
        for _, _, _, _, reader, test in rows():
            with self.subTest(reader, test=test):
                folder = reader.rsplit("/", 1)[0] + "/"
                if test.endswith(".py"):  # a program is asked, which has all folders
                    self.assertTrue((SOURCE / test).is_file())
                else:
                    self.assertTrue(any(name.startswith(folder) for name in includes(test)), f"{test} includes nothing of {folder}")

    def test_what_refers_to_another_file_finds_rows_there(self):
        """"Sources: those of walk.h": of the same folder."""
        listed = {reader for _, _, _, _, reader, _ in rows()}
        for reader, text in readers():
            for comment in comments(text):
                for name in filter(None, sum(POINTER.findall(comment), ())):
                    with self.subTest(reader, name=name):
                        self.assertIn(reader.rsplit("/", 1)[0] + "/" + name.rstrip("."), listed)


if __name__ == "__main__":
    unittest.main()
