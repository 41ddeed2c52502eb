# SPDX-License-Identifier: MIT
"""Typical uses of captures of multiplayer: captures begun late or recorded at one end, texts, columns, filters."""

import struct
import unittest
from collections import Counter

import harness  # first: it adds tests/common to the path

import multiplayer
import multiplayer_wire
from projects import copied, with_project

ARENA = multiplayer.CAPTURES / "godot-4.6" / "arena_enet.pcap"
MESH = multiplayer.CAPTURES / "godot-4.6" / "mesh_enet.pcap"
FLEET = multiplayer.CAPTURES / "godot-3.6" / "fleet_enet.pcap"
SERVER_PORT = 24680


def part(name, capture, keep):
    """A new capture of the frames for which keep(number, source port, target port) is true, and their numbers."""
    data = capture.read_bytes()
    path = harness.workshop().folder / f"{name}.pcap"
    kept = []
    with open(path, "wb") as file:
        file.write(data[:24])
        position = number = 0
        position = 24
        while position < len(data):
            length = struct.unpack_from("<I", data, position + 8)[0]
            number += 1
            if keep(number, *struct.unpack_from(">HH", data, position + 16 + 34)):
                file.write(data[position : position + 16 + length])
                kept.append(number)
            position += 16 + length
    path.chmod(0o644)
    return path, kept


def with_ports(name, capture, ports):
    """A new capture with some port numbers replaced."""
    data = bytearray(capture.read_bytes())
    position = 24
    while position < len(data):
        length = struct.unpack_from("<I", data, position + 8)[0]
        at = position + 16 + 34
        struct.pack_into(">HH", data, at, *(ports.get(port, port) for port in struct.unpack_from(">HH", data, at)))
        position += 16 + length
    path = harness.workshop().folder / f"{name}.pcap"
    path.write_bytes(data)
    path.chmod(0o644)
    return path


def at_the_same_time(name, *captures):
    """A new capture of games that are played at the same time on one machine, each with its own server port."""
    frames = []
    for index, capture in enumerate(captures):
        data = bytearray(capture.read_bytes())
        position, begin = 24, struct.unpack_from("<I", data, 24)[0]
        while position < len(data):
            seconds, micro, length = struct.unpack_from("<III", data, position)
            for end in (position + 16 + 34, position + 16 + 36):
                port = struct.unpack_from(">H", data, end)[0]
                struct.pack_into(">H", data, end, port + 100 * index)
            struct.pack_into("<I", data, position, seconds - begin)
            frames.append((seconds - begin, micro, index, bytes(data[position : position + 16 + length])))
            position += 16 + length
    path = harness.workshop().folder / f"{name}.pcap"
    frames.sort(key=lambda frame: frame[:3])
    path.write_bytes(captures[0].read_bytes()[:24] + b"".join(frame[3] for frame in frames))
    path.chmod(0o644)
    return path, [frame[2] for frame in frames]


def calls(capture, *options, two_passes=True):
    """For each frame, the texts of calls and sets."""
    rows = harness.fields(
        capture, ["frame.number", "godot.rpc.text", "godot.set.text"], *options,
        *harness.preferences(text_limit=0), two_passes=two_passes,
    )  # fmt: skip
    return {int(number[0]): rpc + rset for number, rpc, rset in rows}


harness.show_ids()


