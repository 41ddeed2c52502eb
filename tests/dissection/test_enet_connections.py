# SPDX-License-Identifier: MIT
"""Connections: their streams and numbers, captures begun late, checksums, time-outs, and sequence numbers that wrap
around."""

import struct
import unittest

import enet_lab as lab
import harness
from enet_lab import LINKS, enet

UNEXPECTED = ("retransmission", "duplicate", "out_of_order", "lost_command", "duplicate_ack", "ack_unseen", "overtaken",
              "timeout", "window_full")  # fmt: skip


def records(path):
    """The file's header, and its packets with their headers."""
    content = path.read_bytes()
    found, at = [], 24
    while at < len(content):
        size = struct.unpack_from("<I", content, at + 8)[0]
        found.append(content[at : at + 16 + size])
        at += 16 + size
    return content[:24], found


def written(name, header, packets):
    path = harness.workshop().folder / f"{name}.pcap"
    path.write_bytes(header + b"".join(packets))
    path.chmod(0o644)
    return path


def frames(capture, display_filter, *options, two_passes=True):
    rows = harness.fields(capture, ["frame.number"], *options, display_filter=display_filter, two_passes=two_passes)
    return [int(row[0][0]) for row in rows]


def expected_streams(datagrams):
    """A stream for each connect id of each client, numbered in the order of their first datagrams."""
    streams, current, found = {}, {}, []
    for datagram in datagrams:
        client = datagram.source if lab.to_server(datagram) else datagram.target
        for command in datagram.commands:
            if command.number == enet.CONNECT:
                current[client] = streams.setdefault((client, command["connect_id"]), len(streams))
        found.append(current[client])
    return found


class FromTheSamePort(unittest.TestCase):
    def lost(self, capture):
        done = harness.run("-2", "-q", "-z", "enet,streams,csv", capture=capture)
        found = {}
        for row in harness.csv_rows(done.stdout.decode()):
            found.setdefault(int(row["stream"]), set()).add(row["lost"])
        return found

    def test_a_client_that_did_not_close_its_last_connection(self):
        """The server of a real game went on sending for a killed client, to the port that the next one had, too."""
        capture = LINKS / "godot-4.6" / "reconnect.pcap"
        datagrams = lab.recorded(capture)
        numbers = [[command.number for command in datagram.commands] for datagram in datagrams]
        left = next(i for i, commands in enumerate(numbers) if enet.DISCONNECT in commands)
        back = next(i for i, commands in enumerate(numbers) if i > left and enet.CONNECT in commands)
        header, packets = records(capture)
        self.assertEqual(len(packets), len(datagrams))
        killed = written("killed", header, packets[:left] + packets[back:])
        mixed = "not known: the client was here before, from the same port"
        for lost in self.lost(capture).values():
            self.assertFalse([text for text in lost if text.startswith(mixed)])
        found = self.lost(killed)
        self.assertEqual(set(found), {0, 1, 2})
        for stream, lost in found.items():
            self.assertEqual([text.startswith(mixed) for text in lost], [True] if stream == 1 else [False] * len(lost))


