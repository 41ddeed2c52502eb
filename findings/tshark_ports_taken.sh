#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3 (Debian 12)
# tshark 4.0.17: on which UDP ports a game's datagrams of ENet are shown as another protocol, for Wireshark asks the protocol of the port
# before it asks for heuristics. Seven are ports that Linux gives to clients (32768 to 60999), so that one client of 4,000 gets PROFINET or
# Elasticsearch from its server, and its twin does not. From 1024 to 32767 there are 143, 3000 and 12000 among them.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tshark 4.0.17-0+deb12u3
# To each port, from an address of its own, a reliable and an unreliable packet.
python3 - "$root/tmp/ports.pcap" <<'PY'
import struct, sys

RELIABLE = bytes.fromhex("80001234" "06010001" "0010") + b"hello, there!..."
UNRELIABLE = bytes.fromhex("00000700" "01000200" "0120") + bytes(range(32))
with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 228))  # raw IPv4
    for port in range(1024, 61000):
        ends = struct.pack(">BBHBBH", 10, 0, port, 10, 1, port)
        for data in (RELIABLE, UNRELIABLE):
            packet = struct.pack(">BBHHHBBH8sHHHH", 0x45, 0, 28 + len(data), 0, 0, 64, 17, 0, ends, 1000, port, 8 + len(data), 0) + data
            file.write(struct.pack("<IIII", 1700000000, 0, len(packet), len(packet)) + packet)
PY
# Ports, and the protocols of their two packets.
chroot "$root" tshark -n -r /tmp/ports.pcap -T fields -e udp.dstport -e _ws.col.Protocol 2>/dev/null |
    awk -F '\t' '$2 != "UDP" { names[$1] = names[$1] " " $2 } END { for (port in names) print port names[port] }' | sort -n > "$work/taken"
sees "ports of which the packets are no UDP, and the protocol of each packet" "\
34962 PNIO PN-PTCP
34980 0x0000 0x0000
37008 UNKNOWN UNKNOWN
41170 MANOLITO MANOLITO
44818 ENIP ENIP
47000 HCrt HCrt
54328 Elasticsearch Elasticsearch
1024 to 32767: 143 ports, among them
3000 DIS DIS
8200 ADP ADP
12000 3Com XNS LLC
19132 RakNet RakNet
26000 QUAKE QUAKE" "$(
    awk '$1 >= 32768' "$work/taken"
    echo "1024 to 32767: $(awk '$1 < 32768' "$work/taken" | wc -l) ports, among them"
    grep -E '^(3000|8200|12000|19132|26000) ' "$work/taken"
)"
exit "$wrong"
