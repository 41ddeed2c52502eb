#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3 (Debian 12)
# tshark 4.0.17: UDP to one of the ports 33435 to 33464 is "Possible traceroute: hop #1, attempt #1", and so on, in Expert Information,
# whatever its time to live, its source and its payload. Linux gives these ports to clients, too (32768 to 60999), so that about one game of
# 940 has the remark for each packet of its server, and two recordings of one game have other counts in -z expert.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tshark 4.0.17-0+deb12u3
cat > "$work/make.py" <<'PY'
import struct, sys
with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 228))  # raw IPv4
    for size, life in ((4, 2), (4, 64), (1200, 64), (1200, 255)):
        for source in (1000, 6000, 40000):
            for port in range(32768, 36000):
                packet = struct.pack(">BBHHHBBH4s4sHHHH", 0x45, 0, 28 + size, 0, 0, life, 17, 0, b"\x0a\0\0\1", b"\x0a\0\0\2", source, port, 8 + size, 0) + bytes(size)
                file.write(struct.pack("<IIII", 1700000000, 0, 28, len(packet)) + packet[:28])
PY
python3 "$work/make.py" "$root/tmp/ports.pcap"
sees "which of the packets to the ports 32768 to 35999 have the remark" "\
payload 4, time to live 2: from 3 ports, to 33435 to 33464, 90 packets
payload 4, time to live 64: from 3 ports, to 33435 to 33464, 90 packets
payload 1200, time to live 64: from 3 ports, to 33435 to 33464, 90 packets
payload 1200, time to live 255: from 3 ports, to 33435 to 33464, 90 packets
Chats (360)" "$(
    chroot "$root" tshark -r /tmp/ports.pcap -Y '_ws.expert.message contains "traceroute"' \
        -T fields -e udp.length -e ip.ttl -e udp.srcport -e udp.dstport 2>/dev/null | awk '
        {
            kind = "payload " $1 - 8 ", time to live " $2
            if (!count[kind]++) { order[++kinds] = kind; first[kind] = $4 }
            last[kind] = last[kind] > $4 ? last[kind] : $4
            if (!seen[kind, $3]++) sources[kind]++
        }
        END {
            for (i = 1; i <= kinds; i++) {
                kind = order[i]
                print kind ": from " sources[kind] " ports, to " first[kind] " to " last[kind] ", " count[kind] " packets"
            }
        }'
    chroot "$root" tshark -r /tmp/ports.pcap -q -z expert 2>/dev/null | grep '^Chats'
)"
exit "$wrong"
