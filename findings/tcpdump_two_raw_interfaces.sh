#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tcpdump 4.99.3-1, libpcap0.8 1.10.3-1, wireshark-common 4.0.17-0+deb12u3 (Debian 12)
# tcpdump 4.99.3 with libpcap 1.10.3 does not read a pcapng with two interfaces of link type 101 (raw IP, as tunnels have it): it says
# that the type 101 is another than that of the first, which is 101. Two of Ethernet (1), of loopback (0) or of raw IPv4 (228)
# are read.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tcpdump 4.99.3-1 libpcap0.8 1.10.3-1 wireshark-common 4.0.17-0+deb12u3
# The header and the bytes of one packet: UDP without payload from 127.0.0.1 to 127.0.0.1.
ip='\x45\0\0\x1c\0\0\0\0\x40\x11\0\0\x7f\0\0\1\x7f\0\0\1\x13\x88\x17\x70\0\x08\0\0'
# capture NAME LINK LENGTH BYTES: a packet of LENGTH bytes, which BYTES begin, on each of two interfaces of the type LINK.
capture() {
    printf '%b' '\xd4\xc3\xb2\xa1\x02\0\x04\0\0\0\0\0\0\0\0\0\xff\xff\0\0\x'"$2"'\0\0\0\0\xf1\x53\x65\0\0\0\0\x'"$3"'\0\0\0\x'"$3"'\0\0\0'"$4$ip" \
        > "$root/tmp/$1.pcap"
    chroot "$root" mergecap -I none -w "/tmp/$1.pcapng" "/tmp/$1.pcap" "/tmp/$1.pcap"
}
read_by_tcpdump() {
    chroot "$root" tcpdump -n -r "/tmp/$1.pcapng" > "$work/packets" 2> "$work/errors" || true
    echo "$1: $(wc -l < "$work/packets") of 2 packets"
    sed '/^reading/d' "$work/errors"
}
capture raw 65 1c ''
capture ipv4 e4 1c ''
capture loopback 00 20 '\x02\0\0\0'
capture ethernet 01 2a '\0\0\0\0\0\0\0\0\0\0\0\0\x08\0'
sees "captures with two interfaces of one link type" "\
raw: 0 of 2 packets
tcpdump: pcap_loop: an interface has a type 101 different from the type of the first interface
ipv4: 2 of 2 packets
loopback: 2 of 2 packets
ethernet: 2 of 2 packets" "$(for name in raw ipv4 loopback ethernet; do read_by_tcpdump "$name"; done)"
exit "$wrong"
