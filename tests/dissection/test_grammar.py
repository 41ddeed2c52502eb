# SPDX-License-Identifier: MIT
"""Numbers in sentences have the form of their word: no "1 commands", in any table or line of any capture."""

import os
import re
import subprocess
import unittest
from concurrent.futures import ThreadPoolExecutor

import harness  # first: it adds tests/common to the path

ANALYSE = os.environ["GODOT_ANALYSE"]
TABLES = ("godot,problems", "enet,streams", "godot,advice", "godot,sync")
# A word in the plural behind a one that is a number by itself; not a number of several parts ("0.1 ms", "#1 is"), an address, a name or a counter ("n=1 x=2").
FALSE_PLURAL = re.compile(r"(?<![\w.,:#/+=-])1 ([a-z]{3,}s)\b")
NO_PLURALS = {"has", "was", "means", "comes", "goes", "gets", "does", "less", "bytes/s", "this", "its", "across", "stays", "ends", "runs", "sends", "differs",
              "process"}


class Sentences(unittest.TestCase):
    def test_the_pattern_finds_what_it_should(self):
        for text in ("sent 1 times", "(1 datagrams of red", "its 1 commands waited"):
            self.assertTrue(FALSE_PLURAL.search(text), text)
        for text in ("11 times", "0.1 times", "frame #1 shows", "1 time", "1 ms", "127.0.0.1 sends"):
            self.assertFalse(FALSE_PLURAL.search(text), text)

    @harness.long_test
    def test_every_capture(self):
        captures = harness.share(sorted(path for kind in ("*.pcap", "*.pcapng") for path in harness.PCAPS.rglob(kind)))
        self.assertGreater(len(captures), 10)

        def said(capture):
            found = set()
            for asked in (TABLES, ("--calls",)):
                done = subprocess.run([ANALYSE, capture, *asked], capture_output=True, text=True, check=False, errors="replace")
                found |= {match[0] for match in FALSE_PLURAL.finditer(done.stdout) if match[1] not in NO_PLURALS}
            return found

        with ThreadPoolExecutor(2) as pool:
            for capture, found in zip(captures, pool.map(said, captures)):
                with self.subTest(capture=capture.relative_to(harness.PCAPS)):
                    self.assertEqual(found, set())


if __name__ == "__main__":
    unittest.main()
