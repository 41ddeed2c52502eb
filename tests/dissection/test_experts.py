# SPDX-License-Identifier: MIT
"""Expert Information counts: each kind has one text, the same in all packets, and the details in a field below it. Windows and
`-z expert` count the same, with and without trees. The first capture of each folder; all with GODOT_LONG=1."""

import json
import re
import unittest
from collections import Counter, defaultdict

import harness

import mirrors
from projects import PROJECTS, copied, with_project

load_tests = harness.by_length

OURS = re.compile(r"(godot|enet|netfox|rollback)[._]")
# What a file, a game or an engine says itself; what of the bytes is wrong. The kind is in the text.
SPEAK_THEMSELVES = re.compile(r"godot\.debug\.(error|warning)|godot\.names\.(project|wrong_project)|.*malformed.*")
# How certain it is that commands were lost: three texts.
DEGREES = {"enet.analysis.lost_command": 3}
REPLICATION = harness.PCAPS / "multiplayer" / "godot-4.6" / "replication_enet.pcap"
LOSSY = harness.PCAPS / "lossy" / "godot-4.6" / "arena_lossy_enet.pcap"
PROBLEMS = harness.PCAPS / "problems" / "godot-4.6" / "problems_enet.pcap"
LINE = re.compile(r"^ +(\d+) +(\S+) +(.+?)  (\S.*)$", re.MULTILINE)


def found_in(node):
    """Expert information in a tree of JSON: its filter, its text, its details."""
    if not isinstance(node, list):
        return
    for each in node:
        if not (isinstance(each, tuple) and len(each) == 2):
            yield from found_in(each)
        elif each[0] == "_ws.expert":
            pairs = dict(reversed(each[1]))
            yield each[1][0][0], pairs["_ws.expert.message"], pairs.get("godot.expert.details")
        else:
            yield from found_in(each[1])


def in_trees(capture, *options):
    text = harness.run("-2", *options, "-Y", "_ws.expert", "-T", "json", capture=capture).stdout
    pairs = lambda items: [tuple(item) for item in items]  # noqa: E731
    return [each for each in found_in(json.loads(text, object_pairs_hook=pairs)) if OURS.match(each[0])]


def counted(capture, *options):
    text = harness.run("-2", "-q", *options, "-z", "expert", capture=capture).stdout.decode()
    return Counter({said.strip(): int(count) for count, _group, _protocol, said in LINE.findall(text)})


def captures():
    found = sorted([*harness.PCAPS.rglob("*.pcap"), *harness.PCAPS.rglob("*.pcapng")])
    return harness.of_this_run(found, [*harness.of_each_folder(found, 1), LOSSY, PROBLEMS])


class OneText(unittest.TestCase):
    @harness.sweep
    def test_of_each_kind(self):
        kinds = set()
        for capture in captures():
            texts = defaultdict(set)
            for name, text, _details in in_trees(capture):
                texts[name].add(text)
            with self.subTest(capture=str(capture.relative_to(harness.PCAPS))):
                for name, said in texts.items():
                    if not SPEAK_THEMSELVES.fullmatch(name):
                        self.assertLessEqual(len(said), DEGREES.get(name, 1), (name, said))
                kinds.update(texts)
        self.assertGreater(len(kinds), harness.at_least(10), kinds)

    def test_details_are_the_packets(self):
        """What of a lossy game was one line each is counted; the numbers are in the details."""
        (texts, said), *_ = Counter((text, name) for name, text, _ in in_trees(LOSSY) if name == "enet.analysis.never_came").items()
        self.assertGreater(said, 20)
        details = {each for name, _, each in in_trees(LOSSY) if name == "enet.analysis.never_came"}
        self.assertGreater(len(details), 20)
        for each in details:
            self.assertRegex(each, r"^(\d+ of )?\d+(-\d+)?(, \d+(-\d+)?)* never arrived(: |\. One of: )")

    def test_tables_count_what_trees_have(self):
        project = with_project(copied(PROJECTS / "multiplayer4"))
        for capture, options in ((LOSSY, ()), (PROBLEMS, ()), (LOSSY, project), (REPLICATION, project)):
            with self.subTest(capture=capture.name, options=options):
                trees = Counter(text for _, text, _ in in_trees(capture, *options))
                self.assertTrue(trees)
                table = counted(capture, *options)
                self.assertEqual({text: table[text] for text in trees}, dict(trees))

    def test_properties_that_differ(self):
        change = {"lab/ship.tscn": ("properties/1/path", "ignored/1/path")}
        project = with_project(copied(PROJECTS / "multiplayer4", change, "one_property_less"))
        trees = Counter(text for name, text, _ in in_trees(REPLICATION, *project) if name == "godot.names.properties_differ")
        ((text, count),) = trees.items()
        self.assertGreater(count, 100)
        self.assertEqual(counted(REPLICATION, *project)[text], count)