class Connections(unittest.TestCase):
    LATE = ("godot-4.6/none", "godot-4.6/range_coder", "godot-4.6/fastlz", "godot-4.6/zlib", "godot-4.6/zstd",
            "godot-3.6/range_coder", "libenet/crc32", "godot-4.6/lossy_server")  # fmt: skip
    FIELDS = ("connect_id", "data", "channel_count", "mtu", "client_peer_id", "server_peer_id")

    def test_streams_and_handshakes(self):
        """Each datagram has its connection, with the values that both ends sent in the handshake."""
        several = {"godot-4.6/reconnect": 3, "godot-3.6/reconnect": 3, "libenet/reconnect": 3,
                   "libenet/crc32_range_coder": 3}  # fmt: skip
        for capture in lab.captures():
            datagrams = lab.recorded(capture)
            streams = expected_streams(datagrams)
            self.assertEqual(len(set(streams)), several.get(lab.name_of(capture), 1), capture)
            wanted = {}
            for datagram, stream in zip(datagrams, streams):
                for command in datagram.commands:
                    if command.number == enet.CONNECT:
                        wanted.setdefault(stream, {"stream": stream}).update(
                            connect_id=command["connect_id"], data=command["connect.data"],
                            client_peer_id=command["outgoing_peer_id"])  # fmt: skip
                    if command.number == enet.VERIFY_CONNECT:
                        wanted[stream].update(channel_count=command["channel_count"], mtu=command["mtu"],
                                              server_peer_id=command["outgoing_peer_id"])  # fmt: skip
            names = ["enet.stream", *(f"enet.connection.{field}" for field in self.FIELDS)]
            rows = harness.fields(capture, names)
            for datagram, stream, row in zip(datagrams, streams, rows):
                found = {field: lab.number(cell[0]) for field, cell in zip(("stream", *self.FIELDS), row) if cell}
                self.assertEqual(found, wanted[stream], f"{capture} frame {datagram.frame}")

    def test_streams_in_one_pass(self):
        for name in ("godot-4.6/reconnect", "godot-3.6/reconnect", "libenet/reconnect", "libenet/crc32_range_coder"):
            capture = LINKS / f"{name}.pcap"
            rows = harness.fields(capture, ["enet.stream"], two_passes=False)
            wanted = [[str(stream)] for stream in expected_streams(lab.recorded(capture))]
            self.assertEqual([row[0] for row in rows], wanted, capture)

    def test_late(self):
        """Without its first 25 datagrams a capture gives the same results for the others."""
        for name in self.LATE:
            capture = LINKS / f"{name}.pcap"
            header, packets = records(capture)
            late = written(name.replace("/", "_") + "_late", header, packets[25:])
            rest = lab.recorded(capture)[25:]
            names = ["enet.command", "enet.compression", "enet.stream", "enet.analysis.missing"]
            rows = harness.fields(late, names, *harness.without_rival())
            commands = [[str(command.number) for command in datagram.commands] for datagram in rest]
            self.assertEqual([row[0] for row in rows], commands, name)
            self.assertEqual([row[1] for row in rows], [[datagram.compression] for datagram in rest], name)
            self.assertEqual({tuple(row[2]) for row in rows}, {("0",)}, name)
            missed = set(range(1, len(rest) + 1)) - set(frames(late, "enet", *harness.without_rival(), two_passes=False))
            self.assertLessEqual(missed, {1, 2, 3}, name)
            if not lab.is_lossy(capture):
                self.assertEqual([row[3] for row in rows if row[3]], [], name)

    def test_good_links_are_quiet(self):
        for capture in lab.captures():
            if not lab.is_lossy(capture) and "silent" not in capture.stem:
                wrong = [f"enet.analysis.{event}" for event in ("duplicate", "out_of_order", "overtaken", "timeout",
                                                               "duplicate_ack", "ack_unseen")]  # fmt: skip
                self.assertEqual(frames(capture, " || ".join([*wrong, "enet.malformed", "!enet"])), [], capture)

    def test_checksums(self):
        for name in ("crc32", "crc32_range_coder"):
            capture = LINKS / f"libenet/{name}.pcap"
            every = [datagram.frame for datagram in lab.recorded(capture)]
            self.assertEqual(frames(capture, "enet.checksum.status == 1"), every)
            self.assertEqual(frames(capture, "enet.checksum.bad"), [])
        capture = LINKS / "libenet/crc32.pcap"
        header, packets = records(capture)
        broken = next(it for it in lab.recorded(capture)[30:] if any(command.payload for command in it.commands))
        packets[broken.frame - 1] = packets[broken.frame - 1][:-1] + bytes([packets[broken.frame - 1][-1] ^ 1])
        damaged = written("crc32_damaged", header, packets)
        self.assertEqual(frames(damaged, "enet.checksum.bad"), [broken.frame])
        self.assertEqual(frames(LINKS / "godot-4.6/none.pcap", "enet.checksum"), [])

    def test_preferences(self):
        capture = LINKS / "godot-4.6/range_coder.pcap"
        self.assertGreater(len(frames(capture, "enet.analysis.acks_frame")), 10)
        self.assertEqual(frames(capture, "enet.analysis", "-o", "enet.track_sequence:FALSE"), [])
        compressed = [it.frame for it in lab.recorded(capture) if it.compressed]
        without = frames(capture, "enet && !enet.command", "-o", "enet.decompress:FALSE")
        self.assertEqual(without, compressed)
        capture = LINKS / "godot-4.6/fragments.pcap"
        self.assertEqual(len(frames(capture, "enet.reassembled.length == 102400")), 2)
        self.assertEqual(frames(capture, "enet.reassembled.length", "-o", "enet.reassemble:FALSE"), [])

    def test_timeout(self):
        """The last transmission to a client that was killed, and no earlier one."""
        for name in ("godot-4.6/silent", "libenet/silent"):
            capture = LINKS / f"{name}.pcap"
            numbered = [it.frame for it in lab.recorded(capture) if any(command.is_numbered for command in it.commands)]
            self.assertEqual(frames(capture, "enet.analysis.timeout"), [numbered[-1]], name)
            self.assertGreater(len(frames(capture, "enet.analysis.rto")), 4)


