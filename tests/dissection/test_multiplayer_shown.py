# SPDX-License-Identifier: MIT
"""How multiplayer messages are shown: columns, labels, problems, hooks, statistics. Captures are engines'; messages
that engines do not send on demand are made by the encoder below."""

import re
import struct
import unittest
from collections import Counter

import harness  # first: it adds tests/common to the path

import multiplayer
from truth import load, truth_of

MULTIPLAYER = harness.PCAPS / "multiplayer"
PEERS = MULTIPLAYER / "godot-4.6" / "peers_websocket.pcap"
FLEET = MULTIPLAYER / "godot-3.6" / "fleet_websocket.pcap"
REPLICATION = MULTIPLAYER / "godot-4.6" / "replication_websocket.pcap"
PORT = 24680
AS_GODOT_4 = ("-d", f"udp.port=={PORT},godot.as_godot4")
AS_GODOT_3 = ("-d", f"udp.port=={PORT},godot.as_godot3")
NO_METHODS = b"d41d8cd98f00b204e9800998ecf8427e"
SEPARATOR = "\x1f"


# --- Messages of our own encoder ----------------------------------------------------------------------------------


def text(string):
    return string.encode() + b"\0"


def simplify(number, path, md5=NO_METHODS):
    return b"\x01" + md5 + b"\0" + struct.pack("<I", number) + text(path)


def confirm(number, valid=1):
    return b"\x02" + struct.pack("<BI", valid, number)


def call(node, method, *arguments):
    return struct.pack("<BBBB", 0, node, method, len(arguments)) + b"".join(arguments)


def spawn(name, net_id, spawner, synchronizers=(), scene=1):
    named = text(name)
    head = struct.pack("<BBIIII", 4, scene, spawner, net_id, len(synchronizers), len(named))
    return head + b"".join(struct.pack("<I", each) for each in synchronizers) + named


def despawn(net_id):
    return b"\x05" + struct.pack("<I", net_id)


def sync(time, *states):
    return b"\x06" + struct.pack("<H", time) + b"".join(struct.pack("<II", each, len(data)) + data for each, data in states)


def relay(peer, message):
    return b"\x07\x03" + struct.pack("<i", peer) + message


TRUE = b"\x81"
SEVEN = b"\x02\x07"


def table(capture, names, *options, display_filter="godot", two_passes=True):
    return harness.fields(capture, names, *options, display_filter=display_filter, two_passes=two_passes)


harness.show_ids()


class Columns(unittest.TestCase):
    def infos(self, capture, *options):
        rows = table(capture, ["_ws.col.Protocol", "_ws.col.Info", "godot.rpc.text"], *options)
        self.assertGreater(len(rows), 100)
        return rows

    def test_calls_have_node_and_method(self):
        for capture in (PEERS, FLEET):
            for protocol, info, calls in self.infos(capture):
                self.assertEqual(protocol, ["Godot"])
                self.assertNotIn("WebSocket", info[0])
                for each in calls:
                    if len(info[0]) < 2000:
                        self.assertIn(each, info[0])

    def test_several_in_a_frame_are_joined(self):
        capture = MULTIPLAYER / "godot-3.6" / "fleet_enet.pcap"
        rows = table(capture, ["_ws.col.Info", "godot.rpc.text"], display_filter="godot.rpc")
        joined = [(info[0], calls) for info, calls in rows if len(calls) > 1]
        self.assertGreater(len(joined), 5)
        for info, calls in joined:
            for each in calls:
                self.assertIn(each, info)
            self.assertGreaterEqual(info.count("; "), len(calls) - 1)

    def test_sender_and_receiver_are_shown(self):
        for _, info, _ in self.infos(PEERS):
            self.assertRegex(info[0], r"^(server|\d+) \N{RIGHTWARDS ARROW} (all but )?(server|\d+|all)  ")
        names = ["_ws.col.Info", "godot.peer.hop_source", "godot.peer.source", "godot.peer.target"]
        rows = table(PEERS, names, display_filter="godot.relay")
        from_server = [row for row in rows if row[1][0] == "1"]
        self.assertGreater(len(from_server), 10)
        for info, _, source, target in from_server:
            who, whom = ("server" if each == "1" else each for each in (source[0], target[0]))
            self.assertTrue(info[0].startswith(f"{who} \N{RIGHTWARDS ARROW} {whom}  "), info)

    def test_3x_shows_the_target(self):
        seen = {re.sub(r"\d+", "N", info[0].split("  ")[0]) for _, info, _ in self.infos(FLEET)}
        for way in ("N", "all", "all but N"):
            self.assertIn(f"server \N{RIGHTWARDS ARROW} {way}", seen)
        for way in ("N", "server", "all", "all but N", "all but server"):
            self.assertIn(f"N \N{RIGHTWARDS ARROW} {way}", seen)

    def test_replication(self):
        infos = " | ".join(info[0] for _, info, _ in self.infos(REPLICATION))
        for pattern in (
            r"spawn Replication/Sea/\d+ \(scene \d\)",
            r"spawn \N{HORIZONTAL ELLIPSIS}/StringRock \(function\)",
            r"despawn Replication/Sea/\S+",
            r"sync Replication/Sea/\S+: Vector2\([^)]*\).*; Replication/Sea/\S+: ",
            r"changes of Replication/\S+: ",
        ):
            self.assertRegex(infos, pattern)

    def test_labels_and_columns_agree(self):
        trees = harness.tree_text(PEERS, "-O", "godot", "-Y", "godot.rpc")
        short = 200  # Wireshark cuts labels
        calls = {each for each in re.findall(r"\[Call: (.*)\]", trees) if len(each) < short}
        labels = {each for each in re.findall(r"Remote call: (.*)", trees) if len(each) < short}
        self.assertGreater(len(calls), 20)
        self.assertEqual(calls, labels)
        roots = set(re.findall(r"^Godot Multiplayer, .*?  (.*)$", trees, re.MULTILINE))
        self.assertEqual(calls - roots, set())


