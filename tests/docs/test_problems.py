# SPDX-License-Identifier: MIT
"""The pages about problems list the same problems as the tables in analysis/problems, and are short."""

import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

from test_links import anchor

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
TABLES = SOURCE / "analysis/problems"
LISTS = (*(TABLES / f"{name}.def" for name in ("multiplayer", "enet", "tcp", "noray")), *sorted(SOURCE.glob("analysis/libraries/*/problems.def")))
KINDS = (TABLES / "problem_kinds.def", *sorted(SOURCE.glob("analysis/libraries/*/library.def")))
# A library of games may explain its problems on its own page.
OWN_PAGES = "".join(path.read_text(encoding="utf-8") for list_ in SOURCE.glob("analysis/libraries/*/problems.def")
                    if (path := SOURCE / f"docs/{list_.parent.name}.md").exists())
SYMPTOMS = (SOURCE / "docs/problems.md").read_text(encoding="utf-8")
PAGES = sorted((SOURCE / "docs/problems").glob("*.md"))
DETAILS = "".join(page.read_text(encoding="utf-8") for page in PAGES) + OWN_PAGES
MOST_WORDS = 600  # of a page
# The row's other columns before the filter are words; the last one of a problem is its kind.
ROW = re.compile(r'^GODOT_(?:PROBLEM\(\w+(?:,\s+\w+)*,\s+(?P<kind>\w+)|(?:REMARK|OPEN)\(\w+(?:,\s+\w+)*),\s+"(?P<filter>[\w.]+)",\s+\w+,\s+\w+,\s+"(?P<page>[\w-]+)",\s', re.M)
KIND = re.compile(r'^GODOT_(?:LIBRARY_)?PROBLEM_KIND\((\w+), "([^"]+)"', re.M)


def rows():
    return [match for path in LISTS for match in ROW.finditer(path.read_text(encoding="utf-8"))]


def sections():
    """The text below each heading, with that of its subheadings."""
    found, open_ones = {}, []
    for line in DETAILS.splitlines():
        heading = re.match(r"(#+) (.*)", line)
        if heading:
            depth = len(heading[1])
            open_ones = [(name, level) for name, level in open_ones if level < depth] + [(anchor(heading[2]), depth)]
            found.setdefault(anchor(heading[2]), "")
        for name, _ in open_ones:
            found[name] += line + "\n"
    return found


class Problems(unittest.TestCase):
    def test_each_is_explained_under_its_heading(self):
        pages, seen = sections(), 0
        for row in rows():
            seen += 1
            with self.subTest(row["filter"]):
                self.assertIn(row["page"], pages)
                self.assertRegex(pages[row["page"]], rf"`[^`]*{re.escape(row['filter'])}\b")
        self.assertEqual(seen, sum(path.read_text(encoding="utf-8").count("\nGODOT_") for path in LISTS))
        self.assertGreater(seen, 30)

    def test_tables_are_those_of_the_lists(self):
        done = subprocess.run([sys.executable, SOURCE / "scripts/problem-tables", "--check"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_pages_are_short(self):
        self.assertGreater(len(PAGES), 10)
        for page in PAGES:
            words = [word for word in page.read_text(encoding="utf-8").split() if re.search(r"\w", word)]
            self.assertLessEqual(len(words), MOST_WORDS, page.name)

    def test_each_kind_has_its_word_and_a_symptom(self):
        kinds = dict(KIND.findall("".join(path.read_text(encoding="utf-8") for path in KINDS)))
        self.assertEqual({row["kind"] for row in rows()} - {None}, set(kinds))
        for kind, word in kinds.items():
            filters = {row["filter"] for row in rows() if row["kind"] == kind}
            with self.subTest(kind):
                self.assertTrue(f'godot.problem == "{kind}"' in SYMPTOMS + OWN_PAGES or any(f"`{name}`" in SYMPTOMS + OWN_PAGES for name in filters))
                self.assertTrue(f"`[{word}]`" in SYMPTOMS + DETAILS, word)


if __name__ == "__main__":
    unittest.main()
