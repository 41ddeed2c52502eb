# SPDX-License-Identifier: MIT
"""Writes classic pcap files with synthetic Ethernet/IPv4/UDP or TCP over 127.0.0.1.

The output depends only on the arguments: the clock starts at a fixed time and advances by fixed steps, so a script
that uses this module writes the same bytes on every run.
"""

import struct

LOOPBACK = bytes([127, 0, 0, 1])
ETHERNET_HEADER = bytes(12) + b"\x08\x00"  # as Linux shows the loopback interface: zero addresses, IPv4
UDP, TCP = 17, 6
FIN, SYN, PSH, ACK = 0x01, 0x02, 0x08, 0x10
LARGEST_SEGMENT = 1448  # bytes of a TCP segment here


def checksum(data):
    """The Internet checksum (RFC 1071)."""
    if len(data) % 2:
        data += b"\0"
    total = sum(struct.unpack(f">{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def pseudo_header(protocol, length):
    return LOOPBACK + LOOPBACK + struct.pack(">BBH", 0, protocol, length)


class Capture:
    """One pcap file in the making. Use as a context manager."""

    def __init__(self, path, start=1_750_000_000.0, step=0.01):
        self.path = path
        self.now_us = int(start * 1_000_000)
        self.step_us = int(step * 1_000_000)
        self.packets = 0
        self.ip_id = 0

    def __enter__(self):
        self.file = open(self.path, "wb")
        self.file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 262144, 1))
        return self

    def __exit__(self, *_):
        self.file.close()

    def wait(self, seconds):
        self.now_us += int(seconds * 1_000_000)

    def _ipv4(self, protocol, segment):
        self.ip_id = (self.ip_id + 1) & 0xFFFF
        head = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(segment), self.ip_id, 0x4000, 64, protocol, 0)
        head += LOOPBACK + LOOPBACK
        head = head[:10] + struct.pack(">H", checksum(head)) + head[12:]
        frame = ETHERNET_HEADER + head + segment
        self.file.write(struct.pack("<IIII", self.now_us // 1_000_000, self.now_us % 1_000_000, len(frame), len(frame)))
        self.file.write(frame)
        self.now_us += self.step_us
        self.packets += 1

    def udp(self, source, destination, payload):
        head = struct.pack(">HHHH", source, destination, 8 + len(payload), 0)
        value = checksum(pseudo_header(UDP, 8 + len(payload)) + head + payload) or 0xFFFF
        self._ipv4(UDP, head[:6] + struct.pack(">H", value) + payload)

    def tcp(self, source, destination, sequence, acknowledged, flags, payload=b""):
        head = struct.pack(">HHIIBBHHH", source, destination, sequence & 0xFFFFFFFF, acknowledged & 0xFFFFFFFF,
                           5 << 4, flags, 65535, 0, 0)
        value = checksum(pseudo_header(TCP, len(head) + len(payload)) + head + payload)
        self._ipv4(TCP, head[:16] + struct.pack(">H", value) + head[18:] + payload)


class UdpPair:
    """A client and a server that exchange datagrams."""

    def __init__(self, capture, client, server):
        self.capture, self.client, self.server = capture, client, server

    def c2s(self, payload):
        self.capture.udp(self.client, self.server, payload)

    def s2c(self, payload):
        self.capture.udp(self.server, self.client, payload)

    def send(self, to_server, payload):
        (self.c2s if to_server else self.s2c)(payload)


class TcpConnection:
    """A TCP connection with handshake, data in both directions and an orderly end."""

    def __init__(self, capture, client, server):
        self.capture = capture
        self.ports = {"c2s": (client, server), "s2c": (server, client)}
        self.sequence = {"c2s": 1000 + client, "s2c": 5000 + server}
        self._segment("c2s", SYN, counts=1, with_ack=False)
        self._segment("s2c", SYN | ACK, counts=1)
        self._segment("c2s", ACK)

    def _segment(self, direction, flags, payload=b"", counts=0, with_ack=True):
        other = "s2c" if direction == "c2s" else "c2s"
        acknowledged = self.sequence[other] if with_ack else 0
        self.capture.tcp(*self.ports[direction], self.sequence[direction], acknowledged, flags, payload)
        self.sequence[direction] += len(payload) + counts

    def _send(self, direction, data, size):
        other = "s2c" if direction == "c2s" else "c2s"
        for at in range(0, len(data), size):
            self._segment(direction, PSH | ACK, data[at:at + size])
        self._segment(other, ACK)

    def c2s(self, data, size=LARGEST_SEGMENT):
        self._send("c2s", data, size)

    def s2c(self, data, size=LARGEST_SEGMENT):
        self._send("s2c", data, size)

    def send(self, to_server, data, size=LARGEST_SEGMENT):
        (self.c2s if to_server else self.s2c)(data, size)

    def close(self):
        self._segment("c2s", FIN | ACK, counts=1)
        self._segment("s2c", FIN | ACK, counts=1)
        self._segment("c2s", ACK)