class Wrap(unittest.TestCase):
    """66,000 reliable, unreliable and unsequenced messages each, all acknowledged: made here; no expert information is
    right."""

    EACH = 8  # messages of a kind in a datagram

    def exchange(self, capture):
        pair = harness.pcapwriter.UdpPair(capture, lab.SERVER_PORT + 10, lab.SERVER_PORT)
        limits = struct.pack(">IIIIIIII", 1392, 65536, 3, 0, 0, 5000, 2, 2) + b"\1\2\3\4"
        pair.c2s(struct.pack(">HHBBHHBB", 0x8FFF, 1, 0x82, 255, 1, 0, 255, 255) + limits + bytes(4))
        pair.s2c(struct.pack(">HHBBHHBB", 0x8000, 20, 0x83, 255, 1, 0, 0, 0) + limits)
        pair.c2s(struct.pack(">HBBHHH", 0, 1, 255, 1, 1, 20))
        epoch = unreliable = 0
        for first in range(1, 66001, self.EACH):
            now = first * 3 & 0xFFFF
            sent, acked = struct.pack(">HH", 0x8000, now), struct.pack(">H", 0)
            for number in range(first, first + self.EACH):
                sent += struct.pack(">BBHHB", 0x86, 0, number & 0xFFFF, 1, 7)
                sent += struct.pack(">BBHHHB", 0x49, 1, 0, number & 0xFFFF, 1, 8)
                acked += struct.pack(">BBHHH", 1, 0, number & 0xFFFF, number & 0xFFFF, now)
                if unreliable == 0xFFFF:  # the next unreliable number would wrap around: this message is reliable
                    epoch, unreliable = epoch + 1, 0
                    sent += struct.pack(">BBHHB", 0x86, 2, epoch, 1, 9)
                    acked += struct.pack(">BBHHH", 1, 2, epoch, epoch, now)
                else:
                    unreliable += 1
                    sent += struct.pack(">BBHHHB", 7, 2, epoch, unreliable, 1, 9)
            pair.c2s(sent)
            pair.s2c(acked)
        return capture.packets

    def test_nothing_is_wrong(self):
        path = harness.workshop().folder / "wrap.pcap"
        with harness.pcapwriter.Capture(path, step=0.001) as capture:
            count = self.exchange(capture)
        path.chmod(0o644)
        asked = ["enet", "enet.analysis.acked_in_frame", "enet.analysis.acks_frame", "enet.malformed"]
        asked += [f"enet.analysis.{event}" for event in UNEXPECTED]
        output = harness.run("-2", "-q", "-z", ",".join(["io,stat,0", *asked]), capture=path).stdout.decode()
        (row,) = [line for line in output.splitlines() if "<>" in line and "Interval" not in line]
        found = dict(zip(asked, (int(cell) for cell in row.split("|")[2:-1:2])))
        exchanges = (count - 3) // 2
        self.assertEqual(found.pop("enet"), count)
        self.assertEqual(found.pop("enet.analysis.acked_in_frame"), exchanges + 2)  # the handshake's are counted, too
        self.assertEqual(found.pop("enet.analysis.acks_frame"), exchanges + 2)
        self.assertEqual({name: number for name, number in found.items() if number}, {})


if __name__ == "__main__":
    unittest.main()
