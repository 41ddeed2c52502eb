#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tcpdump 4.99.3-1, libpcap0.8 1.10.3-1 (Debian 12)
# tcpdump 4.99.3 takes UDP to or from the ports 7000 to 7009 for AFS (rx), whatever it carries; 7000 is the port of the example in Godot's
# page on high-level multiplayer. A game's packets are printed as "rx type 0 (52)" or "[|rx] (11)", and a search for "UDP, length" misses
# them.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tcpdump 4.99.3-1 libpcap0.8 1.10.3-1
# ENet's Connect, and a reliable packet of 1 byte, to each port and from it.
cat > "$work/make.py" <<'PY'
import struct, sys

CONNECT = bytes.fromhex("8fff1234") + bytes.fromhex("82ff0001") + bytes(44)
RELIABLE = bytes.fromhex("80001234860000010001ff")
with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 228))  # raw IPv4
    for port in range(6999, 7011):
        for source, destination in ((40000, port), (port, 40000)):
            for data in (CONNECT, RELIABLE):
                packet = struct.pack(">BBHHHBBH4s4sHHHH", 0x45, 0, 28 + len(data), 0, 0, 64, 17, 0, bytes(4), bytes(4), source, destination, 8 + len(data), 0) + data
                file.write(struct.pack("<IIII", 1700000000, 0, len(packet), len(packet)) + packet)
PY
python3 "$work/make.py" "$root/tmp/ports.pcap"
# What is printed behind the addresses, and for which ports of the server.
printed() {
    chroot "$root" tcpdump -nr /tmp/ports.pcap 2>/dev/null | sed -E 's/^.*0\.0\.0\.0\.([0-9]+) > 0\.0\.0\.0\.([0-9]+): */\1 \2 /' | awk '
        {
            way = $1 == 40000 ? "to " : "from "
            port = $1 == 40000 ? $2 : $1
            $1 = $2 = ""
            sub(/^ */, "")
            if (!(way $0 in ports)) order[++count] = way $0
            ports[way $0] = ports[way $0] " " port
        }
        END { for (i = 1; i <= count; i++) print order[i] ":" ports[order[i]] }'
}
sees "what tcpdump prints of packets of 52 and 11 bytes to and from a server, and its ports" "\
to UDP, length 52: 6999 7010
to UDP, length 11: 6999 7010
from UDP, length 52: 6999 7010
from UDP, length 11: 6999 7010
to rx type 0 (52): 7000 7001 7002 7003 7004 7005 7006 7007 7008 7009
to [|rx] (11): 7000 7001 7002 7003 7004 7005 7006 7007 7008 7009
from rx type 0 (52): 7000 7001 7002 7003 7004 7005 7006 7007 7008 7009
from [|rx] (11): 7000 7001 7002 7003 7004 7005 7006 7007 7008 7009" "$(printed)"
exit "$wrong"
