#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3 (Debian 12)
# tshark 4.0.17: of two slices of bytes that are compared, the payloads that are too short for both are equal, so that
# `udp.payload[8] == udp.payload[9]` finds each payload of 1 to 8 bytes; it finds none of 9, which has one of them. `!=` with a value finds
# the short ones, too, though a field that is absent would not be found. `len(udp.payload) >= 10 &&` before it leaves them out.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tshark 4.0.17-0+deb12u3
# Payloads of 0 to 12 bytes, all of them different.
python3 - "$root/tmp/sizes.pcap" <<'PY'
import struct, sys

with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 228))  # raw IPv4
    for size in range(13):
        data = bytes(range(1, size + 1))
        ports = struct.pack(">HHHH", 40000, 50001, 8 + size, 0)
        packet = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 28 + size, 0, 0, 64, 17, 0, b"\x0a\0\0\1", b"\x0a\0\0\2") + ports + data
        file.write(struct.pack("<IIII", 1700000000, 0, len(packet), len(packet)) + packet)
PY
found() {
    echo "$1: $(chroot "$root" tshark -n -r /tmp/sizes.pcap -Y "$1" -T fields -e udp.length 2>/dev/null | awk '{ print $1 - 8 }' | xargs)" | sed "s, *$,,"
}
sees "sizes of the payloads that are found, of 0 to 12 bytes; the bytes of each are different" "\
udp.payload[8] == udp.payload[9]: 1 2 3 4 5 6 7 8
udp.payload[0:4] == udp.payload[4:4]: 1 2 3
udp.payload[8] != 20: 1 2 3 4 5 6 7 8 9 10 11 12
udp.payload[8] == 09: 9 10 11 12
len(udp.payload) >= 10 && udp.payload[8] == udp.payload[9]:
udp.srcport == 40000 && tcp.port != 20:" "$(
    found 'udp.payload[8] == udp.payload[9]'
    found 'udp.payload[0:4] == udp.payload[4:4]'
    found 'udp.payload[8] != 20'
    found 'udp.payload[8] == 09'
    found 'len(udp.payload) >= 10 && udp.payload[8] == udp.payload[9]'
    found 'udp.srcport == 40000 && tcp.port != 20'
)"
exit "$wrong"
