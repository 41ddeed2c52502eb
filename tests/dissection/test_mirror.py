# SPDX-License-Identifier: MIT
"""Games that recorded themselves with the mirror, over ENet, WebSocket, WebSocket with TLS and without any network:
each process's recording, compared with the logs of its scripts and the others'."""

import csv
import re
import shutil
import struct
import unittest
from collections import Counter, defaultdict

import harness

import mirrors
import multiplayer
import odd_captures
import report_file
import test_multiplayer

MOST_SHOWN = 12
GAME = 2  # the kind of a record
PROJECT_FOLDER = 10  # the tag of an attribute
MODES = {"unreliable": 0, "unreliable_ordered": 1, "reliable": 2}
# Modes of some methods in the games' scripts.
ARGUMENTS = {
    "move": ["direction", "jump"],
    "register": ["player_name", "looks"],
    "greet": ["_name", "_at"],
    "tick": ["_number", "_more"],
    "toss": ["_load", "_size"],
}


class Dissected:
    """A game as all of its processes recorded it, dissected once."""

    cache = {}

    @classmethod
    def of(cls, name):
        if name not in cls.cache:
            cls.cache[name] = cls(name)
        return cls.cache[name]

    def __init__(self, name):
        self.packets = {role: mirrors.packets(path) for role, path in mirrors.recordings(name).items()}
        self.records = [record for packets in self.packets.values() for record in mirrors.records(packets)]
        self.events = list(mirrors.received(self.records))
        self.lines = mirrors.load(name)


class OfGame(unittest.TestCase):
    maxDiff = None
    name = None

    def setUp(self):
        self.dissected = Dissected.of(self.name)

    def no(self, wrong):
        self.assertEqual([], wrong[:MOST_SHOWN])


def signature(line):
    """The parts of a call that are equal for all receivers."""
    arguments = tuple(multiplayer.sent_argument(line, index) for index in range(len(line["args_hex"])))
    return (line["from"], multiplayer.node_of(line), line["method_index"], arguments)


def signature_of(command):
    arguments = tuple(multiplayer.received_argument(command, value) for value in command.values)
    return (command.source, command.node, command.what, arguments)


class Calls(OfGame):
    def calls(self):
        return [line for line in self.dissected.lines if line["kind"] == "rpc"]

    def was_disconnected(self, receiver, time):
        """Whether the server disconnected that peer before the call could arrive."""
        turned = [line for line in self.dissected.lines if line.get("event") == "turn out" and line["id"] == receiver]
        return any(time > line["t_us"] - 100_000 for line in turned)

    def test_received(self):
        """Each receiver recorded each call to it once, and no other."""
        reported = Counter(
            (signature(line), receiver)
            for line in self.calls()
            for receiver in line["targets"]
            if not self.was_disconnected(receiver, line["t_us"])
        )
        found = Counter((signature_of(each), each.receiver) for each in self.dissected.events if each.kind == "rpc")
        self.assertGreater(len(reported), 5)
        # As in Wire: messages that ENet was given and has not sent.
        reliable = {signature(line) for line in self.calls() if line["transfer"] == "reliable"}
        self.no([f"not received: {key}"[:400] for key in (reported - found) if "enet" not in self.name or key[0] in reliable])
        self.assertLess((reported - found).total(), 0.01 * reported.total())
        self.no([f"nobody said: {key}"[:400] for key in (found - reported)])

    def test_sent(self):
        """Each sender recorded its calls, for their receivers, with mode and channel."""
        reported = {(signature(line), line["transfer"], line["channel"]) for line in self.calls()}
        names = {number: name for name, number in MODES.items()}
        found = {
            (signature_of(command), names[record.mode], record.channel)
            for record in self.dissected.records
            for command in record.commands
            if record.is_out and command.kind == "rpc" and command.source == record.own_id
        }
        self.assertGreater(len(reported), 5)
        self.no([f"not recorded: {key}"[:400] for key in reported - found])
        self.no([f"nobody said: {key}"[:400] for key in found - reported])

    def test_texts(self):
        """Methods and arguments have their names without a project, and the values that were sent."""
        lines = {signature(line): line for line in self.calls()}
        wrong = []
        named = Counter()
        for record in self.dissected.records:
            for command in record.commands:
                line = lines.get(signature_of(command)) if command.kind == "rpc" else None
                if line is None:
                    continue
                text = multiplayer.shown(command.item, "godot.rpc.text")
                wrong += [f"frame {command.frame}: {each}" for each in self.text_differs(command, line, text)]
                named[line["method"]] += 1
        self.no(wrong)
        self.assertGreaterEqual(len(named), 3)

    def text_differs(self, command, line, text):
        begin = f"{multiplayer.node_of(line)}.{line['method']}("
        if not text.startswith(begin):
            return [f"{text[:200]!r} instead of {begin!r}"]
        arguments = [item.show for item in command.item.walk() if item.name == "godot.rpc.argument.name"]
        expected = ARGUMENTS.get(line["method"])
        if expected is not None and arguments != expected[: len(command.values)]:
            return [f"arguments {arguments} of {line['method']}"]
        if len(arguments) != len(command.values):
            return [f"{len(arguments)} names for {len(command.values)} arguments: {text[:200]}"]
        # The names again, in front of each value of the text.
        rest = text[len(begin) : -1]
        for name in arguments:
            rest = re.sub(rf"(^|, ){re.escape(name)}: ", r"\1", rest, count=1)
        return multiplayer.same_texts(f"[{rest}]", line["args"] if command.values else [], False, False)


