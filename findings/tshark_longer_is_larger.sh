#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3 (Debian 12)
# tshark 4.0.17 compares bytes by their number first: `udp.payload > 80:00` finds each payload of three bytes or more, whatever they are, and
# `udp.payload < 80:00` each one of a single byte. Of one length they are compared by value. `udp.payload[0:2] > 80:00` is what was meant.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tshark 4.0.17-0+deb12u3
python3 - "$root/tmp/lengths.pcap" <<'PY'
import struct, sys

with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 228))  # raw IPv4
    for text in "ff", "0001", "8001", "000000", "ff0000":
        data = bytes.fromhex(text)
        ports = struct.pack(">HHHH", 40000, 50001, 8 + len(data), 0)
        packet = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 28 + len(data), 0, 0, 64, 17, 0, b"\x0a\0\0\1", b"\x0a\0\0\2") + ports + data
        file.write(struct.pack("<IIII", 1700000000, 0, len(packet), len(packet)) + packet)
PY
found() { echo "$1: $(chroot "$root" tshark -n -r /tmp/lengths.pcap -Y "$1" -T fields -e udp.payload 2>/dev/null | xargs)"; }
sees "payloads that are found of ff, 0001, 8001, 000000 and ff0000" "\
udp.payload > 80:00: 8001 000000 ff0000
udp.payload < 80:00: ff 0001
udp.payload[0:2] > 80:00: 8001 ff0000
udp.payload[0] > 7f: ff 8001 ff0000" "$(
    found 'udp.payload > 80:00'
    found 'udp.payload < 80:00'
    found 'udp.payload[0:2] > 80:00'
    found 'udp.payload[0] > 7f'
)"
exit "$wrong"
