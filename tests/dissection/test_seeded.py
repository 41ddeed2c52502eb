# SPDX-License-Identifier: MIT
"""What was seeded, and what is said: the matrix on docs/development/verdicts.md, made by the program that needs no Wireshark. `--table`
prints it."""

import os
import subprocess
import sys
import unittest
from collections import Counter, defaultdict

import harness  # first: it adds tests/common to the path

import test_faults
from projects import PROJECTS, copied

ANALYSE = os.environ.get("GODOT_ANALYSE", str(harness.SOURCE / "build" / "analyse" / "godot-analyse"))
PAGE = harness.SOURCE / "docs" / "development" / "verdicts.md"
HEADING = "### What was seeded, and what is said"
NOTHING = "nothing"
# Games in which nothing is seeded, and the project of each.
QUIET = {f"multiplayer/godot-4.6/{name}": "multiplayer4" for name in ("arena_enet",)}
# Situations with a fault, and healthy twins: the folders of their projects, and what is seeded.
BOTH = ("properties/server", "properties/client")
SITUATIONS = {
    "limit_64_properties": (("limit_64_properties",), ("change_refused",)),
    "properties_differ": (BOTH, ("declared_otherwise", "not_connected")),
    "properties_alike": (BOTH, ()),
    "property_added_by_both": (("property_added",), ()),
}
# What the link, and not the game, did: drops by ENet's throttle, losses of a relay, and messages that wait for those.
OF_THE_LINK = test_faults.OF_THE_LINK


def said(capture, folders):
    """The kinds of problems."""
    options = [word for folder in folders for word in ("--project", folder)]
    done = subprocess.run([ANALYSE, harness.PCAPS / f"{capture}.pcap", *options, "godot,problems,json"], capture_output=True, check=True,
                          text=True, encoding="utf-8")  # fmt: skip
    return {row["problem"] for row in harness.json_rows(done.stdout)}


def folders_of(capture):
    if capture in QUIET:
        return [PROJECTS / QUIET[capture]]
    if capture.startswith("situations/"):
        return [PROJECTS / "situations" / folder for folder in SITUATIONS[capture.rsplit("/", 1)[1]][0]]
    game = test_faults.game_project()
    newer = [copied(game, name="faults4-newer", overlay=PROJECTS / "faults4-newer")] if "versions" in capture else []
    return [game, *newer]


def captures():
    """Each capture: what was seeded (a kind, or several), and whether the wire shows it."""
    for capture in QUIET:
        yield capture, (), True
    for name in test_faults.HEALTHY:
        yield f"faults/godot-4.6/{name}", (), True
    for name, (_, kinds) in SITUATIONS.items():
        yield f"situations/godot-4.6/{name}", kinds, True
    for name, kinds in test_faults.SEEDED.items():
        yield f"faults/godot-4.6/{name}", (kinds,) if isinstance(kinds, str) else kinds or (), kinds is not None


def judged():
    return [(capture, seeded, shown, said(capture, folders_of(capture))) for capture, seeded, shown in captures()]


def label(seeded, shown):
    if not shown:
        return "what the wire does not show"
    return " and ".join(sorted(seeded)) or NOTHING


def table(rows):
    matrix = defaultdict(Counter)
    sizes = Counter()
    for _, seeded, shown, kinds in rows:
        row = label(seeded, shown)
        sizes[row] += 1
        matrix[row].update(kinds or {NOTHING})
    lines = ["| seeded | captures | what is said |", "| --- | --- | --- |"]
    for row in sorted(sizes, key=lambda row: (row != NOTHING, row.startswith("what"), row)):
        kinds = sorted(matrix[row], key=lambda kind: (kind in OF_THE_LINK, kind == NOTHING, kind))
        lines.append(f"| {row} | {sizes[row]} | " + ", ".join(f"{kind} {matrix[row][kind]}" for kind in kinds) + " |")
    return "\n".join(lines)


class Seeded(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.rows = judged()

    def test_is_said_and_nothing_else(self):
        for capture, seeded, shown, kinds in self.rows:
            with self.subTest(capture):
                self.assertEqual(kinds - (OF_THE_LINK - set(seeded)), set(seeded) if shown else set())

    def test_no_capture_is_left_out(self):
        known = {capture.removeprefix("faults/godot-4.6/") for capture, *_ in self.rows}
        self.assertEqual({path.stem for path in test_faults.CAPTURES} - known, set())

    def test_the_page_has_the_matrix(self):
        page = PAGE.read_text(encoding="utf-8")
        self.assertIn(f"{HEADING}\n", page)
        self.assertIn(table(self.rows), page)


if __name__ == "__main__":
    if sys.argv[1:] == ["--table"]:
        print(table(judged()))
    else:
        unittest.main()
