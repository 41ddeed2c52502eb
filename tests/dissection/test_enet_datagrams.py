# SPDX-License-Identifier: MIT
"""ENet that no engine sends on demand: malformed datagrams, connections in all constellations, fragments with gaps and
contradictions, checksums, bombs. Made by tests/common/enet_writer.py."""

import struct
import unittest
import zlib

import harness
import enet_writer as enet
import pcapwriter

TREE = "frame udp enet _ws.malformed"


def written(name, write, **how):
    path = harness.workshop().folder / f"{name}.pcap"
    with pcapwriter.Capture(path) as capture:
        write(enet.Talk(capture, **how))
    path.chmod(0o644)
    return path


def shown(name, write, names, *options, **how):
    """The fields of each frame after the handshake's three."""
    return harness.fields(written(name, write), names, *options, **how)[3:]


class Malformed(unittest.TestCase):
    """The reason is shown, and the commands before the error stay."""

    def broken(self, name, payload):
        def write(talk):
            talk.handshake()
            talk.raw(True, payload)

        packet = harness.packets(written(name, write), layers=TREE)[3]
        return packet, [message for message in packet.shows("_ws.expert.message") if "[enet." in message]

    def test_each(self):
        ping = b"\x80\0\0\1" + enet.ping()
        long = struct.pack(">HHIIII", 1, 4, 2, 5, 8, 0) + b"1234"
        rows = {
            "unknown": (ping + b"\x0d\0\0\0", "enet.command"),
            "zero": (ping + b"\x00\0\0\0", "enet.command"),
            "short": (ping + b"\x86\1", "enet.reliable_sequence"),
            "payload": (ping + enet.reliable(0, 1, b"12345678")[:-3], "enet.payload"),
            "number": (ping + enet.command(0x88, 0, 1, long), "enet.fragment.number"),
        }
        for name, (payload, field) in rows.items():
            with self.subTest(name):
                packet, messages = self.broken(name, payload)
                self.assertEqual(len(packet.all("enet.malformed")), 1)
                self.assertEqual(len(messages), 1, messages)
                self.assertIn(f"[{field}", messages[0])
                self.assertEqual(len(packet.all("enet.ping")), 1)
                self.assertEqual(packet.one("enet.stream"), "0")

    def test_header(self):
        packet, messages = self.broken("word", b"\x80\0\1")
        self.assertEqual(packet.one("enet.header"), "0x8000")
        self.assertIn("[enet.sent_time", messages[0])

    def test_info(self):
        def write(talk):
            talk.handshake()
            talk.raw(True, b"\x80\0\0\1" + enet.ping() + b"\x0d\0\0\0")

        self.assertEqual(shown("info", write, ["_ws.col.Info"]), [[["Ping; [Malformed]"]]])

    def test_a_cut_capture_is_not_malformed(self):
        def write(talk):
            talk.handshake()
            talk.send(True, enet.ping(), enet.reliable(0, 1, b"x" * 200))

        path = written("cut", write)
        data = path.read_bytes()
        at = len(data) - 100
        record = data.rindex(data[24:28], 0, at)  # the last frame's beginning of that time
        captured = struct.unpack_from("<I", data, record + 8)[0]
        path.write_bytes(data[:record + 8] + struct.pack("<I", captured - 100) + data[record + 12 : at])
        packet = harness.packets(path, layers=TREE + " _ws.short")[3]
        self.assertEqual(packet.one("enet.data.length"), "200")
        self.assertFalse(packet.all("enet.malformed"))
        self.assertTrue(packet.all("_ws.short"))


