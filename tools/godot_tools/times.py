# SPDX-License-Identifier: MIT
"""When a recording begins: the time of the first packet of a pcapng file, as godotdump and the addon write them."""

import struct

SECTION, INTERFACE, PACKET = 0x0A0D0D0A, 1, 6  # types of blocks
RESOLUTION, END = 9, 0  # codes of an interface's options
LARGEST = 1 << 24  # bytes of a block that are read


def resolution_of(content, order):
    """Of an Interface Description Block: units of a second."""
    at = 8
    while at + 4 <= len(content):
        code, length = struct.unpack_from(order + "HH", content, at)
        if code == END:
            break
        if code == RESOLUTION and length == 1 and at + 4 < len(content):
            value = content[at + 4]
            return 2 ** (value & 0x7F) if value & 0x80 else 10**value
        at += 4 + (length + 3) // 4 * 4
    return 10**6


def first_time(path):
    """Seconds since 1970; None: it has no packet, or is no pcapng."""
    order, units = "<", []
    with open(path, "rb") as file:
        while len(head := file.read(8)) == 8:
            if head[:4] == struct.pack("<I", SECTION):
                magic = file.read(4)
                order = "<" if magic == b"\x4d\x3c\x2b\x1a" else ">"
                file.seek(-4, 1)
            kind, length = struct.unpack(order + "II", head)
            if not 12 <= length <= LARGEST or (not units and kind not in (SECTION, INTERFACE)):
                return None
            content = file.read(length - 8)
            if kind == INTERFACE:
                units.append(resolution_of(content, order))
            if kind == PACKET and len(content) >= 12:
                number, high, low = struct.unpack_from(order + "III", content)
                return (high << 32 | low) / units[number] if number < len(units) else None
    return None