class DecodeAs(unittest.TestCase):
    def test_messages_over_udp(self):
        capture = harness.datagrams("chosen", [simplify(5, "Main/Player"), call(5, 3, TRUE, SEVEN)])
        self.assertEqual(table(capture, ["godot.rpc.text"]), [])
        rows = table(capture, ["godot.rpc.text", "godot.node.learned_in", "godot.dialect.evidence"], *AS_GODOT_4)
        self.assertEqual(rows[1], [["Main/Player.#3(true, 7)"], ["1"], ["decode-as"]])

    def test_godot_3(self):
        message = b"\0" + struct.pack("<I", 9) + text("jump") + b"\x01" + struct.pack("<II", 1, 1)
        capture = harness.datagrams("chosen3", [b"\x02" + struct.pack("<I", 9) + text("Main/Player"), message])
        rows = table(capture, ["godot.rpc.text", "godot.rpc.method", "godot.dialect"], *AS_GODOT_3)
        self.assertEqual(rows[1], [["Main/Player.jump(true)"], ["jump"], ["godot3"]])


class Redot(unittest.TestCase):
    """Messages that Redot 26.3 sends and no Godot does. Made here: no such engine was available."""

    HALF_VECTOR2 = b"\x05" + struct.pack("<2e", 1.5, -2)
    HALF_COLOR = b"\x14" + struct.pack("<4e", 1, 0.5, 0.25, 1)
    HALF_FLOAT = b"\x03" + struct.pack("<e", 0.75)
    STRUCT = b"".join(
        struct.pack("<I", 39 if part is None else part) if not isinstance(part, bytes) else struct.pack("<I", len(part)) + part
        for part in (None, b"Hero", 1, 1, b"life", b"int\0", 1, b"", b"", 2, 0, 2, 7)
    ).replace(struct.pack("<I", 4) + b"int\0", struct.pack("<I", 3) + b"int\0")
    FIELDS = ("godot.rpc.text", "godot.dialect", "_ws.col.Info")

    def messages(self):
        plain = b"\x05\0\0\0" + struct.pack("<2f", 3, 4)
        return [
            simplify(5, "Main/Player"),
            sync(1, (9, plain)),
            sync(2, (9, self.HALF_VECTOR2 + self.HALF_COLOR + SEVEN + self.HALF_FLOAT), (10, plain)),
            call(5, 3, self.STRUCT),
        ]

    def expect(self, rows):
        texts = [row[2][0].split("  ", 1)[-1] for row in rows]
        self.assertIn("Vector2(3, 4)", texts[1])
        self.assertIn("Vector2(1.5, -2), Color(1, 0.5, 0.25, 1), 7, 0.75", texts[2])
        self.assertIn("Vector2(3, 4)", texts[2])
        self.assertEqual(rows[3][0], ["Main/Player.#3(Struct[Hero](7))"])

    def test_known_by_itself(self):
        capture = harness.datagrams("redot", self.messages())
        rows = table(capture, self.FIELDS, *AS_GODOT_4)
        self.expect(rows)
        self.assertEqual([row[1] for row in rows], [["redot"]] * 4)
        self.assertEqual(table(capture, ["frame.number"], *AS_GODOT_4, display_filter="godot.malformed"), [])
        halves = table(capture, ["frame.number"], *AS_GODOT_4, display_filter="godot.variant.half_precision")
        self.assertEqual(halves, [[["3"]]])
        first = table(capture, self.FIELDS, *AS_GODOT_4, two_passes=False)
        self.expect(first)

    def test_chosen(self):
        capture = harness.datagrams("redot", self.messages())
        rows = table(capture, self.FIELDS, "-d", f"udp.port=={PORT},godot.as_redot", two_passes=False)
        self.expect(rows)
        self.assertEqual([row[1] for row in rows], [["redot"]] * 4)
        preferred = table(capture, self.FIELDS, *AS_GODOT_4, *harness.preferences(dialect="redot"), two_passes=False)
        self.assertEqual([row[1] for row in preferred], [["redot"]] * 4)

    SCENE = """[gd_scene format=3]
[sub_resource type="SceneReplicationConfig" id="1"]
properties/0/path = NodePath(".:place")
properties/0/spawn = true
properties/0/replication_mode = 1
properties/0/precision = {0}
properties/1/path = NodePath(".:speed")
properties/1/spawn = true
properties/1/replication_mode = 1
properties/1/precision = {0}
properties/2/path = NodePath(".:health")
properties/2/spawn = true
properties/2/replication_mode = 1
properties/3/path = NodePath(".:aim")
properties/3/spawn = false
properties/3/replication_mode = 2
properties/4/path = NodePath(".:name")
properties/4/spawn = false
properties/4/replication_mode = 2
properties/5/path = NodePath(".:tint")
properties/5/spawn = false
properties/5/replication_mode = 2
properties/5/precision = {0}
[node name="Main" type="Node"]
[node name="Sync" type="MultiplayerSynchronizer" parent="."]
replication_config = SubResource("1")
[node name="Spawner" type="MultiplayerSpawner" parent="."]
_spawnable_scenes = PackedStringArray("res://main.tscn")
spawn_path = NodePath("..")
"""

    def project(self, precision):
        folder = harness.workshop().folder / f"precision_{precision}"
        folder.mkdir()
        (folder / "project.godot").write_text('config_version=5\n[application]\nrun/main_scene="res://main.tscn"\n')
        (folder / "main.tscn").write_text(self.SCENE.format(precision))
        for path in [folder, *folder.iterdir()]:
            path.chmod(0o755 if path.is_dir() else 0o644)
        return ("-o", f'uat:godot_projects:"{folder}"')

    def test_precision_of_the_project(self):
        """Two compressed positions (zeros in halves) and a small number are as long as one plain Vector2: the bytes fit
        both. The configuration in the project decides."""
        zero = b"\x05" + bytes(4)
        state = zero + zero + SEVEN
        plain = b"\x05" + bytes(11)
        white = b"\x14" + struct.pack("<4e", 1, 1, 1, 0.5)
        spawned = spawn("Ship", 3, 6, (9,), scene=0) + state
        changes = b"\x16" + struct.pack("<IQI", 1 << 31 | 5, 0b101, 2 + len(white)) + SEVEN + white
        messages = [simplify(5, "Main/Sync"), simplify(6, "Main/Spawner"), sync(1, (1 << 31 | 5, state)), spawned,
                    sync(2, (9, state)), changes]  # fmt: skip
        capture = harness.datagrams("precision", messages)
        fields = ["godot.variant.text", "godot.sync.property"]
        recorded = table(capture, fields, *AS_GODOT_4, *self.project(1), two_passes=False)
        three = [["Vector2(0, 0)", "Vector2(0, 0)", "7"], ["place", "speed", "health"]]
        self.assertEqual(recorded[2:], [three, three, three, [["7", "Color(1, 1, 1, 0.5)"], ["aim", "tint"]]])
        without_project = table(capture, fields, *AS_GODOT_4, two_passes=False)
        self.assertEqual(without_project[2][0], ["Vector2(1.794e-42, 9.780113e-35)"])
        # The configuration is used only if the values fill the given length with it.
        capture = harness.datagrams("no_precision", [simplify(5, "Main/Sync"), sync(1, (1 << 31 | 5, plain))])
        row = table(capture, ["godot.variant.text", "godot.malformed"], *AS_GODOT_4, *self.project(0))[1]
        self.assertEqual(row, [["Vector2(0, 0)"], []])

    def test_godot_stays_godot(self):
        capture = harness.datagrams("no_redot", self.messages()[:2])
        self.assertEqual([row[1] for row in table(capture, self.FIELDS, *AS_GODOT_4)], [["godot4"]] * 2)


