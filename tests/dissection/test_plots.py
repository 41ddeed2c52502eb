# SPDX-License-Identifier: MIT
"""Values that can be plotted: each row of godot,plots is a watch whose field has as many values between the same
bounds, and its filter finds those of one receiver. Compared with the values that the engines' scripts sent."""

import csv
import json
import re
import unittest

import harness

import projects
from truth import load, truth_of

ARENA = harness.PCAPS / "multiplayer" / "godot-4.6" / "arena_enet.pcap"
FLEET = harness.PCAPS / "multiplayer" / "godot-3.6" / "fleet_enet.pcap"
MOMENTS = harness.PCAPS / "state" / "godot-4.6" / "moments_enet.pcap"
NETFOX = harness.PCAPS / "netfox" / "raw.pcap"


def plots(capture, *options, form="csv", display_filter=""):
    wanted = f"godot,plots,{form}" + (f",{display_filter}" if display_filter else "")
    out = harness.run("-q", "-2", "-z", wanted, *options, capture=capture).stdout.decode()
    return harness.json_rows(out) if form == "json" else harness.csv_rows(out)


def arena_project():
    return projects.with_project(projects.copied(projects.PROJECTS / "multiplayer4"))


def field_of(row):
    return "godot.watch." + next(csv.reader([row["watch"]]))[0]


class Plots(unittest.TestCase):
    def check_watches(self, capture, *options):
        """Checks all rows in one run with the table godot_watches."""
        rows = plots(capture, *options)
        wanted = {}
        for row in rows:
            wanted.setdefault(field_of(row), []).append(row)
        watches = dict.fromkeys(row["watch"] for row in rows)
        fields = list(wanted)
        self.assertEqual(len(fields), len(watches))
        given = [option for watch in watches for option in ("-o", f"uat:godot_watches:{watch}")]
        columns = zip(*harness.fields(capture, fields, "-2", *options, *given, display_filter=" || ".join(fields)))
        for field, column in zip(fields, columns):
            values = [float(each) for row in column for each in row]
            with self.subTest(field=field):
                self.assertEqual(len(values), sum(int(row["values"]) for row in wanted[field]))
                self.assertAlmostEqual(min(values), min(float(row["least"]) for row in wanted[field]), 3)
                self.assertAlmostEqual(max(values), max(float(row["most"]) for row in wanted[field]), 3)
        return rows

    def test_each_row_is_a_watch(self):
        rows = self.check_watches(ARENA, *arena_project())
        names = {(row["node"], row["property"], row["component"]) for row in rows}
        for wanted in (("Arena/Players/Red", "position", "x"), ("Arena/Players/Red", "position", "y"),
                       ("Arena/Players/Red", "move(direction)", "x"), ("Arena/Players/Red", "move(jump)", "")):
            self.assertIn(wanted, names)
        self.assertNotIn("", {row["node"] for row in rows})

    def test_without_names(self):
        """Properties are named by their index, as in the state and the profile; arguments by their index, too."""
        properties = {row["property"] for row in self.check_watches(ARENA)}
        self.assertLess({"always #0", "#2(0)"}, properties)
        properties = {row["property"] for row in self.check_watches(MOMENTS)}
        self.assertTrue(any(re.fullmatch(r"on change #\d+", each) for each in properties), properties)

    def test_other_generations_and_libraries(self):
        self.assertTrue(self.check_watches(FLEET))
        self.assertTrue(self.check_watches(NETFOX))

    def test_values_that_were_sent(self):
        calls = [line for line in load(truth_of(ARENA)) if line["kind"] == "rpc" and line["method"] == "fire"]
        aims = [float(re.match(r"Vector2\(([^,]+),", call["args"][0])[1]) for call in calls]
        rows = [row for row in plots(ARENA, *arena_project()) if (row["property"], row["component"]) == ("fire(aim)", "x")]
        self.assertGreater(len(aims), 5)
        self.assertEqual(sum(int(row["values"]) for row in rows), len(aims))
        self.assertAlmostEqual(min(float(row["least"]) for row in rows), min(aims), 3)
        self.assertAlmostEqual(max(float(row["most"]) for row in rows), max(aims), 3)

    def test_a_filter_finds_one_receivers_view(self):
        rows = [row for row in plots(ARENA, *arena_project())
                if row["node"] == "Arena/Players/Red" and row["property"] == "position" and row["component"] == "x"]
        self.assertGreater(len({row["to"] for row in rows}), 1)
        for row in rows:
            options = (*arena_project(), "-o", f"uat:godot_watches:{row['watch']}")
            found = harness.fields(ARENA, [field_of(row)], "-2", *options, display_filter=row["filter"])
            self.assertEqual(sum(len(values) for (values,) in found), int(row["values"]), row)

    def test_existing_watches_keep_their_names(self):
        used = ("-o", 'uat:godot_watches:"mine","Arena/Players/Red","always #0","x"')
        fields = {field_of(row) for row in plots(ARENA, *used)}
        self.assertIn("godot.watch.mine", fields)
        self.assertNotIn("godot.watch.red.always_0.x", fields)
        self.assertIn("godot.watch.red.always_0.y", fields)

    def test_forms_and_filters(self):
        everything = plots(ARENA, form="json")
        self.assertEqual([row["node"] for row in everything], [row["node"] for row in plots(ARENA)])
        some = plots(ARENA, form="json", display_filter="frame.number < 120")
        self.assertTrue(0 < sum(row["values"] for row in some) < sum(row["values"] for row in everything))
        text = harness.run("-q", "-2", "-z", "godot,plots", capture=ARENA).stdout.decode()
        self.assertIn("Arena/Players/Red", text)
        with self.assertRaises(harness.Refused):
            harness.run("-q", "-z", "godot,plots,no.such.field", capture=ARENA)


if __name__ == "__main__":
    unittest.main()
