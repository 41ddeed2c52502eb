#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3 (Debian 12)
# tshark 4.0.17: `matches` on bytes is one on text. "\x43" finds the byte 63 as well, as the case of letters does not count; a dot stands
# for every byte but 0a, so that "^\x01.\x02" misses one value of 256; and $ also stands before a last 0a. (?s-i) at the start
# mends the first two, \z is the end. Slices (udp.payload[0] == 0x43) and `contains` are exact.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tshark 4.0.17-0+deb12u3
# Packets of UDP, each with these bytes.
python3 - "$root/tmp/bytes.pcap" 43 63 01ff02 010a02 010d02 01020a <<'PY'
import struct, sys
with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 228))  # raw IPv4
    for number, payload in enumerate(map(bytes.fromhex, sys.argv[2:])):
        udp = struct.pack(">HHHH", 40000, 6000, 8 + len(payload), 0) + payload
        ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), number, 0, 64, 17, 0, b"\x0a\0\0\1", b"\x0a\0\0\2") + udp
        file.write(struct.pack("<IIII", 1700000000 + number, 0, len(ip), len(ip)) + ip)
PY
sees "what filters find of 43, 63, 01ff02, 010a02, 010d02, 01020a" "\
udp.payload matches r\"\\x43\": 43 63
udp.payload matches r\"(?-i)\\x43\": 43
udp.payload contains 43: 43
udp.payload matches r\"^\\x01.\\x02\": 01ff02 010d02
udp.payload matches r\"(?s)^\\x01.\\x02\": 01ff02 010a02 010d02
udp.payload matches r\"\\x02\$\": 01ff02 010a02 010d02 01020a
udp.payload matches r\"\\x02\\z\": 01ff02 010a02 010d02" "$(for filter in 'r"\x43"' 'r"(?-i)\x43"' 43 'r"^\x01.\x02"' 'r"(?s)^\x01.\x02"' 'r"\x02$"' 'r"\x02\z"'; do
    operator=matches
    [ "$filter" != 43 ] || operator=contains
    echo "udp.payload $operator $filter: $(chroot "$root" tshark -r /tmp/bytes.pcap -Y "udp.payload $operator $filter" -T fields -e udp.payload 2>/dev/null | xargs)"
done)"
exit "$wrong"