class DataChannels(unittest.TestCase):
    """WebRTC's messages as SCTP carries them; in a real capture SCTP is inside DTLS."""

    def data_channel(self, name, messages):
        path = harness.workshop().folder / f"{name}.pcap"
        binary = 53
        with harness.pcapwriter.Capture(path) as capture:
            for number, message in enumerate(messages):
                chunk = struct.pack(">BBHIHHI", 0, 3, 16 + len(message), number, 1, number, binary) + message
                capture._ipv4(132, struct.pack(">HHII", 5000, 5001, 7, 0) + chunk + bytes(-len(chunk) % 4))
        path.chmod(0o644)
        return path

    def test_godot_4(self):
        capture = self.data_channel("channel4", [simplify(5, "Main/Player"), call(5, 3, TRUE, SEVEN)])
        rows = table(capture, ["godot.rpc.text", "godot.dialect"])
        self.assertEqual(rows, [[[], ["godot4"]], [["Main/Player.#3(true, 7)"], ["godot4"]]])

    def test_godot_3(self):
        message = b"\0" + struct.pack("<I", 9) + text("jump") + b"\x01" + struct.pack("<II", 1, 1)
        announcement = b"\x02" + struct.pack("<I", 9) + text("Main/Player")
        capture = self.data_channel("channel3", [announcement, message, message])
        rows = table(capture, ["godot.rpc.text", "godot.dialect"])
        self.assertEqual(rows, [[[], ["godot3"]]] + 2 * [[["Main/Player.jump(true)"], ["godot3"]]])

    def test_other_data_channels(self):
        self.assertEqual(table(self.data_channel("chat", [b"hello", b"{}", b"\x01\x02\x03\x04"]), ["frame.number"]), [])


