# SPDX-License-Identifier: MIT
"""The facts in reports: the tables of tshark, of every capture."""

import unittest

import harness
from report_file import TABLES, made

ARENA = harness.PCAPS / "multiplayer" / "godot-4.6" / "arena_enet.pcap"


def captures():
    found = sorted([*harness.PCAPS.rglob("*.pcap"), *harness.PCAPS.rglob("*.pcapng")])
    return [capture for capture in found if "noise" not in capture.parts]


class Facts(unittest.TestCase):
    def test_tables_are_those_of_tshark(self):
        """Of every capture that is not noise, to the last digit."""
        rows = 0
        for capture in captures():
            with self.subTest(capture=capture.name):
                report = made(capture)
                self.assertEqual([table["name"] for table in report.facts["tables"]], TABLES)
                for table in report.facts["tables"]:
                    keys = [column[0] for column in table["columns"]]
                    found = [{key: None if cell is None else str(cell) for key, cell in zip(keys, row)} for row in table["rows"]]
                    self.assertEqual(found, report.tables[table["name"]], table["name"])
                    self.assertEqual(table["left_out"], 0)
                    rows += len(found)
        self.assertGreater(rows, 10_000)

    def test_a_wish_that_cannot_be_met_is_refused(self):
        for wish, reason in (("godot,report", b"expected"), ("godot,report,", b"expected"),
                             ("godot,report,/nowhere/at/all.html", b"cannot be written")):
            done = harness.run("-q", "-z", wish, capture=ARENA, check=False)
            self.assertNotEqual(done.returncode, 0, wish)
            self.assertIn(reason, done.stderr)


if __name__ == "__main__":
    unittest.main()
