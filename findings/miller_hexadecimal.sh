#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: miller 6.6.0-2+b3, jq 1.6-2.1+deb12u2, tshark 4.0.17-0+deb12u3 (Debian 12)
# Miller 6.6.0 takes tshark's columns for numbers value by value. A flag 0x02 stands in its JSON without quotes, which is no JSON: jq refuses
# it. Of payloads, which are hexadecimal digits without 0x, some are numbers: 12e4 is 120000, 00e1 is 0 and not JSON, 7a is a text, and their
# sum is 120078. With -S all values are texts.
# shellcheck disable=SC1091,SC2016,SC2154  # Miller's own $
. "$(dirname "$0")/common.bash"
in_root bookworm miller 6.6.0-2+b3 jq 1.6-2.1+deb12u2 tshark 4.0.17-0+deb12u3
python3 - "$root/tmp/game.pcap" <<'PY'
import struct, sys

with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 101))
    for data in b"\x78", b"\x7a", b"\x12\xe4", b"\x00\xe1":
        packet = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 28 + len(data), 0, 0x4000, 64, 17, 0, bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2]))
        packet += struct.pack(">HHHH", 50000, 24000, 8 + len(data), 0) + data
        file.write(struct.pack("<IIII", 1700000000, 0, len(packet), len(packet)) + packet)
PY
chroot "$root" tshark -r /tmp/game.pcap -T fields -E separator=, -E header=y -e ip.flags -e udp.payload > "$root/tmp/game.csv" 2>/dev/null
sees "what tshark writes" "\
ip.flags,udp.payload
0x02,78
0x02,7a
0x02,12e4
0x02,00e1" "$(cat "$root/tmp/game.csv")"
miller() { chroot "$root" mlr --icsv --ojsonl "$@" /tmp/game.csv; }
# refused OPTION...: what jq says of Miller's JSON of the file.
refused() { miller "$@" cat | chroot "$root" jq -c . 2>&1 | sed 's/ at line.*//'; }
sees "what Miller makes of it" '{"ip": {"flags": 0x02}, "udp": {"payload": 78}}
{"ip": {"flags": 0x02}, "udp": {"payload": "7a"}}
{"ip": {"flags": 0x02}, "udp": {"payload": 12e4}}
{"ip": {"flags": 0x02}, "udp": {"payload": 00e1}}' "$(miller cat)"
sees "jq" "parse error: Invalid numeric literal" "$(refused)"
sees "sum" '{"udp": {"payload_sum": 120078}}' "$(miller stats1 -a sum -f udp.payload)"
sees "packets whose payload is 120000" '{"ip": {"flags": 0x02}, "udp": {"payload": 12e4}}' "$(miller filter '${udp.payload} == 120000')"
sees "jq, Miller with -S" '{"ip":{"flags":"0x02"},"udp":{"payload":"78"}}
{"ip":{"flags":"0x02"},"udp":{"payload":"7a"}}
{"ip":{"flags":"0x02"},"udp":{"payload":"12e4"}}
{"ip":{"flags":"0x02"},"udp":{"payload":"00e1"}}' "$(refused -S)"
exit "$wrong"
