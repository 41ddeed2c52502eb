# SPDX-License-Identifier: MIT
"""Export PDUs: what was exported dissects again as it did, message by message."""

import unittest

import harness  # first: it says where the modules of tests/common are

from projects import PROJECTS, copied, with_project

CAPTURES = harness.PCAPS / "multiplayer" / "godot-4.6"
FIELDS = (
    "godot.command godot.peer.source godot.peer.target godot.peer.hop_source godot.rpc.text godot.node.path godot.path.name "
    "godot.spawn.net_id godot.sync.net_id godot.sync.time godot.sync.property godot.variant.text godot.raw.data "
    "godot.transfer_mode"
).split()


def exported(name):
    """The capture of what tshark exports."""
    target = harness.workshop().home / f"{name}.pcapng"
    harness.run("-2", "-U", "Godot", "-w", str(target), capture=CAPTURES / f"{name}.pcap")
    target.chmod(0o644)
    return target


def said(capture, *options):
    """For each field all that the capture says, in order."""
    columns = [[] for _ in FIELDS]
    for row in harness.fields(capture, FIELDS, *options, display_filter="godot"):
        for column, cell in zip(columns, row):
            column.extend(cell)
    return dict(zip(FIELDS, columns))


class Again(unittest.TestCase):
    def compare(self, name):
        project = with_project(copied(PROJECTS / "multiplayer4"))
        before = said(CAPTURES / f"{name}.pcap", *project)
        after = said(exported(name), *project)
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

    def test_needs_no_transport(self):
        target = exported("reconnect_enet")
        rows = harness.fields(target, ["udp.port", "ip.addr", "enet.stream", "godot.mirror.channel"])
        self.assertGreater(len(rows), 20)
        self.assertFalse(any(row[0] or row[1] or row[2] for row in rows))


if __name__ == "__main__":
    unittest.main()