class BegunLate(unittest.TestCase):
    """A capture that lacks the beginning: names announced there stay numbers, everything else is as in the whole
    capture."""

    def late(self, capture):
        whole = calls(capture)
        path, kept = part(f"late-{capture.stem}", capture, lambda number, *_: number > len(whole) // 3)
        return whole, path, kept

    def check_calls(self, capture, least):
        whole, path, kept = self.late(capture)
        late = calls(path)
        numbers = names = 0
        for new, old in enumerate(kept, 1):
            self.assertEqual(len(late[new]), len(whole[old]), f"frame {old}")
            for text, full in zip(late[new], whole[old]):
                if text == full:
                    names += 1
                else:
                    numbers += 1
                    node, _, rest = text.partition(".")
                    self.assertRegex(node, r"^#\d+$")
                    self.assertTrue(full.endswith("." + rest), (text, full))
        self.assertGreater(numbers, least)
        self.assertGreater(names, least)

    def test_arena(self):
        self.check_calls(ARENA, 50)

    def test_fleet(self):
        self.check_calls(FLEET, 20)

    def test_the_common_end_is_the_server(self):
        """Several connections share one end: that is the server, also without a handshake."""
        _, path, _ = self.late(ARENA)
        names = ["enet.connection.from_client", "godot.peer.source", "godot.peer.target"]
        rows = harness.fields(path, names, display_filter="godot.rpc && !godot.relay")
        from_server = [row for row in rows if set(map(harness.truth_value, row[0])) <= {"0"}]
        from_client = [row for row in rows if set(map(harness.truth_value, row[0])) <= {"1"}]
        self.assertGreater(min(len(from_server), len(from_client)), 20)
        for _, sources, _ in from_server:
            self.assertEqual({"1"}, set(sources))
        for _, _, targets in from_client:
            self.assertEqual({"1"}, set(targets))

    def test_the_server_by_its_connection_numbers(self):
        """One client's own capture, begun late, where both ports are ephemeral: the end that numbers several
        connections is the server, whatever its port. For the server's first connection only the messages show it."""
        whole, ports = calls(ARENA), set()
        part("ports-late", ARENA, lambda _, *ends: ports.update(ends))
        counted = 0
        for port in sorted(ports - {SERVER_PORT}):
            path, _ = part(f"late-{port}", ARENA, lambda number, *ends, port=port: number > len(whole) // 3 and port in ends)
            for server in (40000, 60000):
                capture = with_ports(f"late-{port}-{server}", path, {SERVER_PORT: server, port: 50000})
                names = ["udp.srcport", "godot.peer.source", "godot.peer.target", "enet.peer_id"]
                rows = harness.fields(capture, names, display_filter="godot.rpc && !godot.relay")
                self.assertGreater(len(rows), 20)
                is_first = all(int(row[3][0]) == 0 for row in rows)
                counted += not is_first
                for source_port, sources, targets, _ in rows:
                    known = sources if source_port[0] == str(server) else targets
                    if is_first:
                        self.assertLessEqual(set(known), {"1"}, (port, server))
                    else:
                        self.assertEqual({"1"}, set(known), (port, server))
        self.assertEqual(counted, 4)

    def test_properties_are_guessed_by_their_values(self):
        """Properties of an unknown synchronizer, guessed from types: each has the name of the whole capture with a
        question mark, or none."""
        names = ["frame.number", "godot.sync.text", "godot.names.scene", "godot.sync.property"]
        project = with_project(copied(harness.PCAPS / "projects" / "multiplayer4"))
        guessed = unnamed = 0
        for capture in (ARENA, multiplayer.CAPTURES / "godot-4.6" / "replication_enet.pcap"):
            options = (*project, *harness.preferences(text_limit=0))
            rows = harness.fields(capture, names, *options, display_filter="godot.sync")
            whole = {int(number[0]): texts for number, texts, *_ in rows}
            first = sorted(whole)[len(whole) // 3]
            path, kept = part(f"late-{capture.stem}-guess", capture, lambda number, *_, first=first: number > first)
            for number, texts, scenes, properties in harness.fields(path, names, *options, display_filter="godot.sync"):
                strangers = 0
                for text, full in zip(texts, whole[kept[int(number[0]) - 1]], strict=True):
                    node, _, reported = text.partition(": ")
                    if not node.startswith("#"):
                        continue
                    strangers += 1
                    wanted = full.partition(": ")[2]
                    if "? = " in reported:
                        guessed += 1
                        self.assertEqual(reported.replace("? = ", " = "), wanted.replace("? = ", " = "))
                    else:
                        unnamed += 1
                        self.assertNotIn(" = ", reported)
                if strangers == len(texts):
                    self.assertTrue(all(name.endswith("?") for name in (*scenes, *properties)), (scenes, properties))
        self.assertGreater(guessed, 50)
        print(f"{guessed} states by guessed names, {unnamed} without")

    def test_a_mesh_has_no_server(self):
        path, _ = part("late-mesh", MESH, lambda number, *_: number > 40)
        rows = harness.fields(path, ["godot.peer.source", "godot.peer.target"], display_filter="godot.rpc")
        self.assertGreater(len(rows), 5)
        for row in rows:
            self.assertEqual([[], []], row)

    def test_restarted_server(self):
        """Announcements of a restarted server do not apply to the game before, though address and id are the same."""
        capture = multiplayer.CAPTURES / "godot-3.6" / "reconnect_enet.pcap"
        whole = calls(capture)
        first = min(number for number, texts in whole.items() if any("0, 1" in text for text in texts))
        path, kept = part("anew", capture, lambda number, *_: number >= first)
        late = calls(path)
        pairs = [pair for new, old in enumerate(kept, 1) for pair in zip(late[new], whole[old])]
        self.assertEqual(4, len([text for text, _ in pairs if text.startswith("#")]))
        self.assertEqual([], [(text, full) for text, full in pairs if text != full and not text.startswith("#")])

    def test_unknown(self):
        """Each unknown number is marked, and can be filtered for."""
        unknown_calls = "godot.path.unknown && godot.rpc && !godot.sync && !godot.spawn"
        _, path, _ = self.late(ARENA)
        rows = harness.fields(path, ["godot.rpc.text"], display_filter=unknown_calls)
        self.assertGreater(len(rows), 50)
        for (texts,) in rows:
            self.assertTrue(any(text.startswith("#") for text in texts), texts)
        rest = harness.fields(path, ["godot.rpc.text"], display_filter="godot.rpc && !godot.path.unknown")
        for (texts,) in rest:
            self.assertFalse([text for text in texts if text.startswith("#")])

    def test_nothing_unknown_in_the_whole(self):
        self.assertEqual([], harness.fields(ARENA, ["frame.number"], display_filter="godot.path.unknown"))


class RecordedAtOneEnd(unittest.TestCase):
    """A client's own capture has only its own connection; the calls on it read as in the whole capture."""

    def compare(self, capture, least):
        whole = calls(capture)
        ports = set()
        part("ports", capture, lambda _, source, target: ports.update((source, target)))
        for port in sorted(ports - {SERVER_PORT}):
            path, kept = part(f"{capture.stem}-{port}", capture, lambda _, *ends, port=port: port in ends)
            own = calls(path)
            for new, old in enumerate(kept, 1):
                self.assertEqual(own[new], whole[old], f"port {port}, frame {old}")
            self.assertGreater(sum(map(len, own.values())), least)

    def test_arena(self):
        self.compare(ARENA, 200)

    def test_fleet(self):
        self.compare(FLEET, 20)

    def test_peers_websocket(self):
        self.compare(multiplayer.CAPTURES / "godot-4.6" / "peers_websocket.pcap", 15)


class AtTheSameTime(unittest.TestCase):
    """Games played at the same time stay separate, though each server is peer 1 and numbers its nodes from 1."""

    def test_three_games(self):
        games = [ARENA, multiplayer.CAPTURES / "godot-4.6" / "peers_enet.pcap", FLEET]
        path, owners = at_the_same_time("games", *games)
        together = calls(path)
        for index, capture in enumerate(games):
            alone = list(calls(capture).values())
            own = [texts for number, texts in together.items() if owners[number - 1] == index]
            self.assertEqual(alone, own, capture)


class Mesh(unittest.TestCase):
    """Every peer is connected to every other, without a server: no message has the ends' ids, so none are shown."""

    def test_calls(self):
        capture = multiplayer.CAPTURES / "godot-4.6" / "mesh_enet.pcap"
        lines = multiplayer.load(capture)
        sent = Counter(
            f"Mesh.#0({', '.join(line['args'])})" for line in lines if line["kind"] == "rpc" for _ in line["targets"]
        )
        names = ["godot.rpc.text", "godot.peer.source", "godot.peer.target"]
        rows = harness.fields(capture, names, display_filter="godot.rpc")
        self.assertEqual(sent, Counter(text for texts, _, _ in rows for text in texts))
        self.assertEqual([], [ids for _, source, target in rows for ids in source + target])


class Raw(unittest.TestCase):
    """The game's own bytes: those that contain a Variant are shown as one, the others are marked as none."""

    VARIANTS = ("0400000009000000612056617269616e74000000", "1b0000000200000004000000050000007363")

    def test_variant_or_bytes(self):
        capture = multiplayer.CAPTURES / "godot-4.6" / "peers_enet.pcap"
        names = ["godot.raw.data", "godot.raw.guess", "godot.raw.opaque"]
        rows = harness.fields(capture, names, display_filter="godot.raw")
        self.assertEqual(84, len(rows))
        for (data,), guess, opaque in rows:
            is_value = data.startswith(self.VARIANTS)
            self.assertEqual((is_value, not is_value), (bool(guess), bool(opaque)), data)


class Columns(unittest.TestCase):
    """The columns Protocol and Info describe a message."""

    @classmethod
    def setUpClass(cls):
        cls.rows = {}
        for capture in (ARENA, FLEET):
            names = ["_ws.col.Protocol", "_ws.col.Info", "godot.rpc.text", "godot.set.text", "godot.peer.target"]
            cls.rows[capture] = harness.fields(capture, names, display_filter="godot.rpc || godot.set")

    def test_every_call_is_in_the_info_column(self):
        for rows in self.rows.values():
            for protocol, info, rpc, rset, _ in rows:
                self.assertEqual(["Godot"], protocol)
                for text in rpc + rset:
                    self.assertIn(text, info[0])

    def test_receiver_in_the_info_column(self):
        """→ server  Arena/Players/Red.#2(Vector2(1, 1), false)"""
        for rows in self.rows.values():
            alone = [row for row in rows if len(row[2] + row[3]) == len(row[4]) == 1 and "; " not in row[1][0]]
            self.assertGreater(len(alone), 100)
            for _, (info,), rpc, rset, (target,) in alone:
                to = {"0": "all"}.get(target, target if int(target) > 0 else f"all but {target[1:]}")
                to = "server" if to == "1" else to.replace("but 1", "but server") if to == "all but 1" else to
                self.assertTrue(info.endswith(f"→ {to}  {(rpc + rset)[0]}"), info)

    def test_spawn_despawn_sync(self):
        found = harness.fields(ARENA, ["_ws.col.Info"], display_filter="godot.spawn || godot.despawn || godot.sync")
        infos = "\n".join(info[0] for (info,) in found)
        self.assertRegex(infos, r"spawn \S*/Red \(scene 0\)")
        self.assertRegex(infos, r"spawn \S*/Bot \(scene 1\)")
        self.assertRegex(infos, r"despawn \S*/Shot1\b")
        self.assertRegex(infos, r"sync Arena/Players/Red: Vector2\(\S+ \S+\), .*; Arena/Players/Bot: Vector2\(")


class Mismatch(unittest.TestCase):
    """A client whose script has one remote method more."""

    def test_checksums(self):
        capture = multiplayer.CAPTURES / "godot-4.6" / "mismatch_enet.pcap"
        expected = [each for each in multiplayer_wire.events(capture, 4) if each.kind == "confirm" and each.what == 0]
        self.assertEqual(2, len(expected))
        rows = harness.fields(
            capture, ["frame.number", "godot.path.valid"], display_filter="godot.path.checksum_mismatch"
        )
        self.assertEqual([each.frame for each in expected], [int(row[0][0]) for row in rows])

    def test_none_elsewhere(self):
        self.assertEqual([], harness.fields(ARENA, ["frame.number"], display_filter="godot.path.checksum_mismatch"))


class Filters(unittest.TestCase):
    """Filters find the frames that an independent reader finds, and their retransmissions."""

    @classmethod
    def setUpClass(cls):
        cls.events = multiplayer_wire.events(ARENA, 4)

    def check(self, display_filter, kind, **properties):
        expected = {
            each.frame
            for each in self.events
            if each.kind == kind and all(getattr(each, name) == value for name, value in properties.items())
        }
        rows = harness.fields(ARENA, ["frame.number", "enet.repeated"], display_filter=display_filter)
        self.assertTrue(expected)
        found = {int(number[0]) for number, _ in rows}
        again = {int(number[0]) for number, repeated in rows if repeated}
        self.assertLessEqual(expected, found)
        self.assertLessEqual(found - expected, again)

    def test_calls(self):
        self.check("godot.rpc", "rpc")

    def test_despawns(self):
        self.check('godot.command == "Despawn"', "despawn")

    def test_spawns(self):
        self.check("godot.spawn", "spawn")

    def test_changes(self):
        self.check("godot.sync.delta == 1", "delta")

    def test_node(self):
        self.check('godot.rpc && godot.node.path == "Arena/Players/Red"', "rpc", node="Arena/Players/Red")

    def test_source(self):
        """Messages of the server's own; a relayed message has the server only as the source of its outer message."""
        self.check("godot.rpc && godot.peer.source == 1 && !godot.relay", "rpc", source=1)

    def test_path(self):
        self.check('godot.simplify_path && godot.path.name == "Arena/Chat"', "simplify", node="Arena/Chat")


if __name__ == "__main__":
    unittest.main()
