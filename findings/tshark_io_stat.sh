#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3 (Debian 12)
# tshark 4.0.17, -z io,stat: the mean of a field of integers is cut to an integer: AVG of 18 and 19 is 18, of 0 and 1 it would be 0. In an
# interval in which the field does not occur, MIN, MAX and AVG are 0, as if 0 had been measured, so that a gap looks like the best round
# trip. SUM and COUNT tell both. A field of times has a mean with fractions, and 0 in the same intervals.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tshark 4.0.17-0+deb12u3
# UDP's length is 18 and 19 in the first second, 13 and 15 in the fourth, and nothing comes between.
python3 - "$root/tmp/lengths.pcap" <<'PY'
import struct, sys
with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 228))  # raw IPv4
    for milliseconds, size in ((0, 10), (100, 11), (3200, 5), (3300, 7)):
        packet = struct.pack(">BBHHHBBH4s4sHHHH", 0x45, 0, 28 + size, 0, 0, 64, 17, 0, bytes(4), bytes(4), 40000, 6000, 8 + size, 0) + bytes(size)
        file.write(struct.pack("<IIII", 1700000000 + milliseconds // 1000, milliseconds % 1000 * 1000, len(packet), len(packet)) + packet)
PY
# columns FIELD: AVG, MIN, MAX, SUM and COUNT of it, a line for each second.
columns() {
    local function list=
    for function in AVG MIN MAX SUM COUNT; do
        list+=",$function($1)$1"
    done
    chroot "$root" tshark -q -r /tmp/lengths.pcap -z "io,stat,1$list" 2>/dev/null |
        awk -F '|' '/<>/ && !/Interval/ { print $2, $3, $4, $5, $6, $7 }' | xargs -n 8
}
sees "AVG, MIN, MAX, SUM and COUNT of udp.length, and of frame.time_relative" "\
0 <> 1 18 18 19 37 2
1 <> 2 0 0 0 0 0
2 <> 3 0 0 0 0 0
3 <> Dur 14 13 15 28 2
0 <> 1 0.050000 0.000000 0.100000 0.100000 2
1 <> 2 0.000000 0.000000 0.000000 0.000000 0
2 <> 3 0.000000 0.000000 0.000000 0.000000 0
3 <> Dur 3.250000 3.200000 3.300000 6.500000 2" "$(columns udp.length; columns frame.time_relative)"
exit "$wrong"