class Everything(OfGame):
    def test_nothing_is_malformed(self):
        """Every record and every message in it is read to its end and recognised as Godot's."""
        for role, packets in self.dissected.packets.items():
            for packet in packets:
                bad = [item.name for item in packet.walk() if item.name.endswith(("malformed", ".newer", ".gap"))]
                self.assertEqual(bad, [], (role, packet.number))
        self.assertTrue(all(record.data for record in self.dissected.records))

    def test_peers(self):
        """The plugin's source and target are those of the record, or of the relay message in it."""
        for record in self.dissected.records:
            for command in record.commands:
                if command.relayed:
                    continue
                ends = (record.own_id, record.peer) if record.is_out else (record.peer, record.own_id)
                self.assertEqual((command.source, command.receiver), ends)

    def test_games(self):
        """Every mirrored peer introduced itself, with the engine version of the truth."""
        engine = self.dissected.lines[0]["engine"]
        for role, packets in self.dissected.packets.items():
            games = {item.show for packet in packets for item in packet.walk() if item.name == "godot.mirror.game"}
            recorded = {packet.one("godot.mirror.game") for packet in packets if packet.one("godot.mirror.engine")}
            self.assertEqual(games, recorded, role)
            engines = {packet.one("godot.mirror.engine") for packet in packets} - {None}
            self.assertTrue(all(each.startswith(engine) for each in engines), engines)


class Followed(OfGame):
    def test_lines(self):
        """Follow has each message of a link once, in the capture's order."""
        for role, path in mirrors.recordings(self.name).items():
            texts = defaultdict(list)
            for (stream,), info in harness.fields(path, ["godot.stream", "_ws.col.Info"], display_filter="godot.stream"):
                texts[int(stream)].append(info[0])
            self.assertTrue(texts, role)
            for stream, wanted in texts.items():
                output = harness.run("-2", "-q", "-z", f"follow,godot,ascii,{stream}", capture=path).stdout.decode()
                lines = re.findall(r"^\d+\.\d+  .+? -> ", output, re.M)
                self.assertEqual(len(lines), len(wanted), (role, stream))


class Raw(OfGame):
    def test_raw(self):
        """Each send_bytes arrived at each receiver."""
        lines = [line for line in self.dissected.lines if line["kind"] == "raw"]
        sent = Counter((line["from"], to, line["hex"]) for line in lines for to in line["targets"])
        found = Counter(
            (each.source, each.receiver, multiplayer.digest(each.content))
            for each in self.dissected.events
            if each.kind == "raw"
        )
        self.assertTrue(sent)
        self.assertEqual(sent, found)


