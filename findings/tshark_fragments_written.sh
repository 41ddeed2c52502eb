#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3 (Debian 12)
# tshark 4.0.17 and datagrams above the MTU: -Y with -w writes the last IP fragment only, as it alone is a packet of UDP, so that the copy
# lacks what the filter has found; -2 -Y writes all of them, -2 -R does not. Conversations and end points of UDP count the last fragment's
# bytes, too: 97 of 3097. Those of IP count all.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tshark 4.0.17-0+deb12u3
# A datagram of 3000 bytes in three fragments, and one of 1 byte.
python3 - "$root/tmp/large.pcap" <<'PY'
import struct, sys

def fragment(number, offset, more, data):
    return struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(data), number, (0x2000 if more else 0) | offset // 8, 64, 17, 0, b"\x0a\0\0\1", b"\x0a\0\0\2") + data

def datagram(size):
    return struct.pack(">HHHH", 40000, 6000, 8 + size, 0) + b"x" * size

large = datagram(3000)
with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 228))  # raw IPv4
    for packet in (fragment(1, 0, True, large[:1480]), fragment(1, 1480, True, large[1480:2960]), fragment(1, 2960, False, large[2960:]),
                   fragment(2, 0, False, datagram(1))):
        file.write(struct.pack("<IIII", 1700000000, 0, len(packet), len(packet)) + packet)
PY
of_large() { chroot "$root" tshark -r /tmp/large.pcap "$@" 2>/dev/null; }
# written OPTION...: the lengths of the packets that tshark writes.
written() {
    of_large "$@" -w /tmp/copy.pcapng
    chroot "$root" tshark -r /tmp/copy.pcapng -T fields -e frame.len 2>/dev/null | xargs
}
# counted TYPE: packets and bytes of the one conversation.
counted() { of_large -q -z "conv,$1" | grep '<->' | sed -E 's/ bytes//g' | awk '{ print $8 " packets, " $9 " bytes" }'; }
sees "what is written of the datagram, and counted of both" "\
the datagram is found: 3008
-Y: 68
-2 -Y: 1500 1500 68
-2 -R: 68
conv,udp: 2 packets, 97 bytes
conv,ip: 4 packets, 3097 bytes" "$(
    echo "the datagram is found: $(of_large -Y 'udp.length > 1000' -T fields -e udp.length)"
    echo "-Y: $(written -Y 'udp.length > 1000')"
    echo "-2 -Y: $(written -2 -Y 'udp.length > 1000')"
    echo "-2 -R: $(written -2 -R 'udp.length > 1000')"
    echo "conv,udp: $(counted udp)"
    echo "conv,ip: $(counted ip)"
)"
exit "$wrong"
