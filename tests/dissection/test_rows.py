# SPDX-License-Identifier: MIT
"""The filter of each row of godot,problems finds the packets of its row, all and only, in every capture of pcaps/.

The rows come from facts, the values of godot.problem.row from the tree: two ways that must agree. GODOT_ALL_ROWS: all captures,
not one of each folder."""

import json
import os
import re
import unittest
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import harness

import projects

ROW = "godot.problem.row"
ALL = "GODOT_ALL_ROWS" in os.environ
# One side begins late, so a relayed call has two rows, of which the table shows one; games that mirror themselves have recorded
# the same call several times.
COUNTED_ONCE = (", relayed", ", mirrored")


def captures():
    found = sorted(harness.PCAPS.rglob("*.pcap")) + sorted(harness.PCAPS.rglob("*.pcapng"))
    found = [capture for capture in found if "noise" not in capture.parts]
    return found if ALL else harness.of_each_folder(found, 1)


def read(capture, *options):
    """The table, and the names of its rows that each frame has, from one reading."""
    output = harness.run("-2", *options, "-Y", ROW, "-T", "fields", "-E", "separator=\x1f", "-E", "aggregator=\x1e", "-e", "frame.number",
                         "-e", ROW, "-z", "godot,problems,json", capture=capture).stdout.decode()  # fmt: skip
    lines = output.split("\n")
    frames = [line.split("\x1f") for line in lines if "\x1f" in line]
    table = json.loads("\n".join(line for line in lines if "\x1f" not in line))
    return table, [(int(number), names.split("\x1e")) for number, names in frames]


def found_by(filters, capture, options):
    """How many frames each filter finds, from one reading."""
    asked = [part for text in filters for part in ("-z", f"io,phs,{text}")]
    output = harness.run("-2", "-q", *options, *asked, capture=capture).stdout.decode()
    found = {}
    for part in output.split("Filter: ")[1:]:
        text, _, rest = part.partition("\n")
        found[text] = sum(map(int, re.findall(r"^\w\S* +frames:(\d+)", rest, re.M)))
    return found


def named_by(text):
    """The names in a filter: of one row, or of one for each receiver."""
    names = re.findall(r'"((?:[^"\\]|\\.)*)"', text)
    quoted = ", ".join(f'"{name}"' for name in names)
    assert text in (f"{ROW} == {quoted}", f"{ROW} in {{{quoted}}}"), text
    return [name.replace('\\"', '"').replace("\\\\", "\\") for name in names]


def differences(capture, options):
    """How many rows the table has, and what is wrong with their filters."""
    rows, shown = read(capture, *options)
    if not rows:
        return 0, []
    occurrences, frames, wrong = Counter(), {}, []
    for number, names in shown:
        for name in names:
            occurrences[name] += 1
            frames.setdefault(name, []).append(number)
    names = [named_by(row["filter"]) for row in rows]
    every = [name for group in names for name in group]
    if len(every) != len(set(every)):
        wrong.append("two rows have one filter")
    found = found_by([row["filter"] for row in rows], capture, options)
    for row, group in zip(rows, names):
        # The filter asks for these names alone (named_by), so the number of frames says whether it finds them.
        expected = sorted({number for name in group for number in frames.get(name, [])})
        number = sum(occurrences[name] for name in group)
        if found.get(row["filter"]) != len(expected):
            wrong.append((row, "finds", found.get(row["filter"]), "not", expected))
        if group[0].endswith(COUNTED_ONCE):
            if int(row["first"]) not in expected or number < int(row["count"]):
                wrong.append((row, "has", expected))
        elif number != int(row["count"]) or not expected or expected[0] != int(row["first"]):
            wrong.append((row, "has", number, expected))
    wrong += [("no row for", each) for each in set(occurrences) - set(every) if not each.endswith(COUNTED_ONCE)]
    return len(rows), [(str(capture.relative_to(harness.PCAPS)), each) for each in wrong]


class Rows(unittest.TestCase):
    def test_filters_find_all_and_only(self):
        options = projects.with_project(projects.copied(projects.PROJECTS / "multiplayer4"))
        with ThreadPoolExecutor(2) as pool:
            found = [*pool.map(lambda each: differences(each, options), captures())]
        self.assertEqual([each for _, wrong in found for each in wrong], [])
        self.assertGreater(sum(rows for rows, _ in found), 20)


if __name__ == "__main__":
    unittest.main()
