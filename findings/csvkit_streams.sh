#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: csvkit 1.0.7-1 with python3-agate 1.6.3-2, tshark 4.0.17-0+deb12u3 (Debian 12)
# csvkit 1.0.7 takes a column for what all of its values could be. udp.stream of a capture with two streams is Boolean, so that csvjson writes
# false and true and csvstat has no sum, and with a third stream it is numbers. Payloads of one byte, 1d and 3d, are 1 day and 3 days. With
# -I all are texts.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm csvkit 1.0.7-1 python3-agate 1.6.3-2 tshark 4.0.17-0+deb12u3
# table NAME BYTE...: what tshark writes of a capture of datagrams with these bytes, each from another port.
table() {
    local name=$1
    shift
    python3 - "$root/tmp/game.pcap" "$@" <<'PY'
import struct, sys

with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 101))
    for number, data in enumerate(map(bytes.fromhex, sys.argv[2:])):
        packet = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 28 + len(data), 0, 0, 64, 17, 0, bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2]))
        packet += struct.pack(">HHHH", 50000 + number, 24000, 8 + len(data), 0) + data
        file.write(struct.pack("<IIII", 1700000000, 0, len(packet), len(packet)) + packet)
PY
    chroot "$root" tshark -r /tmp/game.pcap -T fields -E separator=, -E header=y -e udp.stream -e udp.payload > "$root/tmp/$name.csv" 2>/dev/null
}
table two 1d 3d
table three 1d 3d 7f
sees "what tshark writes of two streams" "udp.stream,udp.payload
0,1d
1,3d" "$(cat "$root/tmp/two.csv")"
csvkit() { chroot "$root" "$@" 2>/dev/null; }
sees "csvjson of two streams, of three, and of two with -I" '[{"udp.stream": false, "udp.payload": "1 day, 0:00:00"}, {"udp.stream": true, "udp.payload": "3 days, 0:00:00"}]
[{"udp.stream": 0.0, "udp.payload": "1d"}, {"udp.stream": 1.0, "udp.payload": "3d"}, {"udp.stream": 2.0, "udp.payload": "7f"}]
[{"udp.stream": "0", "udp.payload": "1d"}, {"udp.stream": "1", "udp.payload": "3d"}]' "$(
    csvkit csvjson /tmp/two.csv; echo
    csvkit csvjson /tmp/three.csv; echo
    csvkit csvjson -I /tmp/two.csv
)"
sees "csvstat --sum of two streams, and of three" "\
  1. udp.stream: None
  2. udp.payload: 4 days, 0:00:00
  1. udp.stream: 3
  2. udp.payload: None" "$(
    csvkit csvstat --sum /tmp/two.csv
    csvkit csvstat --sum /tmp/three.csv
)"
exit "$wrong"