class Replication(OfGame, test_multiplayer.Replication):
    """Spawns, states and changes at every receiver, as in the captures of the wire."""


class Properties(OfGame):
    def test_properties(self):
        """The properties of states have the names that the running game gave them."""
        named = Counter()
        for record in self.dissected.records:
            for command in record.commands:
                if command.kind in ("sync", "delta"):
                    for value in command.values:
                        named[tuple(item.show for item in value.children if item.name == "godot.sync.property")] += 1
        self.assertGreater(sum(count for names, count in named.items() if names), 10)
        self.assertLessEqual({name for names in named for name in names}, set(self.known()))

    def known(self):
        """Every property that a scene of the project synchronises."""
        found = set()
        for scene in (harness.PCAPS / "projects" / "multiplayer4").rglob("*.tscn"):
            for path in re.findall(r'properties/\d+/path = NodePath\("([^"]*)"\)', scene.read_text(encoding="utf-8")):
                found.add(path.removeprefix(".:"))
        return found


class OneProcess(OfGame):
    """A server and two clients in one process: there is no network between them to capture."""

    def test_peers_are_distinguished(self):
        (packets,) = self.dissected.packets.values()
        games = {packet.one("godot.mirror.stream"): set() for packet in packets}
        for record in self.dissected.records:
            games[record.packet.one("godot.mirror.stream")].add(record.own_id)
        self.assertEqual(sorted(map(tuple, games.values())), [(1,), (2001,), (2002,)])

    def test_tables_have_a_row_for_each_recording(self):
        """Each state is in the server's recording and in the client's. That is no state that came twice."""
        capture = mirrors.recordings(self.name)["server"]
        lines = harness.run("-2", "-q", "-z", "godot,sync,csv", capture=capture).stdout.decode().splitlines()
        rows = list(csv.DictReader(line for line in lines if not line.startswith("# ")))
        self.assertEqual(len(rows), 4)
        for row in rows:
            self.assertEqual((row["stale"], row["doubles"]), ("0", "0"))
            found = harness.fields(capture, ["frame.number"], display_filter=row["filter"])
            self.assertEqual(len(found), int(row["states"]))
        received = Counter(each.receiver for each in self.dissected.events if each.kind == "sync")
        self.assertEqual(sum(int(row["full"]) for row in rows), 2 * sum(received.values()))

    def test_ball(self):
        """The ball's position on each tick, by name, at both clients."""
        positions = [line["value"] for line in self.dissected.lines if line.get("property") == "position"]
        for own_id in (2001, 2002):
            shown = []
            for each in self.dissected.events:
                if each.kind == "sync" and each.receiver == own_id:
                    (value,) = each.values
                    self.assertEqual(value.child("godot.sync.property").show, "position")
                    shown.append(value.show)
            # The state is sent once per frame, whatever values it had in between.
            kept = [position for position in positions if position in shown]
            self.assertEqual([each for index, each in enumerate(shown) if each not in shown[:index]], kept)
            self.assertGreater(len(kept), 15)
        spawns = [each for each in self.dissected.events if each.kind == "spawn"]
        self.assertEqual({each.receiver for each in spawns}, {2001, 2002})
        for each in spawns:
            self.assertEqual(multiplayer.shown(each.item, "godot.node.path"), "World/Balls/Ball1")
            self.assertEqual(multiplayer.shown(each.item, "godot.names.scene"), "res://ball.tscn")


