# SPDX-License-Identifier: MIT
"""Why a message does not arrive and what to do are the first lines below its protocol's, whole and with names of peers;
lists of Expert Information contain what to do."""

import re
import unittest
from concurrent.futures import ThreadPoolExecutor

import harness

from projects import PROJECTS, copied, with_project

FAULTS = harness.PCAPS / "faults" / "godot-4.6"
PROBLEMS = harness.PCAPS / "problems" / "godot-4.6"
CAPTURES = sorted(FAULTS.glob("*.pcap")) + sorted(PROBLEMS.glob("*.pcap")) + [harness.PCAPS / "netfox" / name for name in ("missing.pcap", "late_inputs.pcap")]
ADVICE = re.compile(r"^    \[(Why|What to do): ")


load_tests = harness.by_length

OF_3 = re.compile(r"network_peer|network_master|puppet|remotesync|Godot 3|3\.x")
OF_4 = re.compile(r"multiplayer_peer|multiplayer_authority|@rpc|MultiplayerSpawner|MultiplayerSynchronizer|Godot 4|4\.x")
NEVER = re.compile(r"(?!)")
MORE = [
    harness.PCAPS / name
    for name in ("problems/godot-3.6/unheard_enet.pcap", "situations/godot-3.6/peer_used_again.pcap", "situations/godot-4.6/held_spawn.pcap")
]
BETWEEN = "\x01"


def remedies(capture):
    """Of each packet, a line each; then the table."""
    fields = ("-T", "fields", "-E", f"aggregator={BETWEEN}", "-e", "frame.number", "-e", "godot.problem.remedy")
    return harness.run("-2", "-Y", "godot.problem.remedy", *fields, "-z", "godot,problems,csv", capture=capture).stdout.decode()


def of_another_engine(capture):
    folders = str(capture.parent)
    return OF_4 if "godot-3" in folders else OF_3 if "godot-4" in folders else NEVER


def without(remedy, texts):
    """What is left of a remedy; a formula's mark is that of tables (CSV)."""
    rest = remedy.removeprefix("'")
    for text in sorted(texts, key=len, reverse=True):
        rest = rest.replace(text, "")
    return rest.strip("; ")


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


class Table(unittest.TestCase):
    @harness.sweep
    def test_says_what_the_packet_says(self):
        """The remedy of each row consists of its first packet's, for the engine of the capture."""
        every = sorted(capture for capture in harness.PCAPS.rglob("*.pcap*") if capture.suffix in (".pcap", ".pcapng"))
        with ThreadPoolExecutor(2) as pool:
            captures = harness.of_this_run(every, CAPTURES + MORE)
            for capture, text in zip(captures, pool.map(remedies, captures)):
                said, _, table = text.partition("problem,")
                by_frame = dict(line.split("\t", 1) for line in said.splitlines() if "\t" in line)
                for row in harness.csv_rows("problem," + table):
                    with self.subTest(capture=str(capture.relative_to(harness.PCAPS)), cause=row["cause"]):
                        self.assertIn(row["first"], by_frame)
                        self.assertIsNone(of_another_engine(capture).search(row["remedy"]), row["remedy"])
                        self.assertEqual(without(row["remedy"], by_frame[row["first"]].split(BETWEEN)), "")


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
