# SPDX-License-Identifier: MIT
"""Streams of which the capture lacks parts: everything shown was sent, and nothing is reported as malformed."""

import struct
import unittest

import harness
from truth import load, truth_of

CAPTURE = harness.PCAPS / "godot-4.6" / "variants_tcp.pcap"
FILE_HEADER, PACKET_HEADER = 24, 16


def packets():
    data = CAPTURE.read_bytes()
    at = FILE_HEADER
    while at < len(data):
        seconds, fraction, captured, length = struct.unpack_from("<4I", data, at)
        at += PACKET_HEADER
        yield seconds, fraction, length, data[at:at + captured]
        at += captured


def rewritten(name, kept):
    """The capture with other packets, or with fewer."""
    path = harness.workshop().folder / f"{name}.pcap"
    with open(path, "wb") as file:
        file.write(CAPTURE.read_bytes()[:FILE_HEADER])
        for seconds, fraction, length, data in kept:
            file.write(struct.pack("<4I", seconds, fraction, len(data), length) + data)
    path.chmod(0o644)
    return path


class Gaps(unittest.TestCase):
    def assert_only_truth(self, capture, at_least):
        out = harness.run("-2", "-o", "godot.text_limit:0", "-o", "godot.max_elements:1", "-Y", "godot.variant",
                          "-T", "json", "-j", "godot.variant", "-e", "godot.variant.stream.length",
                          "-e", "godot.variant.malformed", capture=capture).stdout.decode()
        self.assertNotIn("godot.variant.malformed", out)
        sent = {message["len"] for message in load(truth_of(CAPTURE))}
        lengths = [int(line.strip(' ",')) for line in out.splitlines() if line.strip(' ",').isdigit()]
        self.assertGreaterEqual(len(lengths), at_least)
        self.assertLessEqual(set(lengths), sent)

    def test_cut_by_snaplen(self):
        cut = rewritten("cut", ((s, f, length, data[:200]) for s, f, length, data in packets()))
        self.assert_only_truth(cut, 400)

    def test_begun_late(self):
        self.assert_only_truth(harness.without_first(CAPTURE, 300), 800)


class LargeMaskedMessages(unittest.TestCase):
    """WebSocket clients mask their messages, and Wireshark unmasks only the beginning of a large message. The plugin
    reports that; the message is neither malformed nor "limited during capture". The messages are made here."""

    PORT = 24680
    MASK = b"\x12\x34\x56\x78"
    UNMASKED = 262_144
    SIZES = (200_000, 300_000, 600_000)
    REQUEST = (
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    ANSWER = (
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"
    )

    def frame(self, message, masked):
        mask_bit = 0x80 if masked else 0
        size = len(message)
        if size < 126:
            head = bytes([0x82, mask_bit | size])
        else:
            head = bytes([0x82, mask_bit | 127]) + struct.pack(">Q", size)
        if not masked:
            return head + message
        return head + self.MASK + bytes(a ^ b for a, b in zip(message, self.MASK * (size // 4 + 1)))

    def shown(self, name, messages, *options):
        """For each message: the Info column, the reported size, the texts of expert items."""
        path = harness.workshop().folder / f"{name}.pcap"
        with harness.pcapwriter.Capture(path) as capture:
            connection = harness.pcapwriter.TcpConnection(capture, self.PORT + 1, self.PORT)
            connection.c2s(self.REQUEST)
            connection.s2c(self.ANSWER)
            for to_server, message in messages:
                connection.send(to_server, self.frame(message, masked=to_server))
            connection.close()
        path.chmod(0o644)
        names = ["_ws.col.Info", "godot.websocket.unmasked_in_part", "_ws.expert.message"]
        return harness.fields(path, names, *options, display_filter="websocket")

    def check(self, rows, wholes, infos):
        self.assertEqual(len(rows), len(self.SIZES))
        for (info, in_part, reported), size, is_whole, wanted in zip(rows, self.SIZES, wholes, infos, strict=True):
            if not is_whole and "[Packet size limited" in info[0]:
                # Wireshark 4.6 calls no dissector for such a message; with its preference it does.
                self.assertTrue(self.has_preference(), info)
                continue
            self.assertEqual(info, [wanted], size)
            self.assertEqual(in_part, [] if is_whole else ["1"], size)
            self.assertEqual(sum(f"first {self.UNMASKED:,} bytes" in text for text in reported), 0 if is_whole else 1)
            self.assertFalse([text for text in reported if "alformed" in text or "limited" in text], size)

    @staticmethod
    def has_preference():
        """Whether Wireshark has the preference: since 4.2."""
        return "websocket.max_unmasked_len" in harness.run("-G", "currentprefs").stdout.decode()

    def raw(self, *options):
        path_announcement = b"\x01" + b"d41d8cd98f00b204e9800998ecf8427e\0" + struct.pack("<I", 5) + b"Main/Player\0"
        messages = [(False, struct.pack("<I", 77)), (True, path_announcement)]
        messages += [(True, b"\x03" + bytes(size)) for size in self.SIZES]
        return self.shown("large_raw", messages, *options)[2:]

    def test_multiplayer(self):
        infos = [f"peer 77 → server  raw {size} bytes" for size in self.SIZES]
        self.check(self.raw(), (True, False, False), infos)
        if self.has_preference():
            self.check(self.raw("-o", "websocket.max_unmasked_len:1000000"), (True, True, True), infos)

    def test_values(self):
        messages = [(True, struct.pack("<II", 29, size) + bytes(size)) for size in self.SIZES]
        options = harness.preferences(variant__tcp_ports=self.PORT, text_limit=20)
        self.check(self.shown("large_values", messages, *options), (True, False, False), ["PackedByteArray(0, …"] * 3)


if __name__ == "__main__":
    unittest.main()
