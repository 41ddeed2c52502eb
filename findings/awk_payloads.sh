#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: gawk 1:5.2.1-2, mawk 1.3.4.20200120-3.1 (Debian 12), tshark 4.0.17-0+deb12u3 (Debian 12)
# awk compares two fields as numbers if both look like some, and payloads are hexadecimal digits: 00e1 and 00e2 are both 0 and so equal, 12e4
# is 120000, and 01e400 and 02e400 are both infinite to gawk, not to mawk. "$1 == before", which is to find repeated datagrams, finds
# datagrams that differ. Keys of arrays are texts, and so is ($1 "").
# shellcheck disable=SC1091,SC2016,SC2154  # awk's own $
. "$(dirname "$0")/common.bash"
in_root bookworm gawk 1:5.2.1-2 mawk 1.3.4.20200120-3.1 tshark 4.0.17-0+deb12u3
python3 - "$root/tmp/game.pcap" 00e1 00e2 12e4 120000 01e400 02e400 7a01 7a02 <<'PY'
import struct, sys

with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 101))
    for data in map(bytes.fromhex, sys.argv[2:]):
        packet = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 28 + len(data), 0, 0, 64, 17, 0, bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2]))
        packet += struct.pack(">HHHH", 50000, 24000, 8 + len(data), 0) + data
        file.write(struct.pack("<IIII", 1700000000, 0, len(packet), len(packet)) + packet)
PY
repeated() {
    chroot "$root" tshark -r /tmp/game.pcap -T fields -e udp.payload 2>/dev/null |
        chroot "$root" "$1" "$2 { print before, \$1; found = 1 } { before = \$1 } END { if (!found) print \"none\" }" | tr '\n' ';' | sed 's/;$//'
}
sees "payloads that repeat the one before" "\
gawk: 00e1 00e2;12e4 120000;01e400 02e400
gawk, as texts: none
mawk: 00e1 00e2;12e4 120000
mawk, as texts: none" "$(
    for awk in gawk mawk; do
        echo "$awk: $(repeated $awk 'NR > 1 && $1 == before')"
        echo "$awk, as texts: $(repeated $awk 'NR > 1 && ($1 "") == before')"
    done
)"
exit "$wrong"
