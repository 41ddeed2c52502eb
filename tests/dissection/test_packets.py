# SPDX-License-Identifier: MIT
"""Multiplayer peers of Godot 3 that are used as PacketPeers, without the multiplayer API: each packet on the wire, with its
sender, its target and its bytes or value, compared with what the engine sent."""

import collections
import unittest

import harness  # first: it adds tests/common to the path

import truth

CAPTURES = sorted((harness.PCAPS / "packets").glob("godot-3.*/*.pcap"))
SERVER = 1
LAYERS = "frame enet udp tcp websocket godot godot.variant _ws.malformed"


def hops(line, clients):
    """How often a packet is on the wire: the server sends one to each receiver, and relays clients' packets to clients."""
    source, target = line["source"], line["target"]
    receivers = {SERVER, *clients} - {source}
    if target > 0:
        receivers &= {target}
    receivers -= {-target}
    if source == SERVER:
        return len(receivers)
    return 1 + len(receivers - {SERVER})


def content(data):
    """A packet's bytes; of a NodePath the number of them, as Godot 3 leaves any bytes in the padding of its names."""
    node_path = bytes([15, 0, 0, 0])
    return f"a NodePath of {len(data)} bytes" if data.startswith(node_path) else data.hex()


def packets_of(capture, *options, two_passes=True):
    """Source, target, bytes and text of the value, or None, of each packet."""
    found = []
    for packet in harness.packets(capture, *options, layers=LAYERS, two_passes=two_passes):
        for message in packet.all("godot"):
            for item in message.all("godot.packet"):
                (data,) = item.all("godot.packet.data")
                value = next(iter(data.shows("godot.variant.text")), None)
                source, target = (int(message.shows(f"godot.peer.{end}")[0]) for end in ("source", "target"))
                found.append((source, target, data.data, value))
    return found


def test_of(capture):
    def test(self):
        sent = truth.load(truth.truth_of(capture))
        clients = {line["source"] for line in sent} - {SERVER}
        wanted = collections.Counter()
        for line in sent:
            wanted[line["source"], line["target"], content(bytes.fromhex(line["hex"]))] += hops(line, clients)
        found = packets_of(capture)
        self.assertEqual(collections.Counter((*ends, content(data)) for *ends, data, _ in found), wanted)
        lines = {content(bytes.fromhex(line["hex"])): line for line in sent}
        for _, _, data, value in found:
            line = lines[content(data)]
            if line["value"]:
                self.assertIsNone(line.same_text(value), line)
            else:
                self.assertIsNone(value, line)
        self.assertGreater(len(found), len(sent))
        self.assertEqual(harness.line_count(capture, "_ws.malformed || godot.unknown_command || godot.problem"), 0)

    return test


class Packets(unittest.TestCase):
    def test_without_the_beginning(self):
        """Captures that lack the handshake: values are recognised, once there are some; other bytes prove nothing."""
        for capture in CAPTURES:
            if "websocket" in capture.stem:
                continue  # Wireshark does not find a WebSocket without its handshake
            late = harness.without_first(capture, 14)
            found = packets_of(late, "-o", "enet.udp_ports:24680")
            if capture.stem == "bytes_enet":
                self.assertEqual(found, [], capture)
            else:
                self.assertGreaterEqual(len(found), len(packets_of(capture)) - 3, capture)

    def test_first_pass(self):
        """One pass shows what two show, but for messages of each connection before the first that is decisive."""
        for capture in CAPTURES:
            one = collections.Counter(map(repr, packets_of(capture, two_passes=False)))
            two = collections.Counter(map(repr, packets_of(capture)))
            self.assertLessEqual(one, two, capture)
            self.assertGreaterEqual(one.total(), two.total() - 6, capture)

    def test_info(self):
        capture = harness.PCAPS / "packets/godot-3.6/packets_enet.pcap"
        rows = harness.fields(capture, ["_ws.col.Info"], display_filter="godot.packet")
        infos = [row[0][0] for row in rows]
        self.assertIn("server → all  packet null", infos[0])
        self.assertTrue(any("packet 7 bytes" in info for info in infos))


for each in CAPTURES:
    setattr(Packets, f"test_{each.parent.name}_{each.stem}", test_of(each))

if __name__ == "__main__":
    unittest.main()
