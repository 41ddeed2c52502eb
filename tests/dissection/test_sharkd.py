# SPDX-License-Identifier: MIT
"""sharkd, the server for other programs and web pages, has the tables that tshark prints, under the same names."""

import json
import re
import statistics
import unittest

import harness  # first: it adds tests/common to the path

import lists
import projects
import report_file
from sharkd import converse

ARENA = harness.PCAPS / "multiplayer" / "godot-4.6" / "arena_enet.pcap"
TABLES = (*lists.tables(), *lists.library_tables())


def ask(capture, *taps):
    """The answers to these taps, by name. sharkd takes 16 in a request."""
    most = 16
    found = {}
    for begin in range(0, len(taps), most):
        part = {f"tap{i}": tap for i, tap in enumerate(taps[begin : begin + most])}
        (answer, *_) = converse(capture, {"method": "tap", "params": part})
        found |= {tap["tap"]: tap for tap in answer["result"]["taps"]}
    return found


def same(one, other):
    """tshark rounds numbers, sharkd does not; an empty cell is null in JSON; in sharkd it is null, or an empty text."""
    numbers = [isinstance(cell, (int, float)) for cell in (one, other)]
    return abs(one - other) <= 0.051 if all(numbers) else (one or "") == (other or "")


def same_rows(some, others):
    return len(some) == len(others) and all(
        len(row) == len(other) and all(map(same, row, other)) for row, other in zip(some, others)
    )


def without_sum(table):
    """The rows without their index, by which the window sorts them, without the sum and the lines below the table,
    whose index is 0."""
    all_rows = table["tables"][0]["i"]
    rows = [row for row in all_rows if row[0] != 0]
    others = all_rows[len(rows) :]
    # An empty text in a column of numbers is null.
    assert all(row[1] in ("Sum", None) or str(row[1]).startswith("Not") or row[2] for row in others), others
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    return [row[1:] for row in rows]


class Sharkd(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.answers = ask(ARENA, *(f"nstat:{name}" for name in TABLES), "conv:ENet", "endpt:Godot", "srt:enet", "seqa:godot")

    def test_tables_have_the_rows_that_tshark_prints(self):
        options = [option for name in TABLES for option in ("-z", f"{name},json")]
        text = harness.run("-q", "-2", *options, capture=ARENA).stdout.decode()
        printed = report_file.arrays(text, numbers={})
        tables = [[list(row.values()) for row in table] for table in printed]
        self.assertEqual(len(tables), len(TABLES))
        compared = 0
        for name in TABLES:
            rows = without_sum(self.answers[f"nstat:{name}"])
            self.assertTrue(any(same_rows(rows, table) for table in tables), name)
            compared += len(rows)
        self.assertGreater(compared, 300)

    def test_cells_have_the_type_of_their_column(self):
        """The window sorts a column as numbers if one cell is a number: a text in the column would be read as a
        pointer. Unknown values have no type: null."""
        unknown = 0
        for name in TABLES:
            table = self.answers[f"nstat:{name}"]
            rows = table["tables"][0]["i"]
            for place, field in enumerate(table["fields"]):
                cells = [row[place] for row in rows]
                kinds = {isinstance(cell, str) for cell in cells if cell is not None}
                self.assertLessEqual(len(kinds), 1, (name, field["c"]))
                unknown += cells.count(None)
        self.assertGreater(unknown, 20)

    def test_a_wrong_project_is_refused(self):
        """With a capture open, as in the preferences dialog; a correct setting is accepted."""
        def choose(folder):
            return {"method": "setconf", "params": {"name": "uat:godot_projects", "value": f'"{folder}"'}}

        right = projects.copied(projects.PROJECTS / "multiplayer4")
        for wrong in ("/nowhere/at/all", harness.workshop().folder):
            answers = converse(ARENA, choose(wrong), choose(right))
            self.assertIn("error", answers[0], wrong)
            self.assertIn("result", answers[1], wrong)

    def test_flow_graph(self):
        """The arrows that tshark prints, which test_flow.py tests."""
        answer = self.answers["seqa:godot"]
        self.assertEqual(len(answer["nodes"]), 4)
        self.assertEqual(answer["nodes"][1], "server")
        out = harness.run("-q", "-2", "-z", "flow,godot,standard", capture=ARENA).stdout.decode()
        self.assertEqual(len(answer["flows"]), len(re.findall(r"^ +\|         \|.*[<>].*$", out, re.MULTILINE)))

    def test_a_watch_is_a_curve(self):
        """The values of I/O Graphs for a watch: per second, the average of the values sent to one receiver."""
        watch = '"blue","Arena/Players/Blue","always #1","x"'
        selected = 'godot.watch.blue && godot.to == "red?"'
        rows = harness.fields(ARENA, ["frame.time_relative", "godot.watch.blue"], "-o", f"uat:godot_watches:{watch}",
                              display_filter=selected)
        seconds = {}
        for (time,), values in rows:
            seconds.setdefault(int(float(time)), []).extend(map(float, values))
        wanted = [statistics.fmean(values) for _, values in sorted(seconds.items())]
        self.assertEqual(sorted(seconds), list(range(len(wanted))))
        self.assertGreater(len(set(map(round, wanted))), 2)
        setting = {"method": "setconf", "params": {"name": "uat:godot_watches", "value": watch}}
        curve = {"method": "iograph", "params": {"interval": 1000, "graph0": "avg:godot.watch.blue", "filter0": selected}}
        _, answer, _ = converse(ARENA, setting, curve)
        printed = harness.run("-q", "-2", "-o", f"uat:godot_watches:{watch}", "-z",
                              f"io,stat,1,AVG(godot.watch.blue){selected}", capture=ARENA).stdout.decode()
        columns = re.findall(r"<> *(?:\d+|Dur) *\| *(-?[\d.]+) *\|", printed)
        for numbers in (answer["result"]["iograph"][0]["items"], list(map(float, columns))):
            self.assertEqual(len(numbers), len(wanted))
            for number, mean in zip(numbers, wanted):
                self.assertAlmostEqual(number, mean, 4)

    def test_bytes_add_up(self):
        lengths = harness.fields(ARENA, ["frame.len"])
        wanted = sum(int(length) for (length,) in ((row[0][0],) for row in lengths))
        for name in TABLES[:6]:
            table = self.answers[f"nstat:{name}"]
            place = [field["c"] for field in table["fields"]].index("Total")
            totals = [row[place - 1] for row in without_sum(table)]
            self.assertEqual(sum(totals), wanted, name)
            self.assertEqual(totals, sorted(totals, reverse=True), name)
            sums = [row[place] for row in table["tables"][0]["i"] if row[0] == 0 and row[place] is not None]
            self.assertEqual(sums, [wanted], name)

    def test_wiresharks_own_tables_are_there(self):
        self.assertEqual(len(self.answers["conv:ENet"]["convs"]), 3)
        self.assertIn("server", [row["host"] for row in self.answers["endpt:Godot"]["hosts"]])
        times = {row["n"]: row["num"] for row in self.answers["srt:enet"]["tables"][0]["r"]}
        self.assertGreater(times["Send reliable"], 400)


if __name__ == "__main__":
    unittest.main()
