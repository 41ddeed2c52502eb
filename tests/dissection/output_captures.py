# SPDX-License-Identifier: MIT
"""Captures whose output is compared between two programs, and the damage done to each."""

import functools
import struct

import harness

# Small captures of real games that together use every part of the plugin: name, capture, project for names. Netfox's
# packed values are left out: their sines and cosines differ in the last bit between C libraries.
CAPTURES = (
    ("values_udp", "godot-4.6/variants_udp.pcap", None),
    ("values_tcp", "godot-3.6/begun_tcp.pcap", None),
    ("objects", "godot-3.6/object_udp.pcap", None),
    ("calls", "multiplayer/godot-4.6/calls_enet.pcap", "multiplayer4"),
    ("calls_of_3", "multiplayer/godot-3.6/calls_enet.pcap", "multiplayer3"),
    ("spawns", "multiplayer/godot-4.6/replication_enet.pcap", "multiplayer4"),
    ("authentication", "multiplayer/godot-4.6/auth_enet.pcap", None),
    ("range_coder", "multiplayer/godot-4.6/peers_enet_range_coder.pcap", "multiplayer4"),
    ("zstd", "links/godot-4.6/zstd.pcap", None),
    ("zlib", "links/godot-4.6/zlib.pcap", None),
    ("fastlz", "links/godot-4.6/fastlz.pcap", None),
    ("ipv6", "links/godot-4.6/ipv6.pcap", None),
    ("problems", "problems/godot-4.6/trouble_enet.pcap", "problems4"),
    ("problems_websocket", "problems/godot-4.6/apart_websocket.pcap", "problems4"),
    ("debugger", "debugger/godot-4.6/session.pcap", "debugger4"),
    ("files", "files/godot-4.6/remote.pcap", None),
    ("netfox", "netfox/large.pcap", None),
    ("mirror", "mirror/peers_websocket.green.pcapng", "mirror4"),
    ("no_godot", "noise/enet_like.pcap", None),
)

GLOBAL, FRAME = struct.Struct("<IHHiIII"), struct.Struct("<IIII")
ETHERNET, IPV4, UDP = 1, b"\x08\x00", 17
MOST = 90


def frames_of(data):
    """Where each frame of a capture in the old format has its header, and where it ends."""
    at = GLOBAL.size
    while at < len(data):
        end = at + FRAME.size + FRAME.unpack_from(data, at)[2]
        yield at, end
        at = end


def snapped(data):
    """As `tcpdump -s 90` captures: longer frames are cut."""
    out = [data[: GLOBAL.size]]
    for at, end in frames_of(data):
        seconds, rest, there, whole = FRAME.unpack_from(data, at)
        there = min(there, MOST)
        out.append(FRAME.pack(seconds, rest, there, whole) + data[at + FRAME.size : at + FRAME.size + there])
    return b"".join(out)


def halved(data):
    """Every other datagram ends after half of its bytes, with matching lengths in its headers, so that reading runs
    past the end of the packet. None for captures without UDP over IPv4 in Ethernet."""
    out, count = [data[: GLOBAL.size]], 0
    for number, (at, end) in enumerate(frames_of(data)):
        frame = bytearray(data[at + FRAME.size : end])
        if number % 2 and frame[12:14] == IPV4 and frame[14] == 0x45 and frame[23] == UDP:
            body = struct.unpack_from(">H", frame, 38)[0] - 8
            body -= body // 2
            struct.pack_into(">H", frame, 16, 28 + body)
            struct.pack_into(">H", frame, 38, 8 + body)
            del frame[42 + body :]
            count += 1
        out.append(FRAME.pack(*FRAME.unpack_from(data, at)[:2], len(frame), len(frame)) + frame)
    return b"".join(out) if count and GLOBAL.unpack_from(data)[6] == ETHERNET else None


def torn(data):
    """The file ends within a frame, as after the capture program was killed."""
    *_, (_, end) = frames_of(data)
    return data[: end - 10]


DAMAGES = {"whole": lambda data: data, "snapped": snapped, "halved": halved, "torn": torn}


@functools.cache
def in_old_format(capture):
    return harness.in_old_format(harness.PCAPS / capture).read_bytes()


def damaged(name, capture, damage):
    """A file with the damaged capture, or None."""
    data = DAMAGES[damage](in_old_format(capture))
    if data is None:
        return None
    path = harness.workshop().folder / f"{name}.{damage}.pcap"
    path.write_bytes(data)
    path.chmod(0o644)
    return path
