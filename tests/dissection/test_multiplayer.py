# SPDX-License-Identifier: MIT
"""Every message of the captures of multiplayer, compared with the sender's log and with an independent reader."""

import unittest
from collections import Counter, defaultdict

import harness  # first: it adds tests/common to the path

import multiplayer
import multiplayer_wire
from multiplayer import delivered

MOST_SHOWN = 12
# This capture has no ids of both ends; test_multiplayer_use tests it.
MESH = "mesh_enet"
# Captures that are also read in one pass.
LIVE = ("arena_enet", "nodes_enet", "fleet_enet", "fleet_websocket", "replication_enet")
# Captures with data that the independent reader does not decompress.
COMPRESSED = ("range_coder", "zstd")
ALL = sorted([*multiplayer.CAPTURES.glob("*/*.pcap"), *(harness.PCAPS / "enet").glob("*/rpc_*.pcap")])
# Unreliable calls that ENet's throttle dropped before they were sent: pcaps/README.md.
NEVER_SENT = {"rollback_enet": 6}


class Dissected:
    """A capture as the plugin shows it, dissected once."""

    cache = {}

    @classmethod
    def of(cls, capture):
        if capture not in cls.cache:
            cls.cache[capture] = cls(capture)
        return cls.cache[capture]

    def __init__(self, capture):
        self.packets = multiplayer.packets(capture)
        self.events = multiplayer.received(self.packets)
        self.lines = multiplayer.load(capture)
        self.generation = multiplayer.generation(capture)


class OfCapture(unittest.TestCase):
    """Tests of one capture; make_classes() makes a class of them for each capture."""

    maxDiff = None
    capture = None

    def setUp(self):
        self.dissected = Dissected.of(self.capture)

    def no(self, wrong):
        self.assertEqual([], wrong[:MOST_SHOWN])


class Messages(OfCapture):
    def test_calls_and_sets(self):
        """Each call and set of a script is there once per receiver: node, method, arguments, text."""
        pairs, wrong = multiplayer.calls_differ(self.dissected.lines, self.dissected.events)
        never_sent = [each for each in wrong if each.startswith("not received")]
        self.assertEqual(len(never_sent), NEVER_SENT.get(self.capture.stem, 0), never_sent[:MOST_SHOWN])
        self.no([each for each in wrong if each not in never_sent])
        self.assertGreater(pairs, 5)

    def test_every_byte_is_shown(self):
        """The leaves of a message's tree cover it, from its first byte to its last."""
        wrong = []
        shown = 0
        for packet in self.dissected.packets:
            for message in multiplayer.messages(packet):
                shown += 1
                missing = set(range(message.length)) - multiplayer.covered(message)
                if missing:
                    wrong.append(f"frame {packet.number}: {sorted(missing)[:20]} of {message.length}")
        self.assertGreater(shown, 5)
        self.no(wrong)

    def test_generation(self):
        """The conversation's generation is shown with its evidence, and is the same in all its messages."""
        counted = Counter()
        for packet in self.dissected.packets:
            for message in multiplayer.messages(packet):
                counted[multiplayer.shown(message, "godot.dialect"), multiplayer.shown(message, "godot.dialect.evidence")] += 1
        dialect = f"godot{self.dissected.generation}"
        self.assertLessEqual(set(counted), {(dialect, "heuristic"), (dialect, "conversation")})
        self.assertGreater(counted[dialect, "conversation"], 0)


class Raw(OfCapture):
    def test_raw(self):
        """Each send_bytes is there once per receiver."""
        lines = [line for line in self.dissected.lines if line["kind"] == "raw"]
        sent = Counter((line["from"], to, line["hex"]) for line in lines for to in line["targets"])
        found = multiplayer.counted(
            self.dissected.events, "raw", lambda each: (each.source, each.receiver, multiplayer.digest(each.content))
        )
        self.assertTrue(sent)
        self.assertEqual(sent, found)