class OneRecord(unittest.TestCase):
    """A message that several processes have recorded has one expert information, and rows say whose they are."""

    PARTS = tuple(harness.PCAPS / "mirror" / f"arena_enet.{who}.pcapng" for who in ("server", "red", "green"))

    def setUp(self):
        self.capture = mirrors.merged("experts", *self.PARTS)

    def test_rows_say_whose_they_are(self):
        names = ["frame.number", "godot.mirror.counted_in", "godot.mirror.direction", "_ws.col.Info"]
        rows = harness.fields(self.capture, names, display_filter="godot.mirror.counted_in")
        self.assertGreater(len(rows), 100)
        for _, (counts,), (direction,), (info,) in rows:
            whose = "sender" if direction == "1" else "receiver"
            self.assertTrue(info.endswith(f" [its {whose}'s record; counted in {counts}]"), info)
        others = harness.fields(self.capture, ["_ws.col.Info"], display_filter="godot.mirror && !godot.mirror.counted_in")
        self.assertFalse([row for row in others if "record; counted" in row[0][0]])

    def test_events_say_whose_they_are(self):
        rows = harness.fields(self.capture, ["_ws.col.Info"], display_filter="godot.mirror.event == 3")
        ends = {re.search(r"^Event: Connected, of (\d+|server)$", row[0][0])[1] for row in rows}
        self.assertEqual(len(ends), 3)
        rows = harness.fields(self.capture, ["_ws.col.Info"], display_filter="godot.mirror.event == 0")
        self.assertTrue(any(row[0][0].endswith(", of server") for row in rows))

    def test_tables_and_filters_take_one(self):
        """As many as `godot.problem` finds, in the table and by the filter of each row; the other records have another field."""
        capture = mirrors.merged("one", *sorted((harness.PCAPS / "mirror").glob("replication_wss.*.pcapng")))
        by_button = harness.fields(capture, ["godot.problem"], display_filter="godot.problem")
        doubles = harness.fields(capture, ["godot.mirror.problem"], display_filter="godot.mirror.problem")
        self.assertEqual(sorted(kinds for (kinds,) in doubles), sorted(kinds for (kinds,) in by_button))
        table = harness.csv_rows(harness.run("-2", "-q", "-z", "godot,problems,csv", capture=capture).stdout.decode())
        self.assertEqual(sum(int(row["count"]) for row in table), sum(len(kinds) for (kinds,) in by_button))
        for row in table:
            self.assertEqual(len(harness.fields(capture, ["frame.number"], display_filter=row["filter"])), int(row["count"]), row)

    def test_expert_information_takes_one(self):
        doubled = harness.fields(self.capture, ["_ws.expert.message"], display_filter="godot.mirror.counted_in && _ws.expert")
        self.assertEqual([row for row in doubled if any(row[0])], [])


class OneEndKnows(unittest.TestCase):
    """A call that one end's record alone shows to be refused: it counts there, once."""

    FOLDER = harness.PCAPS / "mirror" / "refused"
    INFO = re.compile(r" → (server|peer \d+)  Main/Heroes/\d+\.shout\(n: (\d+)\)")

    def setUp(self):
        roles = ("server", "far", "client")
        self.capture = mirrors.merged("refused", *(self.FOLDER / f"despawned_owner.{role}.pcapng" for role in roles))

    def calls(self, display_filter, **options):
        """Receiver and argument of each call that the filter finds."""
        rows = harness.fields(self.capture, ["_ws.col.Info"], display_filter=display_filter, **options)
        return [self.INFO.search(info).groups() for ((info,),) in rows]

    def refused(self):
        """As the engines printed it: calls to a hero that was freed, of which no line `shout` tells."""
        refused = []
        for role, name in (("server", "server"), ("client", "peer 3")):
            lines = (self.FOLDER / f"despawned_owner.{role}.log").read_text(encoding="utf-8").splitlines()
            count = lines.count("ERROR: Invalid packet received. Requested node was not found.")
            (hero,) = {line.split('"')[1].split("/")[2] for line in lines if line.startswith("ERROR: Node not found")}
            last = max(int(line.split()[2]) for line in lines if line.startswith(f"shout {hero} "))
            refused += [(name, str(last + 6 * (number + 1))) for number in range(count)]
        return sorted(refused)

    def test_filters_and_tables_count_what_the_engines_printed(self):
        found = self.calls("godot.problem")
        self.assertEqual(len(found), len(set(found)))
        undecided = set(self.calls("godot.node.despawned_soon")) - set(found)
        self.assertEqual(sorted([*found, *undecided]), self.refused())
        self.assertGreater(len(found), len(undecided))
        receivers = self.calls("godot.problem && godot.mirror.counted_in")
        self.assertTrue(receivers, "no problem is known at one end alone: the capture shows nothing")
        self.assertTrue(self.calls("godot.mirror.problem"))
        self.assertFalse(self.calls("godot.mirror.problem && godot.problem"))
        table = harness.csv_rows(harness.run("-2", "-q", "-z", "godot,problems,csv", capture=self.capture).stdout.decode())
        self.assertEqual(sum(int(row["count"]) for row in table), len(found))
        for row in table:
            self.assertEqual(len(self.calls(row["filter"])), int(row["count"]), row)

    def test_one_pass(self):
        found = self.calls("godot.problem", two_passes=False)
        self.assertEqual(len(found), len(set(found)))
        table = harness.csv_rows(harness.run("-q", "-z", "godot,problems,csv", capture=self.capture).stdout.decode())
        self.assertEqual(sum(int(row["count"]) for row in table), len(found))
        self.assertTrue(found)


if __name__ == "__main__":
    unittest.main()
