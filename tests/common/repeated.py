# SPDX-License-Identifier: MIT
"""A large capture, from a small one."""

import struct

HEAD = 24  # bytes of a pcap file before its first frame


def repeat(capture, path, *, frames=0, size=0):
    """Writes the frames of a pcap file again and again, each time later, until there are so many, or bytes of them."""
    data = capture.read_bytes()
    known, at = [], HEAD
    while at < len(data):
        second, length = struct.unpack_from("<I4xI", data, at)
        known.append((second, data[at + 4 : at + 16 + length]))
        at += 16 + length
    lasts = known[-1][0] - known[0][0] + 2
    copies = max(-(-frames // len(known)), -(-size // (len(data) - HEAD)))
    with open(path, "wb") as file:
        file.write(data[:HEAD])
        for copy in range(copies):
            for second, rest in known:
                file.write(struct.pack("<I", second + copy * lasts) + rest)
    path.chmod(0o644)
    return path