class Wire(OfGame):
    """The same game, recorded by its mirrors and on the loopback interface: the same messages."""

    def test_same(self):
        packets = multiplayer.packets(mirrors.CAPTURES / f"{self.name}.wire.pcap")
        wire = Counter()
        clients = {}
        waiting = []
        for packet in packets:
            stream = packet.one("enet.stream")
            for message in multiplayer.messages(packet):
                to_client = multiplayer.from_server(packet)
                for command in multiplayer.commands(packet, message):
                    if not to_client:
                        clients[stream] = command.source
                waiting.append((stream, to_client, message.data))
        for stream, to_client, data in waiting:
            wire[clients[stream], to_client, data] += 1
        ids = set(clients.values())
        self.assertEqual(len(ids), 2)
        for is_servers in (True, False):
            saying = defaultdict(list)
            for record in self.dissected.records:
                if (record.own_id == 1) == is_servers:
                    for client, to_client in self.ways(record, ids):
                        saying[client, to_client, record.data].append(record)
            mirror = Counter({key: len(same) for key, same in saying.items()})
            self.assertEqual(wire - mirror, Counter())
            # ENet's throttle drops unreliable packets while it considers the network slow.
            for key in mirror - wire:
                self.assertTrue(all(record.is_out and record.mode != MODES["reliable"] for record in saying[key]), key)
            self.assertLess((mirror - wire).total(), 0.01 * wire.total())

    def ways(self, record, clients):
        """The clients whose connections carry the message of a record, and whether toward the client."""
        if record.own_id != 1:
            yield record.own_id, not record.is_out
        elif not record.is_out:
            yield record.peer, False
        else:
            targets = [record.peer] if record.peer > 0 else clients - {-record.peer}
            for client in targets:
                yield client, True


def rows_of(capture, table):
    output = harness.run("-2", "-q", "-z", f"{table},csv", capture=capture).stdout.decode()
    return harness.csv_rows(output)