class WhatGoesWrong(unittest.TestCase):
    """Each problem is shown on its own packet, and on no other."""

    def noted(self, name, payloads, filters, *options):
        capture = harness.datagrams(name, payloads)
        for display_filter, frames in filters.items():
            rows = table(capture, ["frame.number"], *AS_GODOT_4, *options, display_filter=display_filter)
            self.assertEqual([int(row[0][0]) for row in rows], frames, display_filter)
        return capture

    def test_unknown_path(self):
        capture = self.noted(
            "unknown",
            [simplify(5, "Main/Player"), call(5, 3, TRUE), call(7, 3, TRUE)],
            {"godot.path.unknown": [3], "godot.malformed": []},
        )
        self.assertEqual(table(capture, ["godot.rpc.text"], *AS_GODOT_4)[2], [["#7.#3(true)"]])

    def test_path_announced_later(self):
        """One pass shows an early call's number; two passes show its name."""
        payloads = [call(5, 3, TRUE), simplify(5, "Main/Player")]
        self.noted("later", payloads, {"godot.path.unknown": []})
        capture = harness.datagrams("later", payloads)
        rows = table(capture, ["godot.rpc.text", "godot.node.learned_in"], *AS_GODOT_4)
        self.assertEqual(rows[0], [["Main/Player.#3(true)"], ["2"]])
        rows = table(capture, ["godot.rpc.text", "godot.node.learned_in"], *AS_GODOT_4, two_passes=False)
        self.assertEqual(rows[0], [["#5.#3(true)"], []])

    def test_number_reused(self):
        capture = harness.datagrams(
            "again", [simplify(5, "Old"), call(5, 3), simplify(5, "New"), call(5, 3), simplify(5, "New"), call(5, 3)]
        )
        rows = table(capture, ["godot.rpc.text", "godot.node.learned_in"], *AS_GODOT_4, display_filter="godot.rpc")
        self.assertEqual(rows, [[["Old.#3()"], ["1"]], [["New.#3()"], ["3"]], [["New.#3()"], ["3"]]])

    def test_stale_and_repeated_states(self):
        payloads = [
            simplify(2, "Main/Spawner"),
            spawn("Enemy", 10, 2, [11, 12]),
            sync(5, (11, SEVEN), (12, SEVEN)),
            sync(6, (11, SEVEN)),
            sync(5, (11, SEVEN)),
            sync(6, (11, SEVEN), (12, SEVEN)),
            sync(65535, (12, SEVEN)),
            sync(2, (12, SEVEN)),
        ]
        filters = {"godot.sync.stale": [5], "godot.sync.duplicate": [6], "godot.spawn.unknown": []}
        capture = self.noted("stale", payloads, filters)
        rows = table(capture, ["godot.sync.newer_in", "godot.expert.details"], *AS_GODOT_4, display_filter="godot.sync.stale")
        self.assertEqual(rows[0][0], ["4"])
        self.assertIn("their time 5 is not after 6", rows[0][1][0])
        # Of the frame's two states one is repeated.
        found = harness.packets(capture, *AS_GODOT_4)[5]
        objects = found.all("godot.sync.object")
        self.assertEqual([len(each.shows("godot.sync.newer_in")) for each in objects], [1, 0])
        self.noted("stale", payloads, filters, "-o", "godot.text_limit:0")

    def test_unspawned(self):
        filters = {"godot.spawn.unknown": [1, 2]}
        self.noted("unspawned", [despawn(10), sync(1, (11, SEVEN))], filters)

    def test_spawn_and_despawn_are_linked(self):
        capture = harness.datagrams("life", [simplify(2, "Main/Spawner"), spawn("Enemy", 10, 2), despawn(10)])
        names = ["godot.node.path", "godot.spawn.despawned_in", "godot.despawn.spawned_in", "godot.spawn.spawner_path"]
        rows = table(capture, names, *AS_GODOT_4)
        path = "\N{HORIZONTAL ELLIPSIS}/Enemy"
        self.assertEqual(rows[1], [[path], ["3"], [], ["Main/Spawner"]])
        self.assertEqual(rows[2], [[path], [], ["2"], []])

    def test_parent_of_a_spawn_from_other_paths(self):
        capture = harness.datagrams(
            "below", [simplify(2, "Main/Spawner"), spawn("Enemy", 10, 2, [11]), simplify(3, "Main/World/Enemy"), sync(1, (11, SEVEN))]
        )
        rows = table(capture, ["godot.node.path"], *AS_GODOT_4, display_filter="godot.spawn.net_id || godot.sync")
        self.assertEqual(rows, [[["Main/World/Enemy"]], [["Main/World/Enemy"]]])

    def test_methods_that_differ(self):
        capture = MULTIPLAYER / "godot-4.6" / "mismatch_enet.pcap"
        events = [line for line in load(truth_of(capture)) if line["kind"] == "rpc"]
        self.assertTrue(events)
        self.noted("differ", [simplify(5, "Main"), confirm(5, 0), confirm(5, 1)], {"godot.path.checksum_mismatch": [2]})

    def test_raw(self):
        value = bytes.fromhex("1b000000 01000000 04000000 02000000 68700000 02000000 07000000".replace(" ", ""))
        capture = self.noted(
            "raw", [b"\x03" + value, b"\x03hello world"], {"godot.raw.guess": [1], "godot.raw.data": [1, 2], "godot.variant": [1]}
        )
        infos = table(capture, ["_ws.col.Info"], *AS_GODOT_4)
        self.assertEqual([row[0][0] for row in infos], ['raw {"hp": 7}', "raw 11 bytes"])

    def test_malformed(self):
        """The commands before the error stay; the reason is shown."""
        cut = call(5, 3, TRUE, b"\x04\0\0\0\x10\0\0\0abc")
        capture = self.noted("cut", [simplify(5, "Main"), cut, b"\x05\x01"], {"godot.malformed": [3], "godot.variant.malformed": [2]})
        rows = table(capture, ["godot.rpc.text", "_ws.col.Info"], *AS_GODOT_4)
        self.assertTrue(rows[1][0][0].startswith("Main.#3(true, "), rows[1])
        self.assertIn("[Malformed]", rows[1][1][0])

    def test_freed_object(self):
        capture = self.noted("freed", [simplify(5, "Main"), call(5, 3, b"\x18\0\0\0", TRUE)], {"godot.null_object": [2]})
        self.assertEqual(table(capture, ["godot.rpc.text"], *AS_GODOT_4)[1], [["Main.#3(null, true)"]])

    def test_relayed_numbers_belong_to_the_original_sender(self):
        """A number announced through the relay belongs to its original sender; the server's number 5 is another
        node."""
        capture = harness.datagrams(
            "relayed",
            [
                b"\x07\x01" + struct.pack("<i", 1000),
                simplify(5, "Servers"),
                relay(1000, simplify(5, "Peers")),
                call(5, 1),
                relay(1000, call(5, 1)),
                relay(2000, call(5, 1)),
            ],
        )
        names = ["godot.rpc.text", "godot.peer.source", "godot.peer.hop_source"]
        rows = table(capture, names, *AS_GODOT_4, display_filter="godot.rpc")
        self.assertEqual([row[0] for row in rows], [["Servers.#1()"], ["Peers.#1()"], ["#5.#1()"]])
        self.assertEqual([set(row[1]) for row in rows], [{"1"}, {"1000"}, {"2000"}])
        self.assertEqual([set(row[2]) for row in rows], [set(), {"1"}, {"1"}])


