# SPDX-License-Identifier: MIT
"""Export PDUs: exported messages dissect as they did before, one by one."""

import struct
import unittest

import harness  # first: it adds tests/common to the path

from test_follow import content
from test_godotdump import records_of
from truth import load

from projects import PROJECTS, copied, with_project

CAPTURES = harness.PCAPS / "multiplayer" / "godot-4.6"
FIELDS = (
    "godot.command godot.peer.source godot.peer.target godot.peer.hop_source godot.rpc.text godot.node.path godot.path.name "
    "godot.spawn.net_id godot.sync.net_id godot.sync.time godot.sync.property godot.variant.text godot.raw.data "
    "godot.transfer_mode"
).split()


def exported(name, what="Godot", directory=CAPTURES):
    """The capture that tshark exports."""
    target = harness.workshop().home / f"{name.replace('/', '-')}-{what}.pcapng"
    harness.run("-2", "-U", what, "-w", str(target), capture=directory / f"{name}.pcap")
    target.chmod(0o644)
    return target


def rows_of(capture, *options, fields=FIELDS, display_filter="godot"):
    """The values of each field in the capture, in order."""
    columns = [[] for _ in fields]
    for row in harness.fields(capture, fields, *options, display_filter=display_filter):
        for column, cell in zip(columns, row):
            column.extend(cell)
    return dict(zip(fields, columns))


def digest(line):
    return line.get("text", line.get("sha256"))


class Again(unittest.TestCase):
    def compare(self, name):
        project = with_project(copied(PROJECTS / "multiplayer4"))
        before = rows_of(CAPTURES / f"{name}.pcap", *project)
        after = rows_of(exported(name), *project)
        self.assertGreater(len(before["godot.command"]), 100)
        for field in FIELDS:
            with self.subTest(capture=name, field=field):
                self.assertEqual(len(after[field]), len(before[field]))
                differing = [pair for pair in zip(before[field], after[field]) if pair[0] != pair[1]]
                self.assertEqual(differing[:3], [])

    def test_over_enet(self):
        for name in ("replication_enet", "calls_enet"):
            self.compare(name)

    def test_reassembled_and_decompressed(self):
        self.compare("peers_enet_range_coder")

    def test_over_websocket(self):
        self.compare("peers_websocket")

    def same(self, name, what, fields, display_filter, *options):
        """As `compare`, for any capture, without a project."""
        before = rows_of(harness.PCAPS / f"{name}.pcap", *options, fields=fields, display_filter=display_filter)
        after = rows_of(exported(name, what, harness.PCAPS), *options, fields=fields, display_filter=display_filter)
        self.assertTrue(any(len(cells) > 20 for cells in before.values()), name)
        for field in fields:
            with self.subTest(capture=name, what=what, field=field):
                self.assertEqual(after[field], before[field])

    def test_godot_3(self):
        """Over both transports, by both lists."""
        for what, name in (
            ("Godot", "multiplayer/godot-3.6/fleet_enet"),
            ("ENet", "multiplayer/godot-3.6/fleet_enet_range_coder"),
            ("Godot", "multiplayer/godot-3.6/fleet_websocket"),
            ("Godot", "multiplayer/godot-3.2/calls_enet"),
        ):
            fields = (*[field for field in FIELDS if field != "godot.transfer_mode"], "godot.set.text")
            self.same(name, what, fields, "godot")

    def test_enet_with_godot_4(self):
        """Messages of Godot 4 in ENet's list, too, with the channel."""
        self.same("multiplayer/godot-4.6/calls_enet", "ENet", FIELDS, "godot")

    def test_enet_alone(self):
        """Plain ENet, without Godot: the messages in the receiver's log, reassembled, decompressed, once."""
        for name in ("links/libenet/crc32_range_coder", "links/godot-4.6/fragments", "links/godot-4.6/zstd", "links/libenet/lossy_server"):
            with self.subTest(capture=name):
                sent = {digest(line) for line in load(harness.PCAPS / f"{name.removesuffix('_server')}.truth.jsonl") if line["kind"] == "enet_sent"}
                rows = harness.fields(exported(name, "ENet", harness.PCAPS), ["enet.stream", "enet.channel", "enet.payload", "godot.from", "godot.to"])
                found = [content(bytes.fromhex(row[2][0].replace(":", ""))) for row in rows if row[2]]
                self.assertGreater(len(found), 3)
                if "lossy" in name:
                    self.assertLessEqual(set(found), sent)
                else:
                    self.assertEqual(set(found), sent)
                self.assertTrue(all(len(row[0]) == len(row[1]) == 1 for row in rows))
                self.assertLessEqual({(*row[3], *row[4]) for row in rows}, {("client", "server"), ("server", "client")})

    def test_values_alone(self):
        fields = ("godot.variant.text", "godot.variant.type", "godot.dialect")
        for name in ("godot-4.6/variants_udp", "godot-3.6/variants_tcp", "godot-2/variants_udp", "godot-4.6/variants_ws"):
            self.same(name, "Godot", fields, "godot.variant")

    def test_messages_larger_than_a_packet(self):
        """A packet of a file holds 256 KiB: what is longer is shortened, and what comes after it is exported, too."""
        said = [record[44:] for record in records_of("arena_enet", "red", 400) if record[1] == 1 and record[32] == 0]
        large = b"\x03" + bytes(300_000)
        messages = harness.websocket("large_messages", [struct.pack("<I", 5), *said[:100], large, *said[100:110]])
        target = harness.workshop().home / "large-messages.pcapng"
        harness.run("-2", "-U", "Godot", "-w", str(target), capture=messages)
        target.chmod(0o644)
        rows = harness.fields(target, ["godot.mirror.length", "godot.mirror.shortened", "_ws.malformed"], display_filter="godot.mirror.length")
        self.assertEqual([int(row[0][0]) for row in rows[-11:]], [len(large), *map(len, said[100:110])])
        self.assertEqual([bool(row[1]) for row in rows[-11:]], [True] + 10 * [False])
        self.assertFalse(any(row[2] for row in rows))

    def test_values_larger_than_a_packet(self):
        texts = [struct.pack("<III", 12, 4, 4) + b"abcd"] * 3
        array = struct.pack("<II", 29, 300_000) + bytes(300_000)
        segments = [*texts, *[(struct.pack("<I", len(array)) + array)[at : at + 60_000] for at in range(0, len(array) + 4, 60_000)], *texts]
        target = harness.workshop().home / "large-values.pcapng"
        harness.run("-2", "-U", "Godot", "-w", str(target), capture=harness.stream("large_values", segments))
        target.chmod(0o644)
        rows = harness.fields(target, ["frame.len", "frame.cap_len", "godot.variant.text"])
        self.assertEqual([row[2] for row in rows[:3] + rows[4:]], [['"abcd"']] * 6)
        self.assertGreater(int(rows[3][0][0]), 300_000)
        self.assertLessEqual(int(rows[3][1][0]), 262_144)

    def test_needs_no_transport(self):
        target = exported("reconnect_enet")
        rows = harness.fields(target, ["udp.port", "ip.addr", "enet.stream", "godot.mirror.channel"])
        self.assertGreater(len(rows), 20)
        self.assertFalse(any(row[0] or row[1] or row[2] for row in rows))


if __name__ == "__main__":
    unittest.main()
