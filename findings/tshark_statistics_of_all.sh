#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3 (Debian 12)
# tshark 4.0.17: -Y does not hold for -z. Conversations, end points, protocols and io,stat are those of the whole capture, whatever is
# displayed; the filter goes behind the comma of each -z, or is read first with -2 -R.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tshark 4.0.17-0+deb12u3
# Four packets of UDP from port 40000, two from port 50000.
python3 - "$root/tmp/two.pcap" 40000 40000 50000 40000 50000 40000 <<'PY'
import struct, sys
with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 228))  # raw IPv4
    for number, port in enumerate(map(int, sys.argv[2:])):
        udp = struct.pack(">HHHH", port, 6000, 10, 0) + b"hi"
        ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), number, 0, 64, 17, 0, b"\x0a\0\0\1", b"\x0a\0\0\2") + udp
        file.write(struct.pack("<IIII", 1700000000 + number, 0, len(ip), len(ip)) + ip)
PY
tshark_of_two() { chroot "$root" tshark -r /tmp/two.pcap -q "$@" 2>/dev/null; }
conversations() { tshark_of_two "$@" | grep -o '10.0.0.1:[0-9]*' | xargs; }
frames() { tshark_of_two "$@" | awk -F '|' '/<>/ && !/Interval/ { print $3 + 0 }' | xargs; }
sees "four packets from port 40000, two from 50000" "\
-Y, packets displayed: 2
-Y, -z conv,udp: 10.0.0.1:40000 10.0.0.1:50000
-Y, -z io,stat,0: 6 frames
-Y, -z io,phs: frames:6
-z conv,udp,FILTER: 10.0.0.1:50000
-z io,stat,0,FILTER: 2 frames
-2 -R, -z conv,udp: 10.0.0.1:50000
-2 -R, -z io,stat,0: 2 frames" "$(
    filter="udp.port == 50000"
    echo "-Y, packets displayed: $(tshark_of_two -Y "$filter" -T fields -e frame.number | wc -l)"
    echo "-Y, -z conv,udp: $(conversations -Y "$filter" -z conv,udp)"
    echo "-Y, -z io,stat,0: $(frames -Y "$filter" -z io,stat,0) frames"
    echo "-Y, -z io,phs: $(tshark_of_two -Y "$filter" -z io,phs | awk '$1 == "udp" { print $2 }')"
    echo "-z conv,udp,FILTER: $(conversations -z "conv,udp,$filter")"
    echo "-z io,stat,0,FILTER: $(frames -z "io,stat,0,$filter") frames"
    echo "-2 -R, -z conv,udp: $(conversations -2 -R "$filter" -z conv,udp)"
    echo "-2 -R, -z io,stat,0: $(frames -2 -R "$filter" -z io,stat,0) frames"
)"
exit "$wrong"
