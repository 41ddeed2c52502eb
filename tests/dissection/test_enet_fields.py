# SPDX-License-Identifier: MIT
"""Fields: every number of every datagram has its name, its value and its bytes, also in decompressed data."""

import collections
import unittest

import enet_lab as lab
from enet_lab import enet

HEADER = {
    "peer_id": lambda it: it.peer_id,
    "session_id": lambda it: it.session_id,
    "header.compressed": lambda it: int(it.compressed),
    "header.has_sent_time": lambda it: int(it.sent_time is not None),
    "sent_time": lambda it: it.sent_time,
    "checksum": lambda it: it.checksum,
}
PLACE = {"sent_time": (2, 2)}  # byte offsets in the datagram; the other fields are bits of the first two bytes


class Fields(unittest.TestCase):
    def header(self, datagram, tree, here):
        for name, value_of in HEADER.items():
            value = value_of(datagram)
            shows = [item for item in tree.walk() if item.name == f"enet.{name}"]
            self.assertEqual(len(shows), 0 if value is None else 1, f"{here} {name}")
            for item in shows:
                offset, length = PLACE.get(name, (0, 2))
                if name == "checksum":
                    offset, length = datagram.header - 4, 4
                self.assertEqual(lab.number(item.show), value, f"{here} {name}")
                self.assertEqual((item.position, item.length), (datagram.offset + offset, length), f"{here} {name}")

    def command(self, command, item, offset, here):
        self.assertEqual(item.name, f"enet.{enet.NODES[command.number]}", here)
        self.assertEqual((item.position, item.length), (offset + command.offset, command.end - command.offset), here)
        for name, bit in (("command.acknowledge", 0x80), ("command.unsequenced", 0x40)):
            (flag,) = [child for child in item.children if child.name == f"enet.{name}"]
            self.assertEqual(lab.number(flag.show), int(bool(command.flags & bit)), f"{here} {name}")
        for part in command.parts:
            found = [child for child in item.children if child.name == f"enet.{part.name}"]
            self.assertEqual(len(found), 1, f"{here} {part.name}")
            self.assertEqual(lab.number(found[0].show), part.value, f"{here} {part.name}")
            self.assertEqual((found[0].position, found[0].length), (offset + part.offset, part.length),
                             f"{here} {part.name}")  # fmt: skip
        if command.payload and "fragment" not in item.name:
            (payload,) = item.all("enet.payload")
            self.assertEqual(payload.data, command.payload, here)
            self.assertEqual(payload.position, offset + command.end - len(command.payload), here)
        if "fragment" in item.name:
            (piece,) = [child for child in item.children if child.name == "enet.fragment.data"]
            self.assertEqual(piece.data, command.payload, here)
            self.assertEqual(piece.position, offset + command.end - len(command.payload), here)

    def test_every_field(self):
        counts = collections.Counter()
        for capture in lab.captures():
            if lab.is_lossy(capture) and lab.name_of(capture) != "libenet/lossy_client":
                continue  # no other fields
            packets = lab.dissected(capture, *lab.ALONE)
            for datagram in lab.recorded(capture):
                here = f"{lab.name_of(capture)} frame {datagram.frame}"
                self.assertIn(datagram.frame, packets, here)
                tree = lab.tree_of(packets[datagram.frame])
                self.assertEqual((tree.position, tree.length), (datagram.offset, len(datagram.payload)), here)
                self.header(datagram, tree, here)
                commands = lab.commands_of(packets[datagram.frame])
                self.assertEqual(len(commands), len(datagram.commands), here)
                offset = 0 if datagram.compressed else datagram.offset
                for command, item in zip(datagram.commands, commands):
                    self.command(command, item, offset, f"{here} {enet.NODES[command.number]} {command.sequence}")
                    counts[enet.NODES[command.number]] += 1
                self.assertEqual(tree.shows("enet.compression"), [datagram.compression], here)
                counts[datagram.compression] += 1
        for name in (*filter(None, enet.NODES), "none", *lab.COMPRESSIONS):
            self.assertGreater(counts[name], 0, name)


if __name__ == "__main__":
    unittest.main()
