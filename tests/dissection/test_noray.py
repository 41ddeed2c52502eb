# SPDX-License-Identifier: MIT
"""Games whose players met by noray: what they sent is read, beside the handshakes of the addon and by the relay."""

import json
import os
import re
import subprocess
import unittest

import harness

ANALYSE = os.environ["GODOT_ANALYSE"]
FOLDER = harness.PCAPS / "noray"
PROJECT = harness.PCAPS / "projects/noray4"
CONNECTED = ("direct", "punched", "relayed", "relayed_again")


def analysed(capture, *questions):
    return subprocess.run([ANALYSE, capture, *questions], capture_output=True, check=True, text=True)


def truth(name):
    return [json.loads(line) for line in (FOLDER / f"{name}.truth.jsonl").read_text(encoding="utf-8").splitlines()]


class Noray(unittest.TestCase):
    def test_the_game_is_read_beside_handshakes_and_by_the_relay(self):
        for name in CONNECTED:
            for ending in ("", "_host"):
                with self.subTest(name + ending):
                    sent = [each["step"] for each in truth(name) if each["event"] == "move"]
                    self.assertEqual(sent, list(range(10)))
                    calls = analysed(FOLDER / f"{name}{ending}.pcap", "--calls", "--project", PROJECT).stdout
                    found = [int(step) for step in re.findall(r"peer 2 → server  Main\.move\(step: (\d+)\)$", calls, re.M)]
                    self.assertEqual(sorted(set(found)), sent)  # ENet sends one again, perhaps

    def test_who_never_met_has_no_game(self):
        tried = 0
        for file in sorted(FOLDER.glob("*.pcap")):
            if file.stem.removesuffix("_host") in CONNECTED:
                continue
            with self.subTest(file.name):
                self.assertFalse(any(each["event"] == "move" for each in truth(file.stem.removesuffix("_host"))))
                self.assertEqual(analysed(file, "--calls").stdout, "")
                tried += 1
        self.assertEqual(tried, 12)


if __name__ == "__main__":
    unittest.main()