class Authentication(OfCapture):
    def test_auth(self):
        """Each send_auth; and each side sends once that it is done, after the other side's."""
        sent = Counter((line["from"], line["to"], line["hex"]) for line in self.dissected.lines if line["kind"] == "auth")
        found = multiplayer.counted(
            self.dissected.events, "auth", lambda each: (each.source, each.receiver, each.content.hex())
        )
        self.assertTrue(sent)
        self.assertFalse(sent - found)
        self.assertLessEqual({data for _, _, data in found - sent}, {""})


class SecondReader(OfCapture):
    def test_second_reader(self):
        """The plugin shows the same commands as an independent reader, in every frame."""
        expected = multiplayer_wire.events(self.capture, self.dissected.generation, "websocket" in self.capture.stem)
        wrong = []
        for one, other in zip(expected, self.dissected.events):
            content = spawn_values(one) if one.kind == "spawn" else one.content
            a = (one.frame, one.kind, one.source, one.receiver, one.what, one.count, one.relayed, content)
            b = (*other[:4], other.what, other.count, other.relayed, other.content)
            if one.kind != "confirm":
                a, b = (*a, one.node), (*b, other.node)
            if one.announced_in and other.announced_in not in one.announced_in or not one.announced_in and other.announced_in:
                a, b = (*a, one.announced_in), (*b, other.announced_in)
            if a != b:
                wrong.append(f"\n  {a}\n  {b}"[:700])
        self.no(wrong)
        self.assertEqual(len(expected), len(self.dissected.events))


class OnePass(OfCapture):
    def test_one_pass(self):
        """In one pass, as in a live capture, announced names are known, too, once a message has proved that it is Godot's."""
        names = ["godot.command", "godot.rpc.text", "godot.set.text", "godot.node.learned_in", "godot.node.path"]
        once, twice = (harness.fields(self.capture, names, two_passes=passes) for passes in (False, True))
        wrong = []
        for number, (first, second) in enumerate(zip(once, twice), 1):
            # The parent of a spawned node is unknown until its path is announced.
            same = first[:-1] == second[:-1] and all(map(may_be, first[-1], second[-1]))
            if not same and (any(first) or any(map(any, once[:number]))):
                wrong.append(f"frame {number}: {first} {second}"[:400])
        self.no(wrong)
        self.assertEqual(len(once), len(twice))


def may_be(shown, path):
    """True if `shown` is that path, or its known end."""
    return shown == path or shown == "…/" + last_name(path)


def spawn_values(event):
    """The values of a spawn, without the size in front of a function's argument."""
    return event.content[4:] if event.what[0] == 255 else event.content


