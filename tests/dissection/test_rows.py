# SPDX-License-Identifier: MIT
"""The filter of each row of godot,problems and of the profile's tables finds the packets of its row, all and only, in every capture
of pcaps/.

The rows come from facts, the values of godot.problem.row from the tree: two ways that must agree. The values of godot.profile.row
are names of rows: each row's filter has names that occur, no two rows of a table have one, and each name is in a row.
GODOT_ALL_ROWS: all captures, not one of each folder."""

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


PROFILE = "godot.profile.row"
TABLES = ("nodes", "kinds", "paths", "peers", "channels", "scenes")
# The first column of each table, and what the names of its rows begin with.
PREFIXES = {"kind": "kind ", "node": "node ", "from": "from ", "channel": "channel ", "scene": "scene "}


def tables_of(capture, options):
    """The rows of the profile's tables, in any order: of one pass."""
    asked = [word for name in ("", *TABLES) for word in ("-z", ",".join(filter(None, ("godot,profile", name, "json"))))]
    text = harness.run("-2", "-q", *options, *asked, capture=capture).stdout.decode()
    found, at = [], 0
    while (at := text.find("[", at)) >= 0:
        rows, at = json.JSONDecoder().raw_decode(text, at)
        found.append(rows)
    assert len(found) == 1 + len(TABLES), (capture, len(found))
    return found


# Messages of one side of a relay are in no row, as they would count twice; nor are properties without bytes of their own.
ONE_SIDE = ("situations/godot-4.6/held_spawn.pcap",)


def names_found_by(text, names):
    """Which of these names of rows a filter finds, as Wireshark evaluates it."""
    quoted = [each.replace('\\"', '"').replace("\\\\", "\\") for each in re.findall(r'"((?:[^"\\]|\\.)*)"', text)]
    if text.startswith(f"{PROFILE} matches "):
        pattern = re.compile(quoted[0].removeprefix("(?-i)"), re.DOTALL)
        return {name for name in names if pattern.match(name)}
    assert text.startswith((f"{PROFILE} == ", f"{PROFILE} in ")), text
    return set(quoted)


def of_table(name, prefix):
    if prefix == "channel ":
        return name.startswith(prefix) or name.startswith("kind ") and name.endswith(" without channel")
    if prefix == "kind ":
        return name.startswith(prefix) and not name.endswith(" without channel")
    return name.startswith(prefix) if prefix else not name.startswith(tuple(PREFIXES.values()))


def wrong_in_profiles(capture, options):
    """How many rows the profile's tables have, and what is wrong with their filters."""
    occurring = {name for (names,) in harness.fields(capture, [PROFILE], *options, display_filter=PROFILE) for name in names}
    count, wrong = 0, []
    for rows in tables_of(capture, options):
        if not rows:
            continue
        columns = list(rows[0])
        table = columns[0]
        prefix = PREFIXES[table] if columns[1] != "node" else None
        taken = Counter()
        for row in rows:
            if PROFILE not in row["filter"]:
                continue
            count += 1
            found = names_found_by(row["filter"], occurring)
            if not found or not found <= occurring:
                wrong.append((table, row["filter"], "finds no packet by", sorted(found - occurring)))
            taken.update(found)
        wrong += [(table, name, "belongs to two rows") for name, times in taken.items() if times > 1]
        missed = {name for name in occurring if of_table(name, prefix)} - set(taken)
        if capture.relative_to(harness.PCAPS).as_posix() in ONE_SIDE or "relayed" in capture.parts:
            continue
        # Their rows have filters of ENet's own fields, or none.
        missed -= {row["kind"] for row in rows if "kind" in row and PROFILE not in row["filter"]}
        wrong += [(table, name, "is in no row") for name in missed]
    return count, [(str(capture.relative_to(harness.PCAPS)), each) for each in wrong]


class Rows(unittest.TestCase):
    maxDiff = None

    def test_filters_of_the_profile(self):
        with ThreadPoolExecutor(2) as pool:
            found = [*pool.map(lambda each: wrong_in_profiles(each, []), captures())]
        self.assertEqual([each for _, wrong in found for each in wrong], [])
        self.assertGreater(sum(rows for rows, _ in found), 1000)

    def test_filters_as_wireshark_evaluates_them(self):
        """A name alone, a list and a pattern, each on the packets that have a name that it finds."""
        capture = harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap"
        frames = {}
        for (number,), names in harness.fields(capture, ["frame.number", PROFILE], display_filter=PROFILE):
            for name in names:
                frames.setdefault(name, set()).add(number)
        rows = json.loads(harness.run("-2", "-q", "-z", "godot,profile,json", capture=capture).stdout.decode())
        for way in ("==", "in", "matches"):
            text = next(row["filter"] for row in rows if row["filter"].startswith(f"{PROFILE} {way} "))
            expected = set().union(*(frames[name] for name in names_found_by(text, frames)))
            with self.subTest(filter=text):
                self.assertEqual({number for (number,), in harness.fields(capture, ["frame.number"], display_filter=text)}, expected)
                self.assertLess(0, len(expected))

    def test_filters_find_all_and_only(self):
        options = projects.with_project(projects.copied(projects.PROJECTS / "multiplayer4"))
        with ThreadPoolExecutor(2) as pool:
            found = [*pool.map(lambda each: differences(each, options), captures())]
        self.assertEqual([each for _, wrong in found for each in wrong], [])
        self.assertGreater(sum(rows for rows, _ in found), 20)


if __name__ == "__main__":
    unittest.main()
