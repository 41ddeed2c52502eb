# SPDX-License-Identifier: MIT
"""A capture as other capture points would have it: with changes that routers, file formats and link types make. Made
from a real one, of Ethernet, in the old format."""

import random
import struct

import harness

ETHERNET, LOOPBACK, RAW_IP, COOKED = 1, 0, 101, 113
HEADER = struct.Struct("<IIII")
MACS = 12 * b"\x02"


def read(capture, link=ETHERNET):
    """Time and bytes of each frame."""
    data, at, frames = capture.read_bytes(), 24, []
    assert struct.unpack_from("<I", data, 20)[0] == link, capture
    while at < len(data):
        seconds, rest, size, _ = HEADER.unpack_from(data, at)
        frames.append((seconds, rest, data[at + 16 : at + 16 + size]))
        at += 16 + size
    return frames


def write(name, link, frames, most=262144):
    path = harness.workshop().folder / f"odd_{name}.pcap"
    with open(path, "wb") as file:
        file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, most, link))
        for seconds, rest, data in frames:
            file.write(HEADER.pack(seconds, rest, min(most, len(data)), len(data)) + data[:most])
    path.chmod(0o644)
    return path


def without_times(name, frames, is_without):
    """As pcapng, where packets of these numbers are simple packet blocks, which have no time."""
    def block(kind, content):
        content += bytes(-len(content) % 4)
        length = struct.pack("<I", len(content) + 12)
        return struct.pack("<I", kind) + length + content + length

    path = harness.workshop().folder / f"odd_{name}.pcapng"
    with open(path, "wb") as file:
        file.write(block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1)) + block(1, struct.pack("<HHI", ETHERNET, 0, 262144)))
        for number, (seconds, rest, data) in enumerate(frames, 1):
            time = seconds * 1_000_000 + rest
            head = struct.pack("<IIIII", 0, time >> 32, time & 0xFFFFFFFF, len(data), len(data))
            file.write(block(3, struct.pack("<I", len(data)) + data) if is_without(number) else block(6, head + data))
    path.chmod(0o644)
    return path


def checksum(data):
    total = sum(struct.unpack(f">{len(data) // 2}H", data))
    total = (total >> 16) + (total & 0xFFFF)
    return ~(total + (total >> 16)) & 0xFFFF


def with_checksum(data, at):
    data = bytearray(data)
    data[at : at + 2] = b"\0\0"
    data[at : at + 2] = struct.pack(">H", checksum(bytes(data)))
    return bytes(data)


def ip_header(packet, **changed):
    """The packet's header of 20 bytes, with other fields."""
    header = list(struct.unpack(">BBHHHBBH4s4s", packet[:20]))
    for place, name in enumerate(("length", "id", "fragment"), 2):
        header[place] = changed.get(name, header[place])
    if "protocol" in changed:
        header[6], header[8], header[9] = changed["protocol"], header[9], header[8]
    return with_checksum(struct.pack(">BBHHHBBH4s4s", *header), 10)


def fragments(packets):
    """Splits packets of more than 120 bytes into two IP fragments."""
    cut, more = 64, 1 << 13
    for number, (seconds, rest, packet) in enumerate(packets):
        body = packet[20:]
        parts = [(0, body)] if len(packet) <= 120 else [(more, body[:cut]), (cut // 8, body[cut:])]
        for fragment, part in parts:
            yield seconds, rest, ip_header(packet, length=20 + len(part), id=number & 0xFFFF, fragment=fragment) + part


def quoted(packets):
    """Adds an ICMP error (port unreachable) that answers some of the packets."""
    for number, (seconds, rest, packet) in enumerate(packets):
        yield seconds, rest, packet
        if number % 10 == 7:
            error = with_checksum(b"\3\3" + bytes(6) + packet[:84] + bytes(len(packet[:84]) % 2), 2)
            yield seconds, rest, ip_header(packet, length=20 + len(error), protocol=1) + error


def shuffled(frames, source, size=6):
    for at in range(0, len(frames), size):
        part = frames[at : at + size]
        source.shuffle(part)
        yield from part


def swapped(frames, source):
    """Some neighbouring segments with data, of one direction, in the other's place."""

    def direction(frame):
        packet = frame[14:]
        at = 20 + 12
        if packet[0] != 0x45 or packet[9] != 6 or len(packet) <= 20 + (packet[at] >> 4) * 4:
            return None
        return packet[12:24]

    frames, at = list(frames), 0
    while at + 1 < len(frames):
        (*time, one), (*later, other) = frames[at : at + 2]
        if direction(one) is not None and direction(one) == direction(other) and source.random() < 0.6:
            frames[at : at + 2] = [(*time, other), (*later, one)]
            at += 1
        at += 1
    return frames


def of(capture):
    """Pairs of a name and a capture."""
    source = random.Random(7)
    frames = read(capture)
    packets = [(seconds, rest, frame[14:]) for seconds, rest, frame in frames]
    links = {
        "vlan": (ETHERNET, MACS + b"\x81\0\0\x07\x08\0"),
        "loopback": (LOOPBACK, b"\2\0\0\0"),
        "cooked": (COOKED, b"\0\3\3\4\0\6" + bytes(8) + b"\x08\0"),
    }
    for name, (link, header) in links.items():
        yield name, write(name, link, [(seconds, rest, header + packet) for seconds, rest, packet in packets])
    yield "cut", write("cut", ETHERNET, frames, most=90)
    yield "doubled", write("doubled", ETHERNET, [frame for frame in frames for _ in range(source.choice((1, 1, 2)))])
    yield "with holes", write("holes", ETHERNET, [frame for frame in frames if source.random() > 0.1])
    yield "from the middle", write("middle", ETHERNET, frames[len(frames) // 3 : 2 * len(frames) // 3])
    yield "out of order", write("shuffled", ETHERNET, list(shuffled(frames, source)))
    yield "in fragments", write("fragments", RAW_IP, list(fragments(packets)))
    yield "quoted", write("quoted", RAW_IP, list(quoted(packets)))
