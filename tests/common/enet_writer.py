# SPDX-License-Identifier: MIT
"""Writes ENet datagrams that engines do not send on demand: malformed ones, and conversations of many kinds."""

import struct
import zlib

CONNECTION = 0xFF
NO_PEER = 0xFFF
COMPRESSED, HAS_SENT_TIME = 0x4000, 0x8000
ACKNOWLEDGED, UNSEQUENCED = 0x80, 0x40


def command(number, channel, sequence, body=b""):
    return struct.pack(">BBH", number, channel, sequence) + body


def acknowledge(channel, sequence, sent_time):
    return command(1, channel, sequence, struct.pack(">HH", sequence, sent_time))


def connect(connect_id=0x01020304, data=0, peer_id=0, channels=2, sessions=(0xFF, 0xFF), mtu=1392, window=65536):
    head = struct.pack(">HBB8I", peer_id, *sessions, mtu, window, channels, 0, 0, 5000, 2, 2)
    return command(2 | ACKNOWLEDGED, CONNECTION, 1, head + struct.pack(">II", connect_id, data))


def verify(connect_id=0x01020304, peer_id=0, channels=2, sessions=(0, 0), mtu=1392, window=65536):
    head = struct.pack(">HBB8I", peer_id, *sessions, mtu, window, channels, 0, 0, 5000, 2, 2)
    return command(3 | ACKNOWLEDGED, CONNECTION, 1, head + struct.pack(">I", connect_id))


def disconnect(sequence=9, data=0):
    return command(4 | ACKNOWLEDGED, CONNECTION, sequence, struct.pack(">I", data))


def ping(sequence=2):
    return command(5 | ACKNOWLEDGED, CONNECTION, sequence)


def reliable(channel, sequence, payload):
    return command(6 | ACKNOWLEDGED, channel, sequence, struct.pack(">H", len(payload)) + payload)


def unreliable(channel, sequence, payload, after=0):
    return command(7, channel, after, struct.pack(">HH", sequence, len(payload)) + payload)


def unsequenced(channel, group, payload):
    return command(9 | UNSEQUENCED, channel, 0, struct.pack(">HH", group, len(payload)) + payload)


def bandwidth(sequence, incoming, outgoing):
    return command(10 | ACKNOWLEDGED, CONNECTION, sequence, struct.pack(">II", incoming, outgoing))


def fragment(channel, start, number, count, total, offset, payload, after=None):
    """A reliable fragment, or an unreliable one `after` a reliable number."""
    body = struct.pack(">HHIIII", start, len(payload), count, number, total, offset) + payload
    if after is not None:
        return command(12, channel, after, body)
    return command(8 | ACKNOWLEDGED, channel, (start + number) & 0xFFFF, body)


def fragments(channel, start, message, size, after=None):
    pieces = [message[at : at + size] for at in range(0, len(message), size)]
    return [
        fragment(channel, start, number, len(pieces), len(message), number * size, piece, after)
        for number, piece in enumerate(pieces)
    ]


def datagram(*commands, peer=0, session=0, time=0, connect_id=None, compress=None):
    """A datagram; with a checksum if a connect id is given."""
    body = b"".join(commands)
    asks = any(part[0] & ACKNOWLEDGED for part in commands)
    word = peer | session << 12 | (HAS_SENT_TIME if asks else 0) | (COMPRESSED if compress else 0)
    head = struct.pack(">HH", word, time & 0xFFFF) if asks else struct.pack(">H", word)
    if connect_id is not None:
        head += struct.pack(">I", zlib.crc32(head + struct.pack(">I", connect_id) + body))
    return head + (compress(body) if compress else body)


class Talk:
    """Two ends whose datagrams are written into a capture, with a clock."""

    def __init__(self, capture, client=24681, server=24680):
        self.capture, self.client, self.server, self.time = capture, client, server, 100

    def send(self, to_server, *commands, **how):
        self.time += 10
        how.setdefault("time", self.time)
        self.raw(to_server, datagram(*commands, **how))

    def raw(self, to_server, payload):
        ports = (self.client, self.server) if to_server else (self.server, self.client)
        self.capture.udp(*ports, payload)

    def handshake(self, sessions=(0, 0), server_peer=0, client_peer=0, before=(0xFF, 0xFF), **how):
        connect_id = how.setdefault("connect_id", 0x01020304)
        data = how.pop("data", 0)
        self.send(True, connect(data=data, peer_id=client_peer, sessions=before, **how), peer=NO_PEER)
        self.send(False, verify(peer_id=server_peer, sessions=sessions, **how), peer=client_peer, session=sessions[0])
        self.send(True, acknowledge(CONNECTION, 1, self.time), peer=server_peer, session=sessions[1])
        return connect_id
