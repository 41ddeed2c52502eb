#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3 (Debian 12)
# tshark 4.0.17: `udp.payload[0] == ff` finds no byte ff, and prints no error, for ff is the name of a protocol (FOUNDATION Fieldbus), which
# no packet has; so are fc (Fibre Channel) and dc (Dublin Core). fe and 8f are bytes. 0xff, FF and a slice of two, 8f:ff, are read as bytes.
# A Connect of ENet begins with 8f ff.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tshark 4.0.17-0+deb12u3
python3 - "$root/tmp/bytes.pcap" <<'PY'
import struct, sys

with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 228))  # raw IPv4
    for first in range(256):
        data = bytes([first, 255])
        packet = struct.pack(">BBHHHBBH4s4sHHHH", 0x45, 0, 30, 0, 0, 64, 17, 0, b"\x0a\0\0\1", b"\x0a\0\0\2", 40000, 50001, 10, 0) + data
        file.write(struct.pack("<IIII", 1700000000, 0, len(packet), len(packet)) + packet)
PY
# found FILTER: how many of the 256 packets, each with another first byte and ff, are found; or the error.
found() { echo "$1: $(chroot "$root" tshark -n -r /tmp/bytes.pcap -Y "$1" -T fields -e frame.number 2>&1 | grep -vc '^Running as')"; }
sees "packets that are found of 256, each with another first byte, and ff behind it" "\
udp.payload[0] == 8f: 1
udp.payload[0] == fe: 1
udp.payload[0] == dc: 0
udp.payload[0] == fc: 0
udp.payload[0] == ff: 0
udp.payload[1] == ff: 0
udp.payload[1] == 0xff: 256
udp.payload[1] == FF: 256
udp.payload[0:2] == 8f:ff: 1" "$(
    for value in 8f fe dc fc ff; do
        found "udp.payload[0] == $value"
    done
    found 'udp.payload[1] == ff'
    found 'udp.payload[1] == 0xff'
    found 'udp.payload[1] == FF'
    found 'udp.payload[0:2] == 8f:ff'
)"
exit "$wrong"
