# SPDX-License-Identifier: MIT
"""The state of a game at a packet, compared with the engine's own at that time: lines `moment` of the truth, which
every process writes when it receives the server's call mark()."""

import json
import unittest

import harness  # first: it adds tests/common to the path

import godot_text
import truth
from projects import PROJECTS, copied, with_project

MOMENTS = harness.PCAPS / "state" / "godot-4.6" / "moments_enet.pcap"
ARENA = harness.PCAPS / "multiplayer" / "godot-4.6" / "arena_enet.pcap"
DUEL = harness.PCAPS / "faults" / "godot-4.6" / "duel_held_both.pcap"  # both sides of one player's connection
FLEET = harness.PCAPS / "multiplayer" / "godot-3.6" / "fleet_enet.pcap"
# Initial values in lab/ship.gd and lab/helm.gd: an untouched helm is not sent.
UNTOUCHED = {"Helm:heading": "Vector2(0, 0)", "Helm:thrust": "0", "Helm:anchored": "true"}


def state(capture, frame, *options, two_passes=True):
    passes = ["-2"] if two_passes else []
    done = harness.run(*passes, "-q", "-z", f"godot,state,{frame},csv", *options, capture=capture)
    return harness.csv_rows(done.stdout.decode())


def moments():
    """By number: the dumps, by peer."""
    found = {}
    for line in truth.load(truth.truth_of(MOMENTS)):
        if line["kind"] == "moment":
            found.setdefault(line["number"], {})[line["to"]] = line
    return found


def marks(options):
    """The frames that carry mark(number) to each client."""
    names = ["frame.number", "godot.peer.target", "godot.rpc.text"]
    found = {}
    for frames, targets, texts in harness.fields(MOMENTS, names, *options, display_filter="godot.rpc.text"):
        for target, text in zip(targets, texts):
            if text.startswith("Moments.mark("):
                number = int(text.rstrip(")").split("(")[1].split(": ")[-1])
                found.setdefault(number, {})[int(target)] = int(frames[0])
    return found


def sent_to(rows, peer):
    """Values by node and property, of those sent to a peer."""
    who = "server" if peer == 1 else str(peer)
    return {
        (row["node"], row["property"].rstrip("?")): row["value"]
        for row in rows
        if row["property"] and who in row["to"].split(", ")
    }


def where(place):
    """The node and property on the wire for the dump's `/root/Moments/Sea/2 .:label`; a helm is known by its path,
    which contains its player's id."""
    node, path = place.removeprefix("/root/").split(" ")
    if path.startswith("Helm:"):
        return f"{node}/Helm", path
    return node, path.removeprefix(".:")


harness.show_ids()


class Differences(unittest.TestCase):
    def test_they_are_the_rows_that_differ(self):
        """The same rows and lines as without the option, except for properties that all peers have alike."""
        frame = 719
        wish = ("-q", "-2", "-z")
        both = []
        for what in ("csv", "differences,csv"):
            out = harness.run(*wish, f"godot,state,{frame},{what}", capture=MOMENTS).stdout.decode()
            both.append(harness.csv_rows(out))
        everything, differing = both
        odd = {(row["session"], row["node"], row["property"]) for row in everything if row["standing"] == "differs"}
        self.assertTrue(odd)
        self.assertEqual(differing, [row for row in everything if (row["session"], row["node"], row["property"]) in odd])
        self.assertGreater(len(everything), len(differing))
        tree = harness.run(*wish, f"godot,state,{frame},differences", capture=MOMENTS).stdout.decode()
        whole = harness.run(*wish, f"godot,state,{frame}", capture=MOMENTS).stdout.decode()
        self.assertEqual(tree.count("\u2260"), len(odd))
        self.assertEqual(tree.count("\u2260"), whole.count("\u2260"))
        self.assertLess(len(tree.splitlines()), len(whole.splitlines()))
        self.assertEqual(set(tree.splitlines()) - set(whole.splitlines()), set())


