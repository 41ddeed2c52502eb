# SPDX-License-Identifier: MIT
"""Traffic that is not Godot's: no Variant may be recognised in it, and no other protocol may lose a packet."""

import collections
import functools
import unittest
from concurrent.futures import ThreadPoolExecutor

import harness

NOISE = sorted((harness.PCAPS / "noise").glob("*.pcap"))
SEEN = harness.share(NOISE)
WORKERS = 2
# Captures of ENet that is not Godot's.
ENET = "enet_other_game"


@functools.cache
def frames(capture, **how):
    """For each frame its protocols, and the plugin's expert items."""
    names = ["frame.protocols"] + (["godot.problem"] if how.get("plugin", True) else [])
    return harness.fields(capture, names, **how)


def protocols(capture, **how):
    return [row[0][0] for row in frames(capture, **how)]


class Noise(unittest.TestCase):
    def compare(self, **how):
        with ThreadPoolExecutor(WORKERS) as pool:
            found = pool.map(lambda capture: protocols(capture, **how), SEEN)
            without = pool.map(lambda capture: protocols(capture, two_passes=False, plugin=False), SEEN)
            misses = []
            for capture, with_plugin, before in zip(SEEN, found, without):
                self.assertEqual(len(with_plugin), len(before), capture)
                changed = collections.Counter(
                    f"{old} became {new}"
                    for old, new in zip(before, with_plugin)
                    if old != new and (ENET not in capture.stem or "godot" in new)
                )
                misses += [f"{capture.stem}: {count} times {change}" for change, count in changed.items()]
        self.assertFalse(misses, "\n".join(misses))

    def test_there_is_noise(self):
        self.assertGreater(len(NOISE), 50)

    def test_first_pass(self):
        self.compare(two_passes=False)

    def test_second_pass(self):
        self.compare(two_passes=True)

    def test_no_false_alarm(self):
        """In traffic that is not ENet's. In another game's ENet it is right to report a lost message."""
        alarms = [capture.stem for capture in SEEN if ENET not in capture.stem
                  for row in frames(capture, two_passes=True) if row[1]]
        self.assertFalse(alarms)


if __name__ == "__main__":
    unittest.main()