class Connections(unittest.TestCase):
    NAMES = ["enet.stream", "enet.connection.from_client"]

    def streams(self, name, write, **how):
        rows = harness.fields(written(name, write), self.NAMES, **how)
        return [int(row[0][0]) for row in rows]

    def test_reconnect(self):
        """A new Connect with the next session ids; a late datagram of the old connection still belongs to the old
        one."""

        def write(talk):
            talk.handshake()
            talk.send(True, enet.disconnect())
            talk.handshake(connect_id=7, sessions=(1, 1), before=(0, 0))
            talk.send(True, enet.ping(5), session=1)
            talk.send(False, enet.acknowledge(255, 9, 0), session=0)

        self.assertEqual(self.streams("reconnect", write), [0, 0, 0, 0, 1, 1, 1, 1, 0])

    def test_restarted_programs_with_the_same_connect_id(self):
        """Client and server restarted within a second: even the connect id is the same."""

        def write(talk):
            talk.handshake()
            talk.send(True, enet.ping())
            talk.handshake()
            talk.send(True, enet.ping())

        self.assertEqual(self.streams("restarted", write), [0] * 4 + [1] * 4)

    def test_a_retransmitted_connect_is_no_new_connection(self):
        def write(talk):
            for _ in range(3):
                talk.send(True, enet.connect(), peer=enet.NO_PEER)
            talk.handshake()
            talk.send(True, enet.connect(), peer=enet.NO_PEER, time=110)  # a late duplicate of the first one
            talk.send(True, enet.ping())

        self.assertEqual(self.streams("again", write), [0] * 8)

    def test_a_retransmitted_verify_is_none_either(self):
        def write(talk):
            talk.handshake()
            talk.send(False, enet.verify())
            talk.send(True, enet.ping())

        self.assertEqual(self.streams("verify", write), [0] * 5)

    def test_several_behind_one_pair_of_ports(self):
        def write(talk):
            talk.handshake(connect_id=1, client_peer=0, server_peer=5)
            talk.handshake(connect_id=2, client_peer=1, server_peer=6)
            for to_server, peer in ((True, 5), (True, 6), (False, 0), (False, 1), (True, 5)):
                talk.send(to_server, enet.ping(), peer=peer)

        self.assertEqual(self.streams("several", write), [0, 0, 0, 1, 1, 1, 0, 1, 0, 1, 0])

    def test_connection_details(self):
        def write(talk):
            talk.send(True, enet.connect(data=77, channels=9, mtu=1400), peer=enet.NO_PEER)
            talk.send(False, enet.verify(peer_id=3, channels=4, window=4096, sessions=(2, 1)), session=2)
            talk.send(False, enet.bandwidth(2, 1000, 2000), session=2)
            talk.send(True, enet.ping(), peer=3, session=1)

        names = ["from_client", "connect_in", "verify_in", "connect_id", "data", "client_peer_id", "server_peer_id",
                 "client_session_id", "server_session_id", "channel_count", "mtu", "window_size",
                 "server_incoming_bandwidth", "server_outgoing_bandwidth"]  # fmt: skip
        path = written("known", write)
        rows = harness.fields(path, [f"enet.connection.{name}" for name in names])
        known = ["1", "2", "0x01020304", "77", "0", "3", "1", "2", "4", "1392", "4096", "1000", "2000"]
        self.assertEqual(harness.truth_value(rows[3][0][0]), "1")
        self.assertEqual([cell[0] for cell in rows[3][1:]], known)
        self.assertEqual([cell[0] for cell in rows[1][-2:]], ["0", "0"])  # the bandwidth at that time
        once = harness.fields(path, [f"enet.connection.{name}" for name in names], two_passes=False)
        self.assertEqual(once[3], rows[3])
        self.assertEqual(once[0][2], [])  # not answered yet


