# SPDX-License-Identifier: MIT
"""A sentence of these pages has at most 40 words: a longer one has to be read twice. The wire reference has its own form."""

import os
import re
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
MOST_WORDS = 40
CODE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
TABLE = re.compile(r"^\|.*$", re.MULTILINE)
# A blank line, an item of a list, and a heading begin a text of their own.
PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:[*-]|\d+\.) )|\n(?=#)")
END = re.compile(r"(?<=[.!?])\s+(?=[A-Z`*\[\"(])|(?<=[.!?]\))\s+")
WORD = re.compile(r"\S*\w\S*")


def pages():
    return [SOURCE / "README.md", *(page for page in sorted((SOURCE / "docs").rglob("*.md")) if page.parent.name != "wire")]


def sentences(text):
    for paragraph in PARAGRAPH.split(TABLE.sub("", CODE.sub("", text))):
        yield from (sentence for sentence in END.split(" ".join(paragraph.split())) if sentence)


class Sentences(unittest.TestCase):
    def test_they_are_short(self):
        long_ones = [(str(page.relative_to(SOURCE)), sentence) for page in pages() for sentence in sentences(page.read_text(encoding="utf-8"))
                     if len(WORD.findall(sentence)) > MOST_WORDS]
        self.assertEqual(long_ones, [])

    def test_many_are_read(self):
        self.assertGreater(sum(len(list(sentences(page.read_text(encoding="utf-8")))) for page in pages()), 1000)

    def test_a_page_is_divided(self):
        text = "# A\n\nIt is 4. (Or 5.) `b` is it:\n\n```\nno. No.\n```\n\n* One, e.g. this.\n* Two\n  of them.\n\n| no. No. |\n"
        self.assertEqual(list(sentences(text)), ["# A", "It is 4.", "(Or 5.)", "`b` is it:", "* One, e.g. this.", "* Two of them."])


if __name__ == "__main__":
    unittest.main()