class AtMoments(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.project = with_project(copied(PROJECTS / "multiplayer4", name="moments4", overlay=PROJECTS / "moments4"))
        cls.marks = marks(cls.project)
        cls.moments = moments()
        # The calls to both players follow one another directly.
        cls.states = {
            number: state(MOMENTS, max(frames.values()), *cls.project, two_passes=number % 2 == 0)
            for number, frames in cls.marks.items()
        }

    def each(self):
        """For each dump: its number, peer, content, and the state when it was marked."""
        for number, dumps in self.moments.items():
            for peer, dump in dumps.items():
                yield number, peer, dump, self.states[number]

    def test_ten_moments_of_three_processes(self):
        self.assertGreaterEqual(len(self.moments), 10)
        self.assertEqual(set(self.marks), set(self.moments))
        for dumps in self.moments.values():
            self.assertEqual(len(dumps), 3)
        for frames in self.marks.values():
            self.assertEqual(max(frames.values()) - min(frames.values()), 1)

    def test_every_value_is_the_engines(self):
        compared = 0
        for number, peer, dump, rows in self.each():
            with self.subTest(moment=number, peer=peer):
                shown = sent_to(rows, peer)
                for place, text in dump["properties"].items():
                    value = shown.pop(where(place), None)
                    if value is None:
                        self.assertEqual(UNTOUCHED.get(where(place)[1]), text, place)
                        continue
                    self.assertEqual(godot_text.parse(value, False), godot_text.parse(text, False), place)
                    compared += 1
                self.assertEqual(shown, {})
        self.assertGreater(compared, 300)

    def test_nodes_that_move(self):
        """The position of each ship at each time, at each player that has it: as in the engine there, stop by stop."""
        ways = {}
        for number, peer, dump, rows in self.each():
            shown = sent_to(rows, peer)
            for place, text in dump["properties"].items():
                node, name = where(place)
                if name == "position" and peer != 1:
                    value = shown[(node, name)]
                    self.assertEqual(godot_text.parse(value, False), godot_text.parse(text, False), (number, peer, place))
                    ways.setdefault((peer, node), []).append(value)
        long = 0
        for (peer, node), way in ways.items():
            stops = [stop for i, stop in enumerate(way) if i == 0 or stop != way[i - 1]]
            self.assertEqual(len(stops), len(set(stops)), (peer, node, way))  # ships move on, never back
            long += len(stops) >= 4
        self.assertGreaterEqual(long, 6)  # stops of two players' three ships; one player left and joined again

    def test_who_has_which_nodes(self):
        for number, peer, dump, rows in self.each():
            if peer == 1:
                continue
            with self.subTest(moment=number, peer=peer):
                shown = {node for node, _ in sent_to(rows, peer) if node.startswith("Moments/Sea/")}
                shown = {node for node in shown if not node.endswith("/Helm")}
                self.assertEqual(shown, {path.removeprefix("/root/") for path in dump["spawned"]})

    def test_last_sending_per_receiver(self):
        """The lift's label, which is sent on change: to both, then to red only."""
        red, green = (self.moments[6][peer] for peer in sorted(self.moments[6]) if peer != 1)
        if red["proc"] != "red":
            red, green = green, red
        rows = [row for row in self.states[6] if row["property"].rstrip("?") == "label"]
        rows = [row for row in rows if row["node"] == "Moments/Lift/Sync"]
        self.assertEqual(
            [(row["value"], row["to"], row["differs"]) for row in rows],
            [('"only the label"', str(green["to"]), "1"), ('"for red alone"', str(red["to"]), "1")],
        )
        self.assertEqual({row["from"] for row in rows}, {"server"})
        for row in rows:
            names = ["godot.peer.target", "godot.variant.text"]
            shown = harness.fields(MOMENTS, names, display_filter=f"frame.number == {row['frame']} && godot.sync")
            self.assertEqual(len(shown), 1)
            self.assertIn(row["to"], shown[0][0])
            self.assertIn(row["value"], shown[0][1])
        agreed = [row for row in self.states[1] if row["node"] == "Moments/Lift/Sync"]
        self.assertEqual({row["differs"] for row in agreed}, {"0"})


class SameRoundOfTheSender(unittest.TestCase):
    """Between the packets to the first and to the last player, the players have different values; that is no
    difference."""

    def values(self, rows):
        """By node and property: the values, and whether they are reported as different."""
        found = {}
        for row in rows:
            if row["property"]:
                entry = found.setdefault((row["session"], row["node"], row["property"]), [set(), False])
                entry[0] |= {row["value"]}
                entry[1] |= row["differs"] == "1"
        return found

    def test_values_of_one_round_do_not_differ(self):
        between, checked = 0, set()
        for frame in (54, 55, 56, 57, 372, 373, 374):
            rows = state(MOMENTS, frame)
            found = self.values(rows)
            unequal = [place for place, (values, _) in found.items() if len(values) > 1]
            differing = [place for place, (_, differs) in found.items() if differs]
            with self.subTest(frame=frame):
                self.assertEqual(differing, [], rows)
            for row in rows:
                if row["standing"] != "not yet sent" or row["until"] in checked:
                    continue
                checked.add(row["until"])
                # The frame named on the row has the value that the other peer already has.
                newest = {each["value"] for each in rows if each["standing"] != "not yet sent"
                          and (each["node"], each["property"]) == (row["node"], row["property"])}
                self.assertLess(frame, int(row["until"]))
                then = state(MOMENTS, int(row["until"]))
                brought = [each["value"] for each in then if row["to"] in each["to"].split(", ")
                           and (each["node"], each["property"], each["frame"]) == (row["node"], row["property"], row["until"])]
                self.assertEqual(set(brought), newest)
            between += len(unequal) > 5
        self.assertGreater(between, 4)

    def test_on_its_way_ends_at_the_receivers_side(self):
        """The relay passes datagrams on unchanged: the named frame has the same bytes, on another connection."""
        names = ["frame.number", "udp.payload", "udp.stream"]
        datagrams = {int(frame[0]): (payload[0], stream[0]) for frame, payload, stream in harness.fields(DUEL, names)}
        seen = 0
        for frame in (602, 612, 624):
            for row in state(DUEL, frame):
                if row["standing"] != "on its way":
                    continue
                self.assertLess(frame, int(row["until"]))
                sent, arrived = datagrams[int(row["frame"])], datagrams[int(row["until"])]
                if sent[0] == arrived[0]:
                    self.assertNotEqual(sent[1], arrived[1])
                    seen += 1
        self.assertGreater(seen, 5)

    def test_ages(self):
        times = dict(
            (int(frame[0]), float(time[0]))
            for frame, time in harness.fields(MOMENTS, ["frame.number", "frame.time_relative"])
        )
        for row in state(MOMENTS, 500):
            if row["property"]:
                self.assertAlmostEqual(float(row["age"]), times[500] - times[int(row["frame"])], places=5)


class Shown(unittest.TestCase):
    def test_tree(self):
        project = with_project(copied(PROJECTS / "multiplayer4"))
        done = harness.run("-2", "-q", "-z", "godot,state,300", *project, capture=ARENA)
        lines = done.stdout.decode().splitlines()
        self.assertRegex(lines[0], r"^State at packet 300 \(1\.010939 s\)$")
        begin = lines.index(next(line for line in lines if line.startswith("    Red  res://characters/player.tscn")))
        self.assertIn("  Players", lines[:begin])
        own = [line for line in lines[begin + 1 : begin + 9] if line.startswith("      ")]
        self.assertTrue(any(line.startswith('      title = "Red"  [server → ') for line in own), own)

    def test_sets_of_godot_3(self):
        """The last set of each property that was sent to the server."""
        expected = {}
        for line in truth.load(truth.truth_of(FLEET)):
            if line["kind"] == "rset" and 1 in line["targets"] and not line["args"][0].startswith("sha256:"):
                expected[line["node"].removeprefix("/root/"), line["method"]] = line["args"][0]
        rows = state(FLEET, 10**6)
        shown = sent_to(rows, 1)
        self.assertGreater(len(expected), 5)
        for place, text in expected.items():
            self.assertEqual(godot_text.parse(shown[place], True), godot_text.parse(text, True), place)

    def test_json_and_without_names(self):
        done = harness.run("-q", "-z", "godot,state,json", capture=MOMENTS)
        rows = harness.json_rows(done.stdout)
        self.assertTrue(any(row["property"] == "always #0" for row in rows), rows[:3])

    def test_wrong_options_are_refused(self):
        for option in ("godot,state,0", "godot,state,", "godot,state,x", "godot,state,99999999999999999999"):
            with self.subTest(option=option), self.assertRaises(harness.Refused):
                harness.run("-q", "-z", option, capture=ARENA)


if __name__ == "__main__":
    unittest.main()