class Hooks(unittest.TestCase):
    """docs/examples/cargo.lua, as users run it."""

    def weights(self, capture, calls):
        script = harness.workshop().readable(harness.SOURCE / "docs" / "examples" / "cargo.lua")
        options = ("-X", f"lua_script:{script}")
        packets = harness.packets(capture, *options, layers="frame tcp websocket godot cargo")
        found = [argument for packet in packets for argument in packet.all("godot.rpc.argument") if argument.all("cargo.weight")]
        self.assertEqual(len(found), calls)
        for argument in found:
            weights = bytes(int(each) for each in argument.shows("cargo.weight"))
            (place,) = argument.all("cargo")
            self.assertEqual(place.data, weights)
            # Without a copy: the buffer's bytes are the argument's.
            self.assertGreaterEqual(place.position, argument.position)
            self.assertLessEqual(place.position + place.length, argument.position + argument.length)
            self.assertIn(weights, argument.data)

    def test_by_method(self):
        calls = table(FLEET, ["godot.rpc.method"], display_filter='godot.rpc.method == "stow"')
        self.weights(FLEET, sum(row[0].count("stow") for row in calls))

    def test_by_node_and_number(self):
        calls = table(PEERS, ["godot.rpc.text"], display_filter='godot.rpc.text contains "Peers.#0(PackedByteArray"')
        self.weights(PEERS, sum(each.startswith("Peers.#0(Packed") for row in calls for each in row[0]))

    def test_other_data_channels(self):
        script = harness.workshop().readable(harness.SOURCE / "docs" / "examples" / "cargo.lua")
        packets = harness.packets(REPLICATION, "-X", f"lua_script:{script}", layers="frame tcp websocket godot cargo")
        self.assertEqual([packet for packet in packets if packet.all("cargo")], [])