class Doubles(unittest.TestCase):
    """Captures that have messages several times: each counts once."""

    maxDiff = None

    def counts(self, capture, *columns):
        return {(row["kind"], row["node"], row["member"]): tuple(row[each] for each in columns) for row in rows_of(capture, "godot,profile")}

    def check_records(self, capture, sent):
        """The records that count are those of the messages that were sent; others lead to one of these."""
        names = ["frame.number", "godot.mirror.direction", "godot.mirror.counted_in", "godot.mirror.own_id", "godot.mirror.peer"]
        rows = [[values[0] if values else "" for values in row] for row in harness.fields(capture, names, display_filter="godot.mirror.direction")]
        outs = {number: (own, peer) for number, way, _, own, peer in rows if way == "1"}
        self.assertEqual(len(outs), sent)
        for number, way, counted_in, own, peer in rows:
            if way == "1":
                self.assertEqual(counted_in, "", number)
            else:
                self.assertEqual(outs.get(counted_in), (peer, own), number)
        return len(rows) - len(outs)

    def test_mirrors_of_all_ends(self):
        """The calls that the scripts made, with the bytes of the messages that were sent."""
        files = mirrors.recordings("arena_enet")
        capture = mirrors.merged("arena_enet", *files.values())
        game = Dissected.of("arena_enet")
        sent = [record for record in game.records if record.is_out]
        self.assertGreater(self.check_records(capture, len(sent)), 1000)
        # As the editor's panel reads it while the game runs: each packet once.
        counted = harness.fields(capture, ["frame.number"], display_filter="godot.mirror.direction && !godot.mirror.counted_in", two_passes=False)
        self.assertEqual(len(counted), len(sent))
        rows = rows_of(capture, "godot,profile,kinds")
        self.assertEqual(sum(int(row["total"]) for row in rows), sum(len(record.data) for record in sent))
        called = Counter(line["method"] for line in game.lines if line["kind"] == "rpc" for _ in line["targets"])
        found = Counter()
        for (kind, _, member), (count,) in self.counts(capture, "count").items():
            if kind == "Remote call":
                found[member] += int(count)
        self.assertGreater(called["move"], 400)
        self.assertEqual(found, called)
        # Wireshark's own tables, and the report.
        conversations = harness.run("-2", "-q", "-z", "conv,godot", capture=capture).stdout.decode()
        messages = [int(count) for pair in re.findall(r"<-> \S+ +(\d+) \d+ \w+ +(\d+) ", conversations) for count in pair]
        # A relayed message is sent twice, and counts once.
        relayed = sum(any(each.relayed for each in record.commands) and record.own_id == 1 for record in sent)
        self.assertGreater(relayed, 10)
        self.assertEqual(sum(messages), len(sent) - relayed)
        report = report_file.made(capture, tables=False)
        overview = report.facts["overview"]
        self.assertEqual((overview["packets"], overview["bytes"]), (len(sent), sum(len(record.data) for record in sent)))
        self.assertEqual(sum(report.bytes_by_kind().values()), overview["bytes"])
        calls = sum(pair[3] for pair in report.facts["calls"]["pairs"])
        self.assertEqual(calls, called.total())

    def test_all_peers_in_one_process(self):
        capture = mirrors.recordings("balls_process")["server"]
        sent = [record for record in Dissected.of("balls_process").records if record.is_out]
        self.assertGreater(self.check_records(capture, len(sent)), 100)
        rows = rows_of(capture, "godot,profile,kinds")
        self.assertEqual(sum(int(row["total"]) for row in rows), sum(len(record.data) for record in sent))

    def test_mirror_and_network(self):
        """The network counts: each row is that of the network alone, with the names that the mirror knows."""
        wire = mirrors.CAPTURES / "arena_enet.wire.pcap"
        both = mirrors.merged("arena_enet_wire", mirrors.recordings("arena_enet")["server"], wire)
        columns = ("kind", "count", "own", "protocol", "share", "again", "total")
        alone, found = ([[row[each] for each in columns] for row in rows_of(path, "godot,profile,kinds")] for path in (wire, both))
        self.assertGreater(len(alone), 8)
        self.assertEqual(found, alone)
        self.assertEqual({row["member"] for row in rows_of(both, "godot,profile") if row["member"].startswith("#")}, set())
        messages = harness.fields(both, ["godot.mirror.counted_in"], display_filter="godot.mirror.direction")
        self.assertGreater(len(messages), 1000)
        self.assertEqual([row for row in messages if row == [[]]], [])

    def test_mirror_and_network_that_was_captured_late(self):
        """Without the handshakes, the network's peers have no numbers."""
        wire = mirrors.CAPTURES / "arena_enet.wire.pcap"
        late = harness.without_first(wire, 300)
        both = mirrors.merged("arena_enet_late", mirrors.recordings("arena_enet")["server"], late)
        alone = {row["kind"]: int(row["count"]) for row in rows_of(wire, "godot,profile,kinds")}
        found = {row["kind"]: int(row["count"]) for row in rows_of(both, "godot,profile,kinds")}
        # The datagram with which the capture begins is recognised on the second pass only.
        more = {kind: found[kind] - alone[kind] for kind in ("Sync", "Remote call", "Spawn", "Despawn", "Simplify path")}
        self.assertIn(sum(more.values()), (0, 1), more)
        self.assertGreaterEqual(min(more.values()), 0, more)


class LateListener(unittest.TestCase):
    """A recording that begins in the middle of the game: descriptions are sent first."""

    CAPTURE = mirrors.CAPTURES / "late" / "arena_late.server.pcapng"

    def test_everything_has_its_name(self):
        lines = mirrors.truth.load(self.CAPTURE.parent / "arena_late.truth.jsonl")
        called = {f"{multiplayer.node_of(line)}.{line['method']}" for line in lines if line["kind"] == "rpc"}
        names = ["godot.mirror.earlier", "godot.rpc.text", "godot.sync.text", "godot.expert.details"]
        rows = harness.fields(self.CAPTURE, names, display_filter="godot")
        earlier = [row for row in rows if row[0] == ["1"] or row[0] == ["True"]]
        self.assertGreater(len(earlier), 60)
        self.assertEqual(rows[: len(earlier)], earlier)  # before any other record
        texts = [text for row in rows[len(earlier) :] for text in row[1]]
        self.assertGreater(len(texts), 100)
        self.assertEqual([text for text in texts if text.split("(")[0] not in called], [])
        states = [text for row in rows[len(earlier) :] for text in row[2]]
        self.assertGreater(len(states), 50)
        self.assertEqual([text for text in states if text.startswith("#") or "#" in text.split(":")[0]], [])

    def test_earlier_messages_are_not_counted_or_judged(self):
        shown = harness.run("-2", "-q", "-z", "godot,problems,csv", capture=self.CAPTURE).stdout.decode()
        self.assertEqual([line for line in shown.splitlines()[1:] if "never_delivered" not in line and not line.startswith("# ")], [])
        rows = harness.fields(self.CAPTURE, ["godot.mirror.earlier", "godot.problem"], display_filter="godot")
        self.assertEqual([row for row in rows if row[0] in (["1"], ["True"]) and row[1]], [])
        counted = harness.run("-2", "-q", "-z", "godot,tree", capture=self.CAPTURE).stdout.decode()
        now = [row for row in rows if row[0] not in (["1"], ["True"])]
        self.assertEqual(int(re.search(r"Messages by kind\s+(\d+)", counted)[1]), len(now))


