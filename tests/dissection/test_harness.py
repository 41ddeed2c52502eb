# SPDX-License-Identifier: MIT
"""Nothing hands tshark's user a path of the checkout, which may lie below a folder that only its owner reads."""

import unittest

import harness
import sharkd
from projects import PROJECTS, copied, with_project

CAPTURE = harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap"
PROJECT = PROJECTS / "multiplayer4"


class Checkout(unittest.TestCase):
    def test_paths_of_the_checkout(self):
        shop = harness.workshop()
        for words in (with_project(PROJECT), ["-r", CAPTURE], [harness.SOURCE], [f"-Xlua_script:{harness.SOURCE}/a.lua"]):
            for command in (shop.tshark, lambda *each: shop.as_user("python3", *each), lambda *each: harness.run(*map(str, each))):
                with self.subTest(words=words), self.assertRaisesRegex(harness.Refused, "is in the checkout"):
                    command(*words)

    def test_copies(self):
        """Each names the checkout in its own path, as a copy does."""
        shop = harness.workshop()
        for words in (with_project(copied(PROJECT)), ["-r", str(shop.readable(CAPTURE))], ["--tshark", harness.TSHARK],
                      [f"{harness.SOURCE}-other/a.pcap"], [f"/elsewhere{harness.SOURCE}/a.pcap"]):
            with self.subTest(words=words):
                self.assertEqual(shop.tshark(*words)[-len(words) :], words)

    def test_programs_read_their_copies(self):
        rows = harness.fields(CAPTURE, ["frame.number"], "-c", "20", *with_project(copied(PROJECT)))
        self.assertEqual(len(rows), 20)
        answer = sharkd.converse(CAPTURE, {"method": "status"})[0]
        self.assertGreater(answer["result"]["frames"], 20)


if __name__ == "__main__":
    unittest.main()
