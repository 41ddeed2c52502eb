# SPDX-License-Identifier: MIT
"""One side of a capture by godotdump's relay, as a capture made there would be: without the other side, and without what the
relay says. In the old format."""

import struct

INTERFACE_DESCRIPTION, ENHANCED_PACKET = 1, 6
PLAYERS, SERVER = 0, 1
HEADER = struct.Struct("<IIII")


def blocks(data):
    at = 0
    while at < len(data):
        kind, size = struct.unpack_from("<II", data, at)
        yield kind, data[at + 8 : at + size - 4]
        at += size


def write(capture, side, path):
    """Datagrams of this interface alone."""
    links, resolutions, kept = [], [], []
    for kind, body in blocks(capture.read_bytes()):
        if kind == INTERFACE_DESCRIPTION:
            links.append(struct.unpack_from("<H", body)[0])
            resolutions.append(resolution_of(body[8:]))
        elif kind == ENHANCED_PACKET:
            interface, high, low, captured, length = struct.unpack_from("<IIIII", body)
            if interface == side:
                kept.append(((high << 32 | low) * resolutions[side] // 1000, length, body[20 : 20 + captured]))
    with open(path, "wb") as file:
        file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, links[side]))
        for micros, length, data in kept:
            file.write(HEADER.pack(*divmod(micros, 1_000_000), len(data), length) + data)
    path.chmod(0o644)
    return path


def resolution_of(options):
    """Nanoseconds of a unit of time."""
    at = 0
    while at + 4 <= len(options):
        code, size = struct.unpack_from("<HH", options, at)
        if code == 9:
            return 10 ** (9 - options[at + 4])
        at += 4 + (size + 3) // 4 * 4
    return 1000
