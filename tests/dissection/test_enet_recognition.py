# SPDX-License-Identifier: MIT
"""How ENet is recognised: heuristics, conversation, preferences, Decode As; in one pass and in two.

Captures of engines; for single datagrams, captures made by tests/common/enet_writer.py.
"""

import os
import random
import struct
import unittest

import harness  # first: it adds the other modules to the path
import enet_writer as enet
import pcapwriter

ENGINES = [path for path in sorted((harness.PCAPS / "enet").glob("*/*.pcap")) if path.stat().st_size < 300_000]
ENGINE = harness.PCAPS / "enet/godot-4.6/rpc_enet_range_coder.pcap"
PORT = 24680
OFF = ("--disable-heuristic", "enet_udp")
RECORD_HEADER = struct.Struct("<IIII")


def claimed(capture, *options, two_passes=False):
    """Whether each frame is recognised as ENet."""
    rows = harness.fields(capture, ["frame.protocols"], *options, two_passes=two_passes)
    return ["enet" in row[0][0].split(":") for row in rows]


def begun_late(capture, first):
    """The capture without its first frames."""
    data = capture.read_bytes()
    at = 24
    for _ in range(first):
        at += RECORD_HEADER.size + RECORD_HEADER.unpack_from(data, at)[2]
    path = harness.workshop().folder / f"late_{first}_{capture.name}"
    path.write_bytes(data[:24] + data[at:])
    path.chmod(0o644)
    return path


def written(name, write, **how):
    """A capture made here: `write` gets an enet_writer.Talk."""
    path = harness.workshop().folder / f"{name}.pcap"
    with pcapwriter.Capture(path) as capture:
        write(enet.Talk(capture, **how))
    path.chmod(0o644)
    return path


class Heuristic(unittest.TestCase):
    def test_engines_are_recognised_from_the_first_datagram(self):
        self.assertGreaterEqual(len(ENGINES), 4)
        for capture in ENGINES:
            with self.subTest(capture=capture.name):
                self.assertTrue(all(claimed(capture)))

    def test_captures_begun_late(self):
        """One pass recognises all but the first datagrams of each conversation, two passes all of them."""
        for capture in ENGINES:
            for first in (40, 201):
                late = begun_late(capture, first)
                with self.subTest(capture=late.name):
                    once = claimed(late, *harness.without_rival())
                    self.assertLessEqual(once.count(False), 2)
                    self.assertTrue(all(once[6:]))
                    self.assertTrue(all(claimed(late, *harness.without_rival(), two_passes=True)))

    def test_conversation_claimed_by_another_heuristic(self):
        """In the second pass Wireshark asks only the heuristic that claimed the conversation. Ports of the preference
        come before heuristics."""
        late = begun_late(ENGINE, 40)
        rival = ["--enable-heuristic", harness.RIVAL] if harness.has_rival() else []
        theirs = bool(rival) and "GODOT_ALONE" not in os.environ
        self.assertEqual(claimed(late, *rival, two_passes=True), [not theirs] + [True] * (len(claimed(late)) - 1))
        ((ports,),) = harness.fields(late, ["udp.port"], display_filter="frame.number == 1")
        self.assertTrue(all(claimed(late, *rival, "-o", f"enet.udp_ports:{min(map(int, ports))}")))

    def test_a_late_capture_has_its_streams_from_the_first_frame(self):
        late = begun_late(ENGINE, 40)
        rows = harness.fields(late, ["enet.stream", "udp.stream", "enet.connection.from_client"], *harness.without_rival())
        self.assertEqual({tuple(row[0]) for row in rows}, {("0",), ("1",)})
        self.assertEqual(rows[0][0], ["0"])
        ports = {(row[1][0], row[0][0]) for row in rows}
        self.assertEqual(len(ports), 2)  # a stream for each pair of ports
        # Which end is the client is a guess here, but the same guess for all datagrams.
        names = ["udp.stream", "udp.srcport", "enet.connection.from_client"]
        self.assertEqual(len({tuple(map(tuple, row)) for row in harness.fields(late, names, *harness.without_rival())}), 4)

    def test_one_weak_datagram_is_not_claimed(self):
        late = written("one", lambda talk: talk.send(True, enet.ping()))
        self.assertEqual(claimed(late, two_passes=True), [False])

    def test_the_same_datagram_again_proves_nothing(self):
        late = written("same", lambda talk: [talk.send(True, enet.ping(), time=7) for _ in range(20)])
        self.assertFalse(any(claimed(late, two_passes=True)))

    def test_a_known_server_settles_further_clients(self):
        """The second client's handshake is not in the capture; a single valid datagram is enough."""

        def write(talk):
            talk.handshake()
            talk.client += 1
            talk.send(True, enet.ping())

        self.assertEqual(claimed(written("second", write)), [True] * 4)

    def test_compressed_only(self):
        """A capture begun late whose datagrams are all compressed: that they decompress proves ENet."""
        dice = random.Random(1)

        def write(talk):
            for number in range(1, 8):
                payload = bytes(dice.choices(b"abc", k=200))
                talk.send(True, enet.reliable(0, number, payload), compress=enet.zlib.compress)

        late = written("zlib_only", write)
        self.assertEqual(claimed(late), [False] + [True] * 6)
        self.assertTrue(all(claimed(late, two_passes=True)))
        shown = harness.fields(late, ["enet.compression", "enet.data.length"])
        self.assertEqual(shown, [[["zlib"], ["200"]]] * 7)

    def test_random_bytes_with_the_compressed_bit_are_not_claimed(self):
        dice = random.Random(2)

        def write(talk):
            for _ in range(400):
                talk.raw(dice.random() < 0.5, bytes([dice.choice((0x40, 0xC0))]) + dice.randbytes(dice.randrange(8, 90)))

        self.assertFalse(any(claimed(written("compressed_noise", write), two_passes=True)))

    def test_other_datagrams_on_the_same_ports_are_left_alone(self):
        """Godot 4 can send anything through ENet's socket (ENetConnection.socket_send)."""

        def write(talk):
            talk.handshake()
            talk.raw(True, b"punch a hole, please")
            talk.send(True, enet.ping())

        self.assertEqual(claimed(written("socket_send", write)), [True, True, True, False, True])

    def test_registered_ports_of_other_protocols(self):
        """Port 7000, which Godot's tutorial uses, is registered by AFS, which rejects datagrams that are not its own.
        OpenVPN, CIP I/O, DIS and Quake do not reject any: the README names their ports."""

        def write(talk):
            talk.handshake()
            talk.send(True, enet.reliable(0, 1, b"hello"))

        for port in (7000, 5000):
            with self.subTest(port=port):
                self.assertEqual(claimed(written(f"port_{port}", write, server=port)), [True] * 4)
        for port in (1194, 2222, 3000, 26000):
            with self.subTest(port=port):
                capture = written(f"port_{port}", write, server=port)
                # With only the plugin's protocols enabled, no other dissector takes the port.
                self.assertEqual(claimed(capture)[0], "GODOT_ALONE" in os.environ)
                self.assertEqual(claimed(capture, "-o", f"enet.udp_ports:{port}"), [True] * 4)

    def test_protocols_of_a_frame(self):
        """A filter on the protocol finds the frames even if no tree is built."""
        listed = harness.run("-Y", 'frame.protocols contains "enet"', capture=ENGINE).stdout.splitlines()
        self.assertEqual(len(listed), sum(claimed(ENGINE)))

    def test_it_can_be_switched_off(self):
        self.assertFalse(any(claimed(ENGINE, *OFF, two_passes=True)))

    def test_the_protocol_can_be_switched_off(self):
        self.assertFalse(any(claimed(ENGINE, "--disable-protocol", "enet", two_passes=True)))

    def test_first_pass_shows_what_the_second_shows(self):
        """Except for what only later packets show."""
        names = ["frame.number", "enet.stream", "enet.command", "enet.reliable_sequence", "enet.reassembled.length",
                 "enet.analysis.ack_rtt", "enet.analysis.acks_frame", "enet.compression"]
        for capture in ENGINES:
            with self.subTest(capture=capture.name):
                once, twice = (harness.fields(capture, names, two_passes=passes) for passes in (False, True))
                self.assertEqual(once, twice)