class Fragments(unittest.TestCase):
    MESSAGE = bytes(range(256)) * 20
    SIZE = 700

    def pieces(self, channel=0, start=1, after=None, message=None):
        return enet.fragments(channel, start, message or self.MESSAGE, self.SIZE, after)

    def payloads(self, name, send, **how):
        """For each frame after the handshake: the reassembled messages."""

        def write(talk):
            talk.handshake(channels=4)
            send(talk)

        return [row[0] for row in shown(name, write, ["enet.payload"], **how)]

    def test_any_order_with_copies(self):
        for name, after in (("reliable", None), ("unreliable", 7)):
            for order in ([0, 1, 2, 3, 4, 5, 6, 7], [7, 3, 3, 0, 1, 6, 7, 5, 2, 4], [4, 3, 2, 1, 0, 5, 6, 7, 7, 0]):
                with self.subTest(name, order=order):
                    pieces = self.pieces(after=after)
                    found = self.payloads("order", lambda talk: [talk.send(True, pieces[i]) for i in order])
                    first_complete = max(order.index(number) for number in range(8))
                    wanted = [[] for _ in order]
                    wanted[first_complete] = [self.MESSAGE.hex()]
                    self.assertEqual(found, wanted)

    def test_two_at_once(self):
        """On one channel, on two channels, in both directions: they are not mixed up."""
        other = self.MESSAGE[::-1]
        pairs = {
            "channels": ((True, self.pieces(0)), (True, self.pieces(1, message=other))),
            "messages": ((True, self.pieces(0, 1)), (True, self.pieces(0, 9, message=other))),
            "kinds": ((True, self.pieces(0, 1)), (True, self.pieces(0, 1, after=0, message=other))),
            "orders": ((True, self.pieces(0, 1, after=3)), (True, self.pieces(0, 1, after=4, message=other))),
            "directions": ((True, self.pieces(0)), (False, self.pieces(0, message=other))),
        }
        for name, ((to_server, one), (also_to_server, two)) in pairs.items():
            with self.subTest(name):

                def send(talk):
                    for left, right in zip(one, two):
                        talk.send(to_server, left)
                        talk.send(also_to_server, right)

                found = self.payloads(name, send)
                self.assertEqual(found[-2:], [[self.MESSAGE.hex()], [other.hex()]])
                self.assertEqual(sum(map(len, found)), 2)

    def test_numbers_that_wrap_around(self):
        """A message with the same sequence numbers 65,536 later is a new one."""

        def write(talk):
            talk.handshake()
            for piece in self.pieces(start=60_000):
                talk.send(True, piece)
            for sequence in (*range(60_008, 65_536, 500), *range(0, 60_000, 500)):
                talk.send(True, enet.reliable(0, sequence, b"x"))
            for piece in self.pieces(start=60_000, message=self.MESSAGE[::-1]):
                talk.send(True, piece)

        rows = shown("anew", write, ["enet.reassembled.length", "enet.payload"])
        self.assertEqual([row[1] for row in rows if row[0]], [[self.MESSAGE.hex()], [self.MESSAGE[::-1].hex()]])

    def test_missing_fragments_are_reported(self):
        def write(talk):
            talk.handshake()
            for number, piece in enumerate(self.pieces()):
                if number not in (2, 5, 6):
                    talk.send(True, piece)

        names = ["enet.fragments.missing", "enet.reassembled.length"]
        rows = shown("missing", write, names)
        self.assertEqual(rows, [[["2, 5-6"], []]] * 5)
        reported = harness.fields(written("missing", write), ["frame.number", "enet.fragments.missing"],
                                  display_filter="enet.message_incomplete")  # fmt: skip
        self.assertEqual(reported, [[["8"], ["2, 5-6"]]])

    def test_contradictions(self):
        """A fragment that contradicts the first one of its message is ignored, as in ENet."""
        pieces = self.pieces()

        def write(talk):
            talk.handshake()
            talk.send(True, pieces[0])
            talk.send(True, enet.fragment(0, 1, 1, 9, len(self.MESSAGE), 700, b"!" * 700))
            talk.send(True, enet.fragment(0, 1, 1, 8, 6000, 700, b"!" * 700))
            for piece in pieces[1:]:
                talk.send(True, piece)

        rows = shown("contradiction", write, ["enet.fragment.mismatch", "enet.payload"])
        self.assertEqual([bool(row[0]) for row in rows[:4]], [False, True, True, False])
        self.assertEqual(rows[-1][1], [self.MESSAGE.hex()])

    def test_links(self):
        found = shown("links", lambda talk: [talk.handshake(), *(talk.send(True, piece) for piece in self.pieces())],
                      ["enet.reassembled_in", "enet.fragment", "enet.fragments.count", "enet.fragment.data"])
        self.assertEqual([row[0] for row in found[:-1]], [["11"]] * 7)
        self.assertEqual(found[-1][:3], [[], [str(frame) for frame in range(4, 12)], ["8"]])
        self.assertEqual("".join(row[3][0] for row in found), self.MESSAGE.hex())

    def test_a_capture_that_begins_inside_of_a_message(self):
        """The first datagrams are not recognised as ENet's: fragments in them are not missing. A fragment that is in no
        datagram of the capture is."""
        capture = harness.PCAPS / "links" / "godot-4.6" / "fragments.pcap"
        shown = "enet.analysis.lost_command"
        late = harness.without_first(capture, 63)
        self.assertGreater(len(harness.fields(late, ["frame.number"], display_filter="enet")), 100)
        self.assertEqual(harness.fields(late, ["frame.number"], display_filter=shown), [])
        self.assertEqual(len(harness.fields(harness.without(capture, {70}), ["frame.number"], display_filter=shown)), 1)

    def test_a_message_of_very_many_fragments(self):
        """Up to 4,096 fragments are listed. A message of more is reassembled without the list, in any order of its
        fragments."""

        def write(count, order):
            def send(talk):
                talk.handshake()
                for number in order:
                    talk.send(True, enet.fragment(0, 1, number, count, count, number, b"%d" % (number % 10)))

            return send

        names = ["enet.reassembled.length", "enet.fragments.count", "enet.payload", "enet.fragment", "enet.reassembled_in"]
        orders = {"in_order": lambda count: range(count), "first_comes_last": lambda count: [*range(1, count), 0]}
        for count in (4096, 4097):
            for name, order in orders.items():
                with self.subTest(count=count, order=name):
                    rows = shown(f"{name}_{count}", write(count, order(count)), names)
                    message = b"".join(b"%d" % (number % 10) for number in range(count)).hex()
                    self.assertEqual(rows[-1][:3], [[str(count)], [str(count)], [message]])
                    self.assertEqual(len(rows[-1][3]), count if count == 4096 else 0)
                    # Three datagrams are the handshake.
                    self.assertEqual([row[4] for row in rows[-count:-1]], [[str(count + 3)]] * (count - 1))

    def test_very_many_fragments_that_overlap(self):
        """Fragments whose offsets leave gaps or overlap, as no ENet sends them: nothing is reassembled from them."""

        def write(talk):
            talk.handshake()
            for number in range(5000):
                talk.send(True, enet.fragment(0, 1, number, 5000, 5000, number // 2, b"x"))

        rows = shown("many_overlap", write, ["enet.reassembled.length", "enet.reassembled_in"])
        self.assertEqual(rows[-5000:], [[[], []]] * 5000)

    def test_claimed_sizes_allocate_nothing(self):
        """Headers claim a million fragments and 32 MiB, again and again: tshark needs no more memory."""

        def write(talk):
            talk.handshake()
            for number in range(3000):
                start = number * 7 & 0xFFFF
                talk.send(True, enet.fragment(0, start, number, 1 << 20, 1 << 25, number * 32, b"x"))

        capture = written("claims", write)
        rows = harness.fields(capture, ["enet.fragment.total_length"])[3:]
        self.assertEqual(rows, [[["33554432"]]] * 3000)


class Checksums(unittest.TestCase):
    NAMES = ["enet.checksum.status", "enet.checksum.bad", "enet.ping"]

    def write(self, talk, *payloads, compress=None):
        def send(to_server, *commands, **how):
            talk.time += 10
            talk.raw(to_server, enet.datagram(*commands, time=talk.time, compress=compress, **how))

        send(True, enet.connect(9), peer=enet.NO_PEER, connect_id=0)
        send(False, enet.verify(9), connect_id=9)
        send(True, enet.ping(2), enet.reliable(0, 1, b"a" * 100), connect_id=9)
        for payload in payloads:
            talk.raw(True, payload)

    def test_good_and_bad(self):
        bad = bytearray(enet.datagram(enet.ping(3), time=500, connect_id=9))
        bad[-1] ^= 1
        for name, compress in (("plain", None), ("compressed", zlib.compress)):
            with self.subTest(name):
                path = written(f"sum_{name}", lambda talk: self.write(talk, bytes(bad), compress=compress))
                rows = harness.fields(path, self.NAMES)
                self.assertEqual([row[0] for row in rows], [["1"], ["1"], ["1"], ["0"]])
                self.assertEqual([bool(row[1]) for row in rows], [False, False, False, True])
                self.assertEqual([len(row[2]) for row in rows], [0, 0, 1, 1])

    def test_unknown_without_a_connect_id(self):
        late = written("sum_late", lambda talk: [
            talk.raw(True, enet.datagram(enet.ping(number), time=number, connect_id=9)) for number in range(2, 6)
        ])  # fmt: skip
        rows = harness.fields(late, self.NAMES)
        self.assertEqual([(row[0], len(row[2])) for row in rows], [(["2"], 1)] * 4)


class Compression(unittest.TestCase):
    def test_lengths(self):
        body = enet.reliable(0, 1, b"abc" * 100)
        packed = zlib.compress(body)

        def write(talk):
            talk.handshake()
            talk.send(True, body, compress=zlib.compress)

        names = [f"enet.compression{name}" for name in ("", ".compressed_length", ".plain_length", ".ratio")]
        row = shown("lengths", write, [*names, "enet.payload"])[0]
        self.assertEqual(row[:3], [["zlib"], [str(len(packed))], [str(len(body))]])
        self.assertAlmostEqual(float(row[3][0]), len(packed) / len(body), places=5)
        self.assertEqual(row[4], [(b"abc" * 100).hex()])
        text = harness.run("-x", capture=written("lengths", write)).stdout.decode()
        self.assertIn(f"Decompressed ENet (zlib) ({len(body)} bytes)", text)

    def test_bombs(self):
        """Decompression never yields more than a datagram, whatever the input."""

        def write(talk):
            talk.handshake()
            talk.send(True, enet.reliable(0, 1, b"a" * 300), compress=zlib.compress)
            talk.send(True, bytes(50_000_000), compress=zlib.compress)

        rows = shown("bomb", write, ["enet.compression", "enet.compression.failed", "enet.compression.plain_length"])
        self.assertEqual(rows[0][0], ["zlib"])
        self.assertEqual([bool(cell) for cell in rows[1]], [True, True, False])

    def test_padding(self):
        """FastLZ makes 16 bytes of fewer; the list without a tree takes the zeros for no command, too."""

        def write(talk):
            talk.handshake()
            talk.send(True, enet.ping(9), compress=lambda body: b"\x0f" + body.ljust(16, b"\0"))

        self.assertEqual(shown("padding", write, ["enet.padding"])[0], [[bytes(12).hex()]])
        line = harness.run(capture=written("padding", write)).stdout.decode().splitlines()[3]
        self.assertIn("Ping", line)
        self.assertNotIn("[Malformed]", line)

    def test_nonsense(self):
        def write(talk):
            talk.handshake()
            talk.raw(True, b"\x40\0" + b"\xff\xfe\xfd" * 5)

        rows = shown("nonsense", write, ["enet.compressed_data", "enet.compression.unknown", "enet.stream"])
        self.assertEqual([bool(cell) for cell in rows[0]], [True, True, False])


class Quoted(unittest.TestCase):
    @staticmethod
    def quote(talk, body, most=None):
        """An ICMP error with the beginning of a datagram of the client's."""
        udp = struct.pack(">HHHH", talk.client, talk.server, 8 + len(body), 0) + body
        ip = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(udp), 1, 0, 64, 17, 0) + pcapwriter.LOOPBACK * 2
        ip = ip[:10] + struct.pack(">H", pcapwriter.checksum(ip)) + ip[12:]
        icmp = b"\3\3\0\0\0\0\0\0" + ip + udp[:most]
        return icmp[:2] + struct.pack(">H", pcapwriter.checksum(icmp)) + icmp[4:]

    def test_beginnings_are_not_malformed(self):
        """Systems quote about 520 bytes; the message in them was shown in its own frame."""
        body = enet.reliable(0, 1, b"x" * 1364)

        def write(talk):
            talk.handshake()
            talk.send(True, body)
            for most in (520, 30, 12, 8):
                talk.capture._ipv4(1, self.quote(talk, enet.datagram(body, time=talk.time), most))
            talk.send(True, enet.reliable(0, 2, b"world"))

        names = ["frame.protocols", "enet.command", "enet.malformed", "_ws.malformed", "enet.payload", "_ws.col.Info"]
        rows = shown("quoted_beginnings", write, names)
        quotes = [row for row in rows if "icmp" in row[0][0]]
        self.assertEqual(4, len(quotes))
        self.assertEqual(["6"], quotes[0][1])
        for _, _, malformed, cut, payload, info in quotes:
            self.assertEqual([[], [], []], [malformed, cut, payload], info)
            self.assertNotIn("Malformed", info[0])

    def test_icmp_errors_are_not_counted(self):
        """The datagram that an ICMP error quotes was seen before: it counts neither as a message nor as a
        retransmission."""

        def write(talk):
            talk.handshake()
            talk.send(True, enet.reliable(0, 1, b"hello"))
            body = struct.pack(">HHHH", talk.client, talk.server, 8 + 21, 0)
            body += enet.datagram(enet.reliable(0, 1, b"hello"), time=talk.time)
            ip = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(body), 1, 0, 64, 17, 0) + pcapwriter.LOOPBACK * 2
            ip = ip[:10] + struct.pack(">H", pcapwriter.checksum(ip)) + ip[12:]
            icmp = b"\3\3\0\0\0\0\0\0" + ip + body
            icmp = icmp[:2] + struct.pack(">H", pcapwriter.checksum(icmp)) + icmp[4:]
            talk.capture._ipv4(1, icmp)
            talk.send(True, enet.reliable(0, 2, b"world"))

        names = ["frame.protocols", "enet.reliable_sequence", "enet.analysis.retransmission", "_ws.col.Protocol"]
        rows = shown("quoted", write, names)
        self.assertTrue(rows[1][0][0].endswith("icmp:ip:udp:enet"), rows[1])
        self.assertEqual([row[1] for row in rows], [["1"], ["1"], ["2"]])
        self.assertFalse(any(row[2] for row in rows))
        self.assertEqual([row[3][0] for row in rows], ["ENet", "ICMP", "ENet"])


class Statistics(unittest.TestCase):
    def test_tree(self):
        def write(talk):
            talk.handshake()
            talk.send(True, enet.reliable(1, 1, b"12345"), enet.unreliable(0, 1, b"1"))
            talk.send(True, enet.reliable(1, 1, b"12345"))

        output = harness.run("-q", "-z", "enet,tree", capture=written("statistics", write)).stdout.decode()
        counts = {line[:60].strip(): line.split() for line in output.splitlines() if line}
        for name, count in {"Send reliable": 2, "Connect": 1, "Ping": 0, "Channel 1": 2, "Datagrams by compression": 5,
                            "Retransmissions by channel": 1}.items():  # fmt: skip
            row = next((cells for title, cells in counts.items() if title.startswith(name + "  ") or title.split("  ")[0] == name), None)
            number = 0 if row is None else int(row[len(name.split())])
            self.assertEqual(number, count, name)


if __name__ == "__main__":
    unittest.main()