class RecordedProject(unittest.TestCase):
    """A recording that names its project's folder: an engine's recording, to which the folder is added here, because it is
    another one on each machine."""

    @staticmethod
    def recorded(folder):
        frames = []
        for seconds, rest, data in odd_captures.read(harness.in_old_format(mirrors.recordings("arena_enet")["server"]), mirrors.UPPER_PDU):
            if data[mirrors.record_begin(data) + 1] == GAME:
                text = folder.encode()
                data += struct.pack("<HHI", PROJECT_FOLDER, 0, len(text)) + text
            frames.append((seconds, rest, data))
        return odd_captures.write("recorded_project", mirrors.UPPER_PDU, frames)

    @staticmethod
    def project(name):
        copy = harness.workshop().folder / "моя игра" / name
        if not copy.exists():
            shutil.copytree(harness.PCAPS / "projects" / name, copy)
        return str(copy)

    def shown(self, folder, *options):
        capture = self.recorded(folder)
        rows = harness.fields(capture, ["godot.project.folder", "godot.mirror.project_folder"], *options)
        self.assertEqual({text for _, texts in rows for text in texts}, {folder})
        self.assertEqual(harness.fields(capture, ["frame.number"], display_filter="godot.mirror.newer"), [])
        return {text for texts, _ in rows for text in texts}

    def test_its_project_is_used(self):
        folder = self.project("multiplayer4")
        self.assertEqual(self.shown(folder), {folder})
        # It is that of the user, too: once.
        self.assertEqual(self.shown(folder, "-o", f'uat:godot_projects:"{folder}"'), {folder})

    def test_it_can_be_switched_off(self):
        self.assertEqual(self.shown(self.project("multiplayer4"), "-o", "godot.recorded_project:FALSE"), set())

    def test_folders_that_are_not_used(self):
        folder = self.project("multiplayer4")
        beside = self.project("debugger4")
        for other in (folder + "/none", folder + "/arena", f"{beside}/../multiplayer4", "/" + folder, "res://"):
            with self.subTest(folder=other):
                self.assertEqual(self.shown(other), set())

    def test_methods_that_do_not_fit(self):
        """A folder that has become another game: no names from it, and one packet says so."""
        folder = self.project("netfox4")
        self.assertEqual(self.shown(folder), set())
        self.assertEqual(len(harness.fields(self.recorded(folder), ["frame.number"], display_filter="godot.names.wrong_project")), 1)


# Tests for all games, and those for some.
WHAT = {
    "arena_enet": (Wire, Properties),
    "peers_websocket": (Raw,),
    "replication_wss": (Replication, Properties),
    "balls_process": (OneProcess,),
}


def load_tests(loader, _tests, _pattern):
    suite = unittest.TestSuite()
    for name in mirrors.names():
        for kind in (Everything, Calls, Followed, *WHAT[name]):
            case = type(f"{kind.__name__}_{name}", (kind,), {"name": name})
            suite.addTests(loader.loadTestsFromTestCase(case))
    for case in (Doubles, LateListener, RecordedProject):
        suite.addTests(loader.loadTestsFromTestCase(case))
    assert suite.countTestCases() > 20, "captures are missing"
    return suite


if __name__ == "__main__":
    unittest.main()