class RollbackInputs(unittest.TestCase):
    """docs/examples/rollback.lua, on a format made up for these tests: the values that the engine's script packed are
    shown."""

    CAPTURE = MULTIPLAYER / "godot-4.6" / "rollback_enet.pcap"

    @staticmethod
    def unpacked(data):
        tick, count = struct.unpack_from("<HB", data)
        inputs = [struct.unpack_from("<bbB", data, 3 + 3 * i) for i in range(count)]
        return [tick, [(tick - i, x, y, buttons & 1, buttons >> 1 & 1) for i, (x, y, buttons) in enumerate(inputs)]]

    def test_every_call(self):
        script = harness.workshop().readable(harness.SOURCE / "docs" / "examples" / "rollback.lua")
        fields = ["tick", "input.tick", "input.x", "input.y", "input.jump", "input.fire", "missing"]
        rows = harness.fields(
            self.CAPTURE, [f"rollback_inputs.{name}" for name in fields], "-X", f"lua_script:{script}", display_filter="rollback_inputs",
        )  # fmt: skip
        seen = []
        for (tick,), ticks, xs, ys, jumps, fires, missing in rows:
            self.assertEqual([], missing)
            flags = [[int(harness.truth_value(each)) for each in column] for column in (jumps, fires)]
            numbers = [[round(float(each) * 100) for each in column] for column in (xs, ys)]
            seen.append([int(tick), list(zip(map(int, ticks), *numbers, *flags, strict=True))])
        # A Variant's PackedByteArray: header, length, bytes.
        lines = [line for line in load(truth_of(self.CAPTURE)) if line["kind"] == "rpc" and line["method"] == "receive_inputs"]
        recorded = [bytes.fromhex(line["args_hex"][0])[8:] for line in lines]
        recorded = [repr(self.unpacked(data)) for data in recorded]
        # Each call on the wire; ENet's throttle dropped some unreliable ones before they were sent.
        self.assertEqual(len(seen), len(table(self.CAPTURE, ["frame.number"], display_filter='godot.rpc.text contains "Rollback"')))
        self.assertGreater(len(seen), 40)
        self.assertEqual(Counter(), Counter(map(repr, seen)) - Counter(recorded))