class Chosen(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.one = written("chosen", lambda talk: talk.send(True, enet.ping()))

    def test_ports(self):
        for ports, found in ((PORT, True), (f"1,{PORT - 5}-{PORT}", True), (PORT + 1, True), (PORT + 2, False)):
            with self.subTest(ports=ports):
                options = [*OFF, "-o", f"enet.udp_ports:{ports}"]
                self.assertEqual(claimed(self.one, *options), [found])

    def test_decode_as(self):
        self.assertEqual(claimed(self.one, *OFF, "-d", f"udp.port=={PORT},enet"), [True])

    def test_whatever_it_looks_like(self):
        broken = written("broken", lambda talk: [talk.raw(True, b"\x80"), talk.raw(True, b"no ENet at all")])
        rows = harness.fields(broken, ["frame.protocols", "_ws.expert.message"], "-d", f"udp.port=={PORT},enet")
        for protocols, message in rows:
            self.assertTrue(protocols[0].endswith("enet"))
            self.assertEqual(len(message), 1)

    def test_checksum(self):
        """A checksum that trying cannot find: its datagrams are malformed after the checksum."""
        broken = written("checksum", lambda talk: talk.raw(True, b"\x80\0\0\1" + b"\1\2\3\4" + enet.ping() + b"\x0F"))
        chosen = ["-d", f"udp.port=={PORT},enet"]
        names = ["enet.checksum", "enet.ping"]
        self.assertEqual(harness.fields(broken, names, *chosen, "-o", "enet.checksum:present")[0][0], ["0x01020304"])
        self.assertEqual(len(harness.fields(broken, names, *chosen, "-o", "enet.checksum:present")[0][1]), 1)
        self.assertEqual(harness.fields(broken, names, *chosen, "-o", "enet.checksum:absent"), [[[], []]])

    def test_decompression_can_be_switched_off(self):
        names = ["enet.compressed_data", "enet.compression"]
        shown = harness.fields(ENGINE, names, "-o", "enet.decompress:FALSE", display_filter="enet.compressed_data")
        self.assertTrue(shown)
        self.assertFalse(any(row[1] for row in shown))

    def test_reassembly_can_be_switched_off(self):
        names = ["enet.fragment.count", "enet.reassembled.length", "enet.payload"]
        with_it, without = (
            harness.fields(ENGINE, names, "-o", f"enet.reassemble:{on}", display_filter="enet.fragment.count")
            for on in ("TRUE", "FALSE")
        )
        self.assertTrue(any(row[1] for row in with_it))
        self.assertFalse(any(row[1] for row in without))
        self.assertTrue(all(row[2] for row in without))

    def test_analysis_can_be_switched_off(self):
        shown = harness.fields(ENGINE, ["frame.number"], "-o", "enet.track_sequence:FALSE", display_filter="enet.analysis")
        self.assertFalse(shown)


if __name__ == "__main__":
    unittest.main()
