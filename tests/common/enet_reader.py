# SPDX-License-Identifier: MIT
"""Parses captures of ENet independently and as simply as possible: tests compare the plugin's output with it.

The libraries that ENet programs use decompress: zlib, libzstd, libenet; FastLZ is a few lines here.
"""

import ctypes
import ctypes.util
import functools
import struct
import zlib
from dataclasses import dataclass, field

CONNECTION = 0xFF
ACKNOWLEDGE, CONNECT, VERIFY_CONNECT, DISCONNECT, PING, RELIABLE, UNRELIABLE, FRAGMENT, UNSEQUENCED = range(1, 10)
BANDWIDTH_LIMIT, THROTTLE_CONFIGURE, UNRELIABLE_FRAGMENT = range(10, 13)
NODES = [
    None, "acknowledge", "connect", "verify_connect", "disconnect", "ping", "send_reliable", "send_unreliable",
    "send_fragment", "send_unsequenced", "bandwidth_limit", "throttle_configure", "send_unreliable_fragment",
]  # fmt: skip
WITH_PAYLOAD = {RELIABLE, UNRELIABLE, FRAGMENT, UNSEQUENCED, UNRELIABLE_FRAGMENT}

_CONNECT = (
    "outgoing_peer_id:2 incoming_session_id:1 outgoing_session_id:1 mtu:4 window_size:4 channel_count:4 "
    "incoming_bandwidth:4 outgoing_bandwidth:4 throttle.interval:4 throttle.acceleration:4 throttle.deceleration:4 "
    "connect_id:4"
)
_FRAGMENT = (
    "fragment.start_sequence:2 data.length:2 fragment.count:4 fragment.number:4 fragment.total_length:4 "
    "fragment.offset:4"
)
# The fields after the four bytes that all commands share.
PARTS = {
    ACKNOWLEDGE: "acknowledge.reliable_sequence:2 acknowledge.sent_time:2",
    CONNECT: _CONNECT + " connect.data:4",
    VERIFY_CONNECT: _CONNECT,
    DISCONNECT: "disconnect.data:4",
    PING: "",
    RELIABLE: "data.length:2",
    UNRELIABLE: "unreliable_sequence:2 data.length:2",
    FRAGMENT: _FRAGMENT,
    UNSEQUENCED: "unsequenced_group:2 data.length:2",
    BANDWIDTH_LIMIT: "incoming_bandwidth:4 outgoing_bandwidth:4",
    THROTTLE_CONFIGURE: "throttle.interval:4 throttle.acceleration:4 throttle.deceleration:4",
    UNRELIABLE_FRAGMENT: _FRAGMENT,
}


@dataclass
class Part:
    name: str  # without "enet."
    offset: int  # in the buffer that holds the commands
    length: int
    value: int


@dataclass
class Command:
    number: int
    flags: int
    channel: int
    sequence: int
    offset: int
    parts: list = field(default_factory=list)
    payload: bytes = b""

    def __getitem__(self, name):
        return next(part.value for part in self.parts if part.name == name)

    @property
    def end(self):
        last = self.parts[-1]
        return last.offset + last.length + len(self.payload)

    @property
    def is_numbered(self):
        """True if the command has its own reliable sequence number."""
        return self.number in (CONNECT, VERIFY_CONNECT, DISCONNECT, PING, RELIABLE, FRAGMENT, BANDWIDTH_LIMIT,
                               THROTTLE_CONFIGURE)  # fmt: skip


@dataclass
class Datagram:
    frame: int
    time: int  # nanoseconds
    source: tuple  # address, port
    target: tuple
    payload: bytes
    offset: int  # of the payload in the frame
    peer_word: int = 0
    sent_time: int = None
    checksum: int = None
    header: int = 0  # bytes of it
    compression: str = "none"
    commands: list = field(default_factory=list)

    @property
    def peer_id(self):
        return self.peer_word & 0xFFF

    @property
    def session_id(self):
        return self.peer_word >> 12 & 3

    @property
    def compressed(self):
        return bool(self.peer_word & 0x4000)


