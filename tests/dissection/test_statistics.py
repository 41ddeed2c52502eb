# SPDX-License-Identifier: MIT
"""Statistics > Godot > Variants counts the values that the engine logged, by type, with their sizes."""

import re
import unittest
from collections import defaultdict

import harness
from truth import load, truth_of


class Statistics(unittest.TestCase):
    def test_types_and_sizes(self):
        capture = harness.PCAPS / "godot-4.6" / "arena_udp.pcap"
        sizes = defaultdict(list)
        for message in load(truth_of(capture)):
            sizes[message["type"]].append(message["len"])
        out = harness.run("-q", "-2", "-z", "godot_variant,tree", capture=capture).stdout.decode()
        rows = {}
        for line in out.splitlines():
            columns = re.split(r"\s{2,}", line.strip())
            if len(columns) >= 5:
                rows[columns[0]] = columns[1:]
        for name, lengths in sizes.items():
            count, average, smallest, largest = rows[name][:4]
            self.assertEqual(int(count), len(lengths), name)
            self.assertAlmostEqual(float(average), sum(lengths) / len(lengths), 1, name)
            self.assertEqual((int(smallest), int(largest)), (min(lengths), max(lengths)), name)
        total = str(sum(map(len, sizes.values())))
        self.assertEqual(rows["godot4"][0], total)
        self.assertEqual(rows["Values by type"][0], total)
        self.assertEqual(rows["Malformed values"][0], "0")


if __name__ == "__main__":
    unittest.main()
