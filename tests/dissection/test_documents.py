# SPDX-License-Identifier: MIT
"""The filters that README.md and docs/ recommend: each finds as many packets in its capture as its row says. Some pages
assume that the game's project is set in the preferences."""

import collections
import re
import unittest

import harness

import projects

# Pages whose filters need a project, and the overlay of multiplayer4 that makes it.
PROJECTS = {"names.md": None, "problems.md": "problems4"}
# A column of words between filter and capture is optional.
ROW = re.compile(r"\|\s*`(?P<filter>[^`]+)`\s*\|(?:[^|]*\|)?\s*(?P<capture>[\w./-]+)\s*\|\s*(?P<count>\d+)\s*\|")
# A vertical bar within a cell is written with a backslash.
STROKE = "\N{BROKEN BAR}"


def rows():
    """Filter, capture, count and document of each row; the pages in docs/problems belong to docs/problems.md."""
    for document in [harness.SOURCE / "README.md", *sorted((harness.SOURCE / "docs").rglob("*.md"))]:
        name = "problems.md" if document.parent.name == "problems" else document.name
        for line in document.read_text(encoding="utf-8").replace(r"\|", STROKE).splitlines():
            if row := ROW.fullmatch(line):
                yield row["filter"].replace(STROKE, "|"), row["capture"], int(row["count"]), name


def counts(capture, filters, options):
    """The number of packets that each filter finds, by one run with two passes."""
    asked = ",".join(["io,stat,0", *filters])
    output = harness.run("-2", "-q", *options, "-z", asked, capture=capture).stdout.decode()
    (row,) = [line for line in output.splitlines() if "<>" in line and "Interval" not in line]
    cells = [cell for cell in row.split("|")[2:] if cell.strip()]  # a long filter makes the table wider than its rows
    return [int(cell) for cell in cells[::2]]


def project_of(page):
    """tshark's options for the filters of this page."""
    if page not in PROJECTS:
        return []
    layer = PROJECTS[page]
    overlay = projects.PROJECTS / layer if layer else None
    return projects.with_project(projects.copied(projects.PROJECTS / "multiplayer4", name=layer, overlay=overlay))


class Documents(unittest.TestCase):
    def test_pages_say_which_project(self):
        """A page whose rows need a project has the commands that make it, which test_commands.py runs."""
        for page, layer in PROJECTS.items():
            text = (harness.SOURCE / "docs" / page).read_text(encoding="utf-8")
            with self.subTest(page=page):
                self.assertIn("pcaps/projects/multiplayer4", text)
                self.assertIn("uat:godot_projects:", text)
                if layer:
                    self.assertRegex(text, rf"cp -r pcaps/projects/multiplayer4/\. pcaps/projects/{layer}/\. ")

    def test_filters(self):
        by_capture = collections.defaultdict(list)
        for row in rows():
            by_capture[row[1], row[3] if row[3] in PROJECTS else ""].append(row)
        self.assertIn("README.md", {row[3] for row in rows()})
        for (name, page), asked in sorted(by_capture.items()):
            capture = min(harness.PCAPS.glob(f"{name}.pcap*"))
            found = counts(capture, [row[0] for row in asked], project_of(page))
            self.assertEqual(len(found), len(asked), name)
            for (display_filter, _, wanted, document), number in zip(asked, found):
                with self.subTest(filter=display_filter, capture=name, document=document):
                    self.assertEqual(number, wanted)


class AsDocumented(unittest.TestCase):
    """The preference for values encoded as documented does not change how engines' values are read."""

    NAMES = ["frame.number", "godot.variant.text", "godot.variant.type", "godot.variant.malformed"]

    def test_engines_values_stay(self):
        values = 0
        for capture in sorted(harness.PCAPS.glob("godot-*/*.pcap*")):
            off, on = (
                harness.fields(capture, self.NAMES, *harness.preferences(as_documented=switch), display_filter="godot.variant")
                for switch in ("FALSE", "TRUE")
            )
            with self.subTest(capture=capture.name, engine=capture.parent.name):
                self.assertEqual(on, off)
            values += len(off)
        self.assertGreater(values, 6000)


if __name__ == "__main__":
    unittest.main()