def udp(path):
    """The datagrams of a capture of Ethernet, IPv4 or IPv6 without options."""
    content = path.read_bytes()
    scale = {0xA1B2C3D4: 1000, 0xA1B23C4D: 1}[struct.unpack_from("<I", content)[0]]
    at, frame = 24, 0
    while at < len(content):
        seconds, fraction, size = struct.unpack_from("<III", content, at)
        packet = content[at + 16 : at + 16 + size]
        at += 16 + size
        frame += 1
        kind = struct.unpack_from(">H", packet, 12)[0]
        if kind == 0x0800 and packet[23] == 17:
            source, target, header = packet[26:30], packet[30:34], 34
        elif kind == 0x86DD and packet[20] == 17:
            source, target, header = packet[22:38], packet[38:54], 54
        else:
            continue
        ports = struct.unpack_from(">HHH", packet, header)
        payload = packet[header + 8 : header + ports[2]]
        time = seconds * 1_000_000_000 + fraction * scale
        yield Datagram(frame, time, (source, ports[0]), (target, ports[1]), payload, header + 8)


def fastlz(packed, limit=4096):
    """Decompresses FastLZ, level 1."""
    out, at, control = bytearray(), 1, packed[0] & 31
    while len(out) < limit:
        if control < 32:
            out += packed[at : at + control + 1]
            at += control + 1
        else:
            length, distance = control >> 5, (control & 31) << 8
            if length == 7:
                length += packed[at]
                at += 1
            distance += packed[at] + 1
            at += 1
            for _ in range(length + 2):
                out.append(out[-distance])
        if at > len(packed) - 2:
            break
        control = packed[at]
        at += 1
    return bytes(out)


@functools.cache
def library(name):
    path = ctypes.util.find_library(name)
    if path is None:
        raise RuntimeError(f"lib{name} is not installed")
    return ctypes.CDLL(path)


def zstd(packed, limit=4096):
    plain = ctypes.create_string_buffer(limit)
    decompress = library("zstd").ZSTD_decompress
    decompress.restype = ctypes.c_size_t
    size = decompress(plain, ctypes.c_size_t(limit), packed, ctypes.c_size_t(len(packed)))
    if size > limit:
        raise ValueError("no zstd")
    return plain.raw[:size]


@functools.cache
def _range_coder():
    create = library("enet").enet_range_coder_create
    create.restype = ctypes.c_void_p
    return create()


def range_coder(packed, limit=4096):
    plain = ctypes.create_string_buffer(limit)
    decompress = library("enet").enet_range_coder_decompress
    decompress.restype = ctypes.c_size_t
    size = decompress(ctypes.c_void_p(_range_coder()), packed, ctypes.c_size_t(len(packed)), plain,
                      ctypes.c_size_t(limit))  # fmt: skip
    if size == 0:
        raise ValueError("no range coder")
    return plain.raw[:size]


DECOMPRESS = {"zlib": zlib.decompress, "zstd": zstd, "fastlz": fastlz, "range-coder": range_coder}


def commands(body, at=0, padded=False):
    """The commands in the bytes from `at` on."""
    found = []
    while at < len(body):
        if padded and not body[at]:
            if any(body[at:]):
                raise ValueError("padding that is not zero")
            break
        byte, channel, sequence = struct.unpack_from(">BBH", body, at)
        command = Command(byte & 15, byte & 0xC0, channel, sequence, at)
        command.parts = [
            Part("command", at, 1, byte & 15),
            Part("channel", at + 1, 1, channel),
            Part("reliable_sequence", at + 2, 2, sequence),
        ]
        at += 4
        for part in PARTS[command.number].split():
            name, width = part.split(":")
            value = int.from_bytes(body[at : at + int(width)], "big")
            command.parts.append(Part(name, at, int(width), value))
            at += int(width)
        if command.number in WITH_PAYLOAD:
            length = command["data.length"]
            command.payload = body[at : at + length]
            at += length
        if at > len(body):
            raise ValueError("a command is cut")
        found.append(command)
    return found


def read(path, compression="none", checksum=False):
    """The datagrams of a capture with their commands; `compression` is the method of its programs."""
    found = []
    for datagram in udp(path):
        payload = datagram.payload
        datagram.peer_word = struct.unpack_from(">H", payload)[0]
        datagram.header = 2
        if datagram.peer_word & 0x8000:
            datagram.sent_time = struct.unpack_from(">H", payload, 2)[0]
            datagram.header = 4
        if checksum:
            datagram.checksum = struct.unpack_from(">I", payload, datagram.header)[0]
            datagram.header += 4
        if datagram.compressed:
            datagram.compression = compression
            body = DECOMPRESS[compression](payload[datagram.header :])
            datagram.commands = commands(body, 0, compression == "fastlz")
        else:
            datagram.commands = commands(payload, datagram.header)
        found.append(datagram)
    return found