class Statistics(unittest.TestCase):
    def rows(self, capture, *options):
        out = harness.run("-q", "-2", "-z", "godot,tree", *options, capture=capture).stdout.decode()
        counted = {}
        for line in out.splitlines():
            columns = re.split(r"\s{2,}", line.strip())
            if len(columns) >= 5 and columns[1].isdigit():
                counted.setdefault(columns[0], []).append((int(columns[1]), columns[2:5]))
        return counted

    def test_messages_by_kind_node_and_method(self):
        messages = multiplayer.received(multiplayer.packets(REPLICATION))
        rows = self.rows(REPLICATION)
        commands = Counter(each.kind for each in messages)
        self.assertEqual(rows["Spawn"][0][0], commands["spawn"])
        self.assertEqual(rows["Despawn"][0][0], commands["despawn"])
        self.assertEqual(rows["Simplify path"][0][0], commands["simplify"])
        self.assertEqual(rows["Malformed messages"][0][0], 0)

    def tree(self, capture, *options):
        """Name and count of each row, with the rows below it."""
        out = harness.run("-q", "-2", "-z", "godot,tree", *options, capture=capture).stdout.decode()
        top = []
        levels = [top]
        for line in out.splitlines():
            row = re.match(r"( *)(.*?)\s{2,}(\d+)\s{2,}", line)
            if row is None:
                continue
            depth = len(row[1])
            del levels[depth + 1 :]
            levels[depth].append((row[2], int(row[3]), []))
            levels.append(levels[depth][-1][2])
        return top

    def test_rows_below_a_row_add_up_to_it(self):
        """A state of several nodes is counted in a row of its own, which says so."""
        syncs = [item for packet in multiplayer.packets(REPLICATION) for item in packet.all("godot.sync")]
        nodes = [len(item.all("godot.sync.object")) for item in syncs]
        several = 0
        for capture in (REPLICATION, FLEET):
            compared = 0
            unseen = list(self.tree(capture))
            while unseen:
                name, count, below = unseen.pop()
                unseen += below
                if below:
                    self.assertEqual(sum(each[1] for each in below), count, (capture.name, name))
                    compared += 1
                if capture == REPLICATION and name == "Several nodes in one message":
                    several += count
            self.assertGreater(compared, 5)
        self.assertEqual(several, sum(count > 1 for count in nodes))
        self.assertGreater(several, 100)

    def test_calls_by_method(self):
        calls = Counter(each.what for each in multiplayer.received(multiplayer.packets(FLEET)) if each.kind == "rpc")
        rows = self.rows(FLEET)
        self.assertEqual(rows["Remote call"][0][0], sum(calls.values()))
        for method, count in calls.items():
            self.assertEqual(sum(number for number, _ in rows[method]), count, method)

    def test_sizes(self):
        capture = harness.datagrams("sizes", [simplify(5, "Main"), call(5, 3, TRUE), call(5, 3, TRUE, SEVEN)])
        rows = self.rows(capture, *AS_GODOT_4)
        ((count, sizes),) = rows["#3"]
        self.assertEqual((count, [float(each) for each in sizes]), (2, [6, 5, 7]))
        self.assertEqual(sorted(row[0] for row in rows["Main"]), [1, 2])


if __name__ == "__main__":
    unittest.main()
