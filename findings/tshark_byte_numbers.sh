#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3 (Debian 12)
# tshark 4.0.17: a number beside a byte of a packet is hexadecimal, without 0x too: udp.payload[0] == 10 finds 16, and < 16 finds what is
# below 22. Three digits find nothing: not == 128, not == 153, and no error is printed. Numbers beside fields of numbers are decimal, as
# usual: udp.length == 9.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tshark 4.0.17-0+deb12u3
# Packets of UDP with one byte each.
python3 - "$root/tmp/bytes.pcap" 9 10 15 16 20 22 128 153 <<'PY'
import struct, sys
with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 228))  # raw IPv4
    for number, value in enumerate(map(int, sys.argv[2:])):
        payload = bytes([value])
        udp = struct.pack(">HHHH", 40000, 6000, 8 + len(payload), 0) + payload
        ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), number, 0, 64, 17, 0, b"\x0a\0\0\1", b"\x0a\0\0\2") + udp
        file.write(struct.pack("<IIII", 1700000000 + number, 0, len(ip), len(ip)) + ip)
PY
# The payloads that a filter finds, as decimal numbers.
found() {
    local payload
    for payload in $(chroot "$root" tshark -r /tmp/bytes.pcap -Y "$1" -T fields -e udp.payload 2>/dev/null); do
        printf ' %d' "0x$payload"
    done
}
sees "what filters find of the bytes 9 10 15 16 20 22 128 153" "\
udp.payload[0] == 10: 16
udp.payload[0] == 0x0a: 10
udp.payload[0] < 16: 9 10 15 16 20
udp.payload[0] == 99: 153
udp.payload[0] == 128:
udp.payload[0] == 153:
udp.payload[0] == 0x80: 128
udp.length == 9: 9 10 15 16 20 22 128 153" "$(for filter in "udp.payload[0] "{"== 10","== 0x0a","< 16","== 99","== 128","== 153","== 0x80"} "udp.length == 9"; do
    echo "$filter:$(found "$filter")"
done)"
exit "$wrong"
