# SPDX-License-Identifier: MIT
"""Messages: each message in the programs' logs is there once, with its bytes, channel, command and direction."""

import collections
import hashlib
import unittest

import enet_lab as lab
import harness

# Godot 3.5 and later request unreliable fragments, other programs log it; otherwise long messages are sent reliably
# (enet_peer_send).
WAYS = {
    "reliable": {"enet.send_reliable", "enet.send_fragment"},
    "unreliable": {"enet.send_unreliable", "enet.send_fragment"},
    "unsequenced": {"enet.send_unsequenced"},
    "unreliable_fragment": {"enet.send_unreliable", "enet.send_unreliable_fragment"},
}


def content(data, header=0):
    """A message's bytes in the form of the truth."""
    return data[header:].decode("latin-1") if len(data) - header <= 1024 else hashlib.sha256(data[header:]).hexdigest()


def way_of(line):
    """The commands that may carry a message."""
    is_godot3 = line["engine"].startswith("3.") and line["transfer"] == "unreliable"
    return WAYS["unreliable_fragment" if is_godot3 else line["transfer"]]


def content_of(line):
    return line.get("text", line.get("sha256"))


def messages(capture):
    """Direction, channel, command and bytes of each message, copies left out."""
    for packet in lab.dissected(capture, *lab.ALONE).values():
        direction = "c2s" if int(packet.one("udp.dstport")) in (lab.SERVER_PORT, lab.RELAY_PORT) else "s2c"
        for command in lab.commands_of(packet):
            if any(lab.number(show) for show in command.shows("enet.repeated")):
                continue
            copy = command.shows("enet.analysis.retransmission_of") or command.shows("enet.analysis.duplicate_of")
            if command.shows("enet.data.length") == ["0"] and not copy:
                yield direction, int(command.shows("enet.channel")[0]), command.name, b""
            for payload in command.all("enet.payload"):
                yield direction, int(command.shows("enet.channel")[0]), command.name, payload.data


class Messages(unittest.TestCase):
    def compare(self, capture, wanted, found):
        missing, more = wanted - found, found - wanted
        self.assertEqual(list(missing)[:3], [], f"{capture}: {len(missing)} not found")
        self.assertEqual(list(more)[:3], [], f"{capture}: {len(more)} that nobody sent")

    def test_good_links(self):
        total = 0
        for capture in lab.captures():
            if lab.is_lossy(capture):
                continue
            sent = [line for line in lab.truth_of(capture) if line["kind"] == "enet_sent"]
            wanted = collections.Counter((line["dir"], line["channel"], content_of(line)) for line in sent)
            headers = {line.get("header", 0) for line in sent}
            self.assertEqual(len(headers), 1)
            (header,) = headers
            found = list(messages(capture))
            if header:  # the peers' own messages about connected peers
                found = [message for message in found if message[1] != 0]
            self.compare(capture, wanted, collections.Counter(
                (direction, channel, content(data, header)) for direction, channel, _, data in found))  # fmt: skip
            ways = {(line["dir"], line["channel"], content_of(line)): way_of(line) for line in sent}
            for direction, channel, command, data in found:
                self.assertIn(command, ways[direction, channel, content(data, header)], capture)
            total += len(found)
        self.assertGreater(total, 2000)

    def test_lossy_links(self):
        """On either side: every reliable message once; every message that a program received; no message that was not
        sent."""
        for capture in filter(lab.is_lossy, lab.captures()):
            lines = lab.truth_of(capture)
            sent = {line["seq"]: line for line in lines if line["kind"] == "enet_sent"}
            got = [sent[line["of"]] for line in lines if line["kind"] == "enet_received"]
            header = next(iter(sent.values())).get("header", 0)
            found = collections.Counter(
                (direction, channel, content(data, header))
                for direction, channel, _, data in messages(capture)
                if not header or channel != 0
            )
            every = {(line["dir"], line["channel"], content_of(line)): line for line in sent.values()}
            self.assertEqual(set(found.values()), {1}, capture)
            self.assertLessEqual(found.keys(), every.keys(), capture)
            for line in got:
                self.assertIn((line["dir"], line["channel"], content_of(line)), found, capture)
            reliable = {key for key, line in every.items() if line["transfer"] == "reliable"}
            self.assertLessEqual(reliable, found.keys(), capture)
            self.assertGreater(len(got), 2)

    def test_values_without_the_multiplayer_api(self):
        """Variants over ENetMultiplayerPeer, compared with the engine's own truth."""
        capture = harness.PCAPS / "enet/godot-4.6/raw_enet_peer.pcap"
        lines = lab.truth_of(capture)
        wanted = collections.Counter(line["hex"] for line in lines if line["kind"] == "enet_var" and "hex" in line)
        found = collections.Counter(data.hex() for _, _, _, data in messages(capture))
        self.assertGreater(sum(wanted.values()), 50)
        for data, count in wanted.items():
            self.assertEqual(found[data], count, data)


if __name__ == "__main__":
    unittest.main()
