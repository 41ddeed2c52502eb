#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tcpreplay 4.4.3-1, libdumbnet1 1.16.3-1 (Debian 12)
# tcprewrite 4.4.3 --portmap takes the first bytes of every IP fragment for UDP's ports: a datagram of more than the MTU, whose second
# fragment begins with payload that has the port's value, gets other payload, and where a checksum would stand two bytes that fit it. The
# first fragment alone has ports.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
unpacked tcpreplay 4.4.3-1 libdumbnet1 1.16.3-1
cat > "$work/fragments.py" <<'PY'
import struct, subprocess, sys

def fragment(offset, more, payload):
    head = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(payload), 7, (0x2000 if more else 0) | offset // 8, 64, 17, 0, b"\x0a\0\0\1", b"\x0a\0\0\2")
    total = sum(struct.unpack(">10H", head))
    total = (total & 0xFFFF) + (total >> 16)
    return head[:10] + struct.pack(">H", ~total & 0xFFFF) + head[12:] + payload

def rewritten(payload):
    udp = struct.pack(">HHHH", 4242, 6000, 8 + len(payload), 0) + payload
    with open("in.pcap", "wb") as file:
        file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1))
        for packet in (fragment(0, True, udp[:1480]), fragment(1480, False, udp[1480:])):
            frame = bytes(12) + b"\x08\0" + packet
            file.write(struct.pack("<IIII", 1700000000, 0, len(frame), len(frame)) + frame)
    subprocess.run([sys.argv[1], "--portmap=4242:5000", "-i", "in.pcap", "-o", "out.pcap"], check=True)
    with open("out.pcap", "rb") as file:
        data = file.read()
    first = 24 + 16 + 14 + 20
    second = first + 1480 + 16 + 14 + 20
    return struct.unpack_from(">H", data, first)[0], data[second : second + 12]

for title, start in (("the port's value", struct.pack(">6H", 4242, 1, 2, 3, 4, 5)), ("another one", struct.pack(">6H", 9, 1, 2, 3, 4, 5))):
    port, after = rewritten(bytes(1472) + start + bytes(100))
    changed = [number for number in range(12) if after[number] != start[number]]
    print(f"the payload of the second fragment begins with {title}: port {port}, bytes that change {changed}")
PY
sees "the port of the first fragment, and the payload of the second" "\
the payload of the second fragment begins with the port's value: port 5000, bytes that change [0, 1, 6, 7]
the payload of the second fragment begins with another one: port 5000, bytes that change []" "$(
    cd "$work" && LD_LIBRARY_PATH=$(dirname "$(find "$work/unpacked" -name 'libdumbnet.so.1' | head -1)") python3 fragments.py "$work/unpacked/usr/bin/tcprewrite")"
exit "$wrong"