class Replication(OfCapture):
    def truth(self, kind):
        return [line for line in self.dissected.lines if line["kind"] == kind]

    def test_spawns(self):
        """Each node that a spawner made at a receiver."""
        made = Counter((line["to"], last_name(line["node"]), line["spawner"]) for line in self.truth("spawned"))
        found = multiplayer.counted(
            self.dissected.events, "spawn", lambda each: (each.receiver, node_name(each), "/root/" + each.node)
        )
        self.assertEqual(made, found)
        paths = {last_name(line["node"]): line["node"].removeprefix("/root/") for line in self.truth("spawned")}
        for each in delivered(self.dissected.events):
            if each.kind == "spawn":
                shown = each.item.child("godot.node.path").show
                self.assertTrue(may_be(shown, paths[node_name(each)]), shown)

    def test_scenes(self):
        """Each spawn has the scene and the receivers that the sender logged."""
        reported = {last_name(line["node"]): line["scene_index"] for line in self.truth("spawn")}
        found = {node_name(each): each.what[0] for each in delivered(self.dissected.events) if each.kind == "spawn"}
        self.assertEqual(reported, found)

    def test_spawn_states(self):
        """The properties in a node's spawn state."""
        made = defaultdict(list)
        for line in self.truth("spawned"):
            made[line["to"], last_name(line["node"])].append(line)
        for each in delivered(self.dissected.events):
            if each.kind == "spawn":
                line = made[each.receiver, node_name(each)].pop(0)
                state = [value for value in each.values if value.name == "godot.spawn.value"]
                self.assertEqual([plain(value) for value in state], line["hex"])

    def test_spawn_arguments(self):
        """The argument of a spawner's function."""
        sent = {last_name(line["node"]): line for line in self.truth("spawn") if line["scene_index"] == 255}
        for each in delivered(self.dissected.events):
            if each.kind == "spawn":
                arguments = [value.data.hex() for value in each.values if value.name == "godot.spawn.argument"]
                line = sent.get(node_name(each))
                reported = line and multiplayer.compressed(line["argument_hex"], line["argument_type"], line["argument"])
                self.assertEqual(arguments, [reported] if line else [])

    def test_despawns(self):
        """Each node that disappeared at a receiver."""
        gone = Counter((line["to"], last_name(line["node"])) for line in self.truth("despawned"))
        self.assertEqual(
            gone, multiplayer.counted(self.dissected.events, "despawn", lambda each: (each.receiver, node_name(each)))
        )

    def test_synchronized(self):
        """The states that each receiver's synchronizer got, in order: its node and its values."""
        def fits(event, line):
            return [plain(value) for value in event.values] == line["hex"]

        self.compare("sync", "synchronized", fits)

    def test_changes(self):
        """The same for changes: values at their indexes in the list."""

        def fits(event, line):
            places = [place for place in range(64) if event.what[1] >> place & 1]
            return [plain(value) for value in event.values] == [line["hex"][place] for place in places]

        self.compare("delta", "delta_synchronized", fits)

    def compare(self, kind, truth_kind, fits):
        got = defaultdict(list)
        for line in self.dissected.lines:
            if line["kind"] == truth_kind:
                got[line["from"], line["to"], last_name(line["node"])].append(line)
        found = defaultdict(list)
        for each in delivered(self.dissected.events):
            if each.kind == kind:
                found[each.source, each.receiver, synchronized_node(each)].append(each)
        self.assertEqual(numbers(got), numbers(found))
        for key, lines in got.items():
            for event, line in zip(found[key], lines):
                self.assertTrue(fits(event, line), (event.frame, key, line, event.values))


def last_name(path):
    return path.rsplit("/", 1)[-1]


def numbers(lists):
    return {key: len(each) for key, each in lists.items()}


def node_name(event):
    """The node's name; its parent is known to the project only."""
    return last_name(event.item.child("godot.node.path").show)


def synchronized_node(event):
    """The node whose properties are synchronised: the parent of the synchronizer whose path is known."""
    path = event.item.child("godot.node.path").show
    return last_name(path.rsplit("/", 1)[0] if event.what[0] >> 31 else path)


def plain(value):
    """A decompressed value, in the form of the truth."""
    data = value.data
    kind = data[0] & 63
    if kind == multiplayer.BOOL and len(data) == 1:
        return f"01000000{data[0] >> 7:02x}000000"
    if kind == multiplayer.INT:
        number = int.from_bytes(data[1:], "little", signed=True)
        if -(2**31) <= number < 2**31:
            return "02000000" + number.to_bytes(4, "little", signed=True).hex()
        return "02000100" + number.to_bytes(8, "little", signed=True).hex()
    return multiplayer.digest(data)


def kinds_of(name):
    """The tests for a capture of this name."""
    yield Messages
    if not any(part in name for part in COMPRESSED):
        yield SecondReader
    for part, kind in WHAT.items():
        if part in name:
            yield kind
    if name in LIVE:
        yield OnePass


def make_classes():
    for capture in ALL:
        if capture.stem == MESH:
            continue
        title = "_".join(("Test", capture.parent.parent.name, capture.parent.name, capture.stem))
        title = title.replace("-", "_").replace(".", "_")
        globals()[title] = type(title, tuple(kinds_of(capture.stem)), {"capture": capture})


# Parts of names, and the tests for captures with that part only.
WHAT = {"peers": Raw, "fleet": Raw, "rpc_": Raw, "auth": Authentication, "replication": Replication}
make_classes()


def load_tests(loader, _tests, _pattern):
    """Without the base classes, which have no capture."""
    classes = [each for each in globals().values() if isinstance(each, type) and getattr(each, "capture", None)]
    return unittest.TestSuite(loader.loadTestsFromTestCase(each) for each in classes)


if __name__ == "__main__":
    unittest.main()
