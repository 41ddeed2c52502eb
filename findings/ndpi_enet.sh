#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: libndpi-bin 4.2-2, python3-enet 0.0~vcs.2022.12.26.git-0.2+b1 with libenet7 1.3.17+ds-2 (Debian 12)
# nDPI 4.2, the library of ntopng, takes a game's ENet connection for RTP, a call, by its bytes and not by a port: what a server sends to a
# client's first peer begins with 80 00, as RTP of version 2 with payload type 0 does. The first packets decide for the connection. Calls of
# ENet whose peer numbers are 40 at both ends stay unknown.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm libndpi-bin 4.2-2 python3-enet 0.0~vcs.2022.12.26.git-0.2+b1 libenet7 1.3.17+ds-2
# A server with that many clients that stay away, and a client; a relay between them writes the last connection's packets to a file.
cat > "$root/tmp/connection.py" <<'PY'
import select, socket, struct, sys, time

import enet

file_name, others = sys.argv[1], int(sys.argv[2])
server = enet.Host(enet.Address(b"127.0.0.1", 24961), others + 1, 1, 0, 0)
client = enet.Host(None, others + 1, 1, 0, 0)

def turn():
    for host in server, client:
        while (event := host.service(0)).type != enet.EVENT_TYPE_NONE:
            pass

for number in range(others):  # these take the first peers of both hosts
    client.connect(enet.Address(b"127.0.0.1", 24961), 1)
    turn()
front, back = socket.socket(socket.AF_INET, socket.SOCK_DGRAM), socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
front.bind(("127.0.0.1", 24962))
back.connect(("127.0.0.1", 24961))
peer, behind, packets = client.connect(enet.Address(b"127.0.0.1", 24962), 1), None, []
for step in range(200):
    if peer.state == enet.PEER_STATE_CONNECTED:
        peer.send(0, enet.Packet(b"\0\1call of a method", enet.PACKET_FLAG_RELIABLE))
    turn()
    for ready in select.select([front, back], [], [], 0.005)[0]:
        if ready is front:
            data, behind = front.recvfrom(5000)
            back.send(data)
            packets.append((b"\x0a\0\0\1\x0a\0\0\2" + struct.pack(">HH", 51000, 24962), data))
        else:
            data = back.recv(5000)
            front.sendto(data, behind)
            packets.append((b"\x0a\0\0\2\x0a\0\0\1" + struct.pack(">HH", 24962, 51000), data))
with open(file_name, "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 101))  # raw IP
    for ends, data in packets[:40]:
        packet = struct.pack(">BBHHHBBH", 0x45, 0, 28 + len(data), 0, 0, 64, 17, 0) + ends + struct.pack(">HH", 8 + len(data), 0) + data
        file.write(struct.pack("<IIII", 1700000000, 0, len(packet), len(packet)) + packet)
PY
# found OTHERS: what nDPI says of the connection that is made beside so many others.
found() {
    chroot "$root" python3 /tmp/connection.py /tmp/connection.pcap "$1"
    chroot "$root" ndpiReader -i /tmp/connection.pcap -v 2 2>/dev/null | grep 'UDP 10.0.0' |
        sed -E 's/.*\[proto: [0-9]+\/([^]]*)\].*\[Confidence: ([^]]*)\].*/\1, \2/'
}
sees "what nDPI takes the connection for" "\
the first of both ends: RTP, DPI
after 40 others at both ends: Unknown, Unknown" "$(
    echo "the first of both ends: $(found 0)"
    echo "after 40 others at both ends: $(found 40)"
)"
exit "$wrong"
