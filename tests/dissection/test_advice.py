# SPDX-License-Identifier: MIT
"""Why a message does not arrive and what to do are the first lines below its protocol's, whole and with names of peers;
lists of Expert Information contain what to do."""

import re
import unittest

import harness

from projects import PROJECTS, copied, with_project

FAULTS = harness.PCAPS / "faults" / "godot-4.6"
PROBLEMS = harness.PCAPS / "problems" / "godot-4.6"
CAPTURES = sorted(FAULTS.glob("*.pcap")) + sorted(PROBLEMS.glob("*.pcap")) + [harness.PCAPS / "netfox" / name for name in ("missing.pcap", "late_inputs.pcap")]
ADVICE = re.compile(r"^    \[(Why|What to do): ")


def protocols(tree):
    """The lines below each protocol's line of `tshark -V`, frames first."""
    for frame in tree.split("\n\n"):
        block = None
        for line in frame.splitlines():
            if line and not line.startswith(" "):
                if block:
                    yield block
                block = [line]
            elif block:
                block.append(line)
        if block:
            yield block


class First(unittest.TestCase):
    def test_of_all_problems(self):
        kinds = set()
        for capture in CAPTURES:
            tree = harness.tree_text(capture, "-Y", "godot.problem", *with_project(copied(PROJECTS / "multiplayer4", name="faults4", overlay=PROJECTS / "faults4")))
            for title, *lines in protocols(tree):
                found = [line.strip()[len("[Problem: "):-1] for line in lines if line.strip().startswith("[Problem: ")]
                advice = [line for line in lines if ADVICE.match(line)]
                if not found:
                    self.assertEqual(advice, [], title)
                    continue
                with self.subTest(capture=capture.name, title=title[:60]):
                    kinds.update(found)
                    self.assertEqual(lines[:len(advice)], advice, "they stand first")
                    self.assertTrue(advice[0].startswith("    [Why: "))
                    self.assertEqual(sum(line.startswith("    [Why: ") for line in advice), len(found))
                    for line, after in zip(advice, advice[1:] + ["    [Why: "]):
                        self.assertTrue(line.endswith("]"), "cut: " + line)
                        if line.startswith("    [Why: "):
                            self.assertTrue(after.startswith("    [What to do: ") , line)
                        self.assertNotIn("\u2026", line)
        self.assertGreater(len(kinds), 9, kinds)


class Lists(unittest.TestCase):
    def test_expert_information_has_what_to_do(self):
        """Of all packets together (the registered text), and of each."""
        registered = {}
        for line in harness.run("-G", "fields").stdout.decode().splitlines():
            parts = line.split("\t")
            if parts[0] == "F":
                registered[parts[2]] = parts[1]
        self.assertIn('in its declaration', registered["godot.rpc.refused"])
        self.assertIn("set_multiplayer_authority()", registered["godot.sync.two_senders"])
        self.assertIn("on a channel of its own", registered["enet.analysis.head_of_line"])
        rows = harness.fields(FAULTS / "ball_two_senders.pcap", ["godot.expert.details"], display_filter="godot.problem == \"two_senders\"")
        for (texts,) in rows:
            self.assertTrue(any("set_multiplayer_authority()" in text for text in texts), texts)

    def test_peers_have_names(self):
        rows = harness.fields(FAULTS / "ball_two_senders.pcap", ["godot.problem.why"], display_filter="godot.problem == \"two_senders\"")
        whys = {why.split(" sends")[0] for (texts,) in rows for why in texts if "sends the states" in why}
        self.assertTrue(whys)
        self.assertFalse([why for why in whys if re.search(r"\d{4}", why)], "ids instead of names")


if __name__ == "__main__":
    unittest.main()
