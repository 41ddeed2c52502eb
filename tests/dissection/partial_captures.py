# SPDX-License-Identifier: MIT
"""Captures that lack something, made from whole ones: cut packets, missing frames, one half, one direction; or that have
too much: each frame twice, two captures in one; or whose directions have different clocks. Of Ethernet or of IP alone; of
captures in the format pcapng, which may have other links, only what needs no addresses."""

import gzip
import random
import struct
from collections import Counter

import harness
from odd_captures import ETHERNET, HEADER

FILE_HEADER = 24
IPV4, IPV6 = 0x0800, 0x86DD
RAW_IP = 101
ETHERNET_HEADER = 14
PCAPNG = b"\x0a\x0d\x0d\x0a"
PACKET_BLOCK = 6
PACKET_HEADER = struct.Struct("<7I")


def bytes_of(capture):
    data = capture.read_bytes()
    return gzip.decompress(data) if capture.suffix == ".gz" else data


def read(capture):
    """The frames: their seconds, the rest of the time, length on the wire and bytes."""
    data, at, frames = bytes_of(capture), FILE_HEADER, []
    assert struct.unpack_from("<I", data, 20)[0] in (ETHERNET, RAW_IP), capture
    while at < len(data):
        seconds, rest, size, length = HEADER.unpack_from(data, at)
        frames.append((seconds, rest, length, data[at + HEADER.size : at + HEADER.size + size]))
        at += HEADER.size + size
    return data[:FILE_HEADER], frames


def write(name, header, frames):
    path = harness.workshop().folder / f"partial_{name}.pcap"
    with open(path, "wb") as file:
        file.write(header)
        for seconds, rest, length, data in frames:
            file.write(HEADER.pack(seconds, rest, len(data), length) + data)
    path.chmod(0o644)
    return path


def missing(frames, share, seed):
    """As by a dumpcap that was too slow."""
    source = random.Random(seed)
    return [frame for frame in frames if source.random() >= share]


def first_half(frames):
    return frames[: len(frames) // 2]


def second_half(frames):
    return frames[len(frames) // 2 :]


def ends(frame, link=ETHERNET):
    """Source and destination, each an address and a port; empty without ports."""
    data = frame[3]
    begin = ETHERNET_HEADER if link == ETHERNET else 0
    if link == ETHERNET and struct.unpack_from(">H", data, 12)[0] not in (IPV4, IPV6):
        return ()
    is_4 = data[begin] >> 4 == 4
    addresses = begin + (12 if is_4 else 8)
    ports = begin + ((data[begin] & 15) * 4 if is_4 else 40)
    if len(data) < ports + 4:
        return ()
    size = 4 if is_4 else 16
    source = (data[addresses : addresses + size], data[ports : ports + 2])
    return source, (data[addresses + size : addresses + 2 * size], data[ports + 2 : ports + 4])


def direction(frames, to_server, link=ETHERNET):
    """What the end with the most frames, the server, gets, or what it sends."""
    counts = Counter(end for frame in frames for end in ends(frame, link))
    server = counts.most_common(1)[0][0]
    return [frame for frame in frames if ends(frame, link) and ends(frame, link)[1 if to_server else 0] == server]


def hole(frames):
    """Without its middle third."""
    return frames[: len(frames) // 3] + frames[2 * len(frames) // 3 :]


def by_two_clocks(frames, milliseconds, link=ETHERNET):
    """As by mergecap, of what each end sends: the clock of the clients' machine is behind."""
    to_server = {id(frame) for frame in direction(frames, True, link)}

    def micros(frame):
        return frame[0] * 1_000_000 + frame[1] - (1000 * milliseconds if id(frame) in to_server else 0)

    return [(*divmod(micros(frame), 1_000_000), *frame[2:]) for frame in sorted(frames, key=micros)]


def doubled(frames):
    """As by a capture of two interfaces that a packet passes."""
    return [frame for frame in frames for _ in range(2)]


def elsewhere(frames, seconds):
    """As if other machines had sent them, from this second on."""
    begin = frames[0][0]
    for second, rest, length, data in frames:
        data = bytearray(data)
        if struct.unpack_from(">H", data, 12)[0] == IPV4:
            data[27] ^= 77
            data[31] ^= 77
        else:
            data[36] ^= 77
            data[52] ^= 77
        yield second - begin + seconds, rest, length, bytes(data)


def merged(frames, others):
    """As by mergecap, with a capture of other machines at the same time."""
    both = [*frames, *elsewhere(others, frames[0][0])]
    return sorted(both, key=lambda frame: frame[:2])


def lacking(frames, shorten):
    """What needs no addresses. `shorten` cuts a frame."""
    return {
        **{f"cut_{most}": [shorten(frame, most) for frame in frames] for most in (96, 128, 200, 256)},
        "missing_3": missing(frames, 0.03, 3),
        "missing_10": missing(frames, 0.1, 10),
        "first_half": first_half(frames),
        "second_half": second_half(frames),
        "doubled": doubled(frames),
        "hole": hole(frames),
    }


def blocks_of(data):
    """Of a capture in the format pcapng."""
    at = 0
    while at < len(data):
        size = struct.unpack_from("<I", data, at + 4)[0]
        yield data[at : at + size]
        at += size


def is_packet(block):
    return struct.unpack_from("<I", block)[0] == PACKET_BLOCK


def shorter_block(block, most):
    """With the first bytes of its packet; its options stay."""
    kind, size, interface, high, low, captured, length = PACKET_HEADER.unpack_from(block)
    if captured <= most:
        return block
    data = block[PACKET_HEADER.size : PACKET_HEADER.size + most] + bytes(-most % 4)
    options = block[PACKET_HEADER.size + captured + -captured % 4 : size - 4]
    size = PACKET_HEADER.size + len(data) + len(options) + 4
    return PACKET_HEADER.pack(kind, size, interface, high, low, most, length) + data + options + struct.pack("<I", size)


def of_blocks(stem, data):
    blocks = list(blocks_of(data))
    others = [block for block in blocks if not is_packet(block)]
    for name, packets in lacking([block for block in blocks if is_packet(block)], shorter_block).items():
        path = harness.workshop().folder / f"partial_{stem}_{name}.pcapng"
        path.write_bytes(b"".join([*others, *packets]))
        path.chmod(0o644)
        yield name, path


def of(capture, other):
    """Name and capture of each variant."""
    stem = "_".join(capture.parts[-3:]).removesuffix(".gz").removesuffix(".pcap").removesuffix(".pcapng")
    data = bytes_of(capture)
    if data.startswith(PCAPNG):
        yield from of_blocks(stem, data)
        return
    header, frames = read(capture)
    link = struct.unpack_from("<I", header, 20)[0]
    variants = lacking(frames, lambda frame, most: (*frame[:3], frame[3][:most]))
    variants |= {
        "to_server": direction(frames, True, link),
        "from_server": direction(frames, False, link),
        "two_clocks": by_two_clocks(frames, 3, link),
    }
    if other is not None:
        variants["merged"] = merged(frames, read(other)[1])
    for name, changed in variants.items():
        yield name, write(f"{stem}_{name}", header, changed)
