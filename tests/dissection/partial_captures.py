# SPDX-License-Identifier: MIT
"""Captures that lack something, made from whole ones: cut packets, missing frames, one half, one direction; or that have
too much: each frame twice, two captures in one; or whose directions have different clocks. Of Ethernet, in the old
format."""

import random
import struct
from collections import Counter

import harness
from odd_captures import ETHERNET, HEADER

FILE_HEADER = 24
IPV4, IPV6 = 0x0800, 0x86DD


def read(capture):
    """The frames: their seconds, the rest of the time, length on the wire and bytes."""
    data, at, frames = capture.read_bytes(), FILE_HEADER, []
    assert struct.unpack_from("<I", data, 20)[0] == ETHERNET, capture
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


def cut(frames, most):
    """As by tcpdump -s."""
    return [(*time, length, data[:most]) for *time, length, data in frames]


def missing(frames, share, seed):
    """As by a dumpcap that was too slow."""
    source = random.Random(seed)
    return [frame for frame in frames if source.random() >= share]


def first_half(frames):
    return frames[: len(frames) // 2]


def second_half(frames):
    return frames[len(frames) // 2 :]


def ends(frame):
    """Source and destination, each an address and a port; empty without ports."""
    data = frame[3]
    kind = struct.unpack_from(">H", data, 12)[0]
    addresses, ports = {IPV4: (26, 14 + (data[14] & 15) * 4), IPV6: (22, 54)}.get(kind, (0, 0))
    if ports == 0 or len(data) < ports + 4:
        return ()
    size = 4 if kind == IPV4 else 16
    source = (data[addresses : addresses + size], data[ports : ports + 2])
    return source, (data[addresses + size : addresses + 2 * size], data[ports + 2 : ports + 4])


def direction(frames, to_server):
    """What the end with the most frames, the server, gets, or what it sends."""
    counts = Counter(end for frame in frames for end in ends(frame))
    server = counts.most_common(1)[0][0]
    return [frame for frame in frames if ends(frame) and ends(frame)[1 if to_server else 0] == server]


def hole(frames):
    """Without its middle third."""
    return frames[: len(frames) // 3] + frames[2 * len(frames) // 3 :]


def by_two_clocks(frames, milliseconds):
    """As by mergecap, of what each end sends: the clock of the clients' machine is behind."""
    to_server = {id(frame) for frame in direction(frames, True)}

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


def of(capture, other):
    """Name and capture of each variant."""
    header, frames = read(capture)
    variants = {
        "cut_96": cut(frames, 96),
        "cut_128": cut(frames, 128),
        "cut_200": cut(frames, 200),
        "cut_256": cut(frames, 256),
        "missing_3": missing(frames, 0.03, 3),
        "missing_10": missing(frames, 0.1, 10),
        "first_half": first_half(frames),
        "second_half": second_half(frames),
        "to_server": direction(frames, True),
        "from_server": direction(frames, False),
        "doubled": doubled(frames),
        "hole": hole(frames),
        "two_clocks": by_two_clocks(frames, 3),
    }
    if other is not None:
        variants["merged"] = merged(frames, read(other)[1])
    stem = "_".join(capture.parts[-3:]).removesuffix(".pcap")
    for name, changed in variants.items():
        yield name, write(f"{stem}_{name}", header, changed)
