#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3 (Debian 12)
# tshark 4.0.17: a field of 32 bits (FT_FLOAT, here of Open Sound Control) is printed with six digits, and compared as a double: a filter
# with the printed number, or with the number that was sent, finds only what a float holds exactly. A printed exponent (e+07) is no
# valid number in a filter.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tshark 4.0.17-0+deb12u3
PYTHON=$(command -v python3)
"$PYTHON" - "$root/tmp/osc.pcap" <<'PY'
import struct
import sys

with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 101))
    for number in (0.1, 16777216.0, 3.14159274, 0.5):
        message = b"/a\0\0,f\0\0" + struct.pack(">f", number)
        datagram = struct.pack(">HHHH", 5000, 6000, 8 + len(message), 0) + message
        packet = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(datagram), 0, 0, 64, 17, 0, bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2])) + datagram
        file.write(struct.pack("<IIII", 1700000000, 0, len(packet), len(packet)) + packet)
PY
found() {
    local numbers
    numbers=$(chroot "$root" tshark -r /tmp/osc.pcap --enable-heuristic osc_udp -Y "osc.message.float == $1" -T fields -e frame.number 2>&1 |
        grep -v '^Running as' | head -n 1)
    echo "$1: ${numbers:-none}"
}
sees "printed numbers" "\
0.1
1.67772e+07
3.14159
0.5" "$(chroot "$root" tshark -r /tmp/osc.pcap --enable-heuristic osc_udp -T fields -e osc.message.float 2>/dev/null)"
sees "packets that each number finds" "\
0.1: none
3.14159: none
3.14159274: none
16777216: 2
0.5: 4
1.67772e+07: tshark: \"1.67772e\" is not a valid floating-point number." \
    "$(for number in 0.1 3.14159 3.14159274 16777216 0.5 1.67772e+07; do found "$number"; done)"
exit "$wrong"
