#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tcpdump 4.99.3-1, libpcap0.8 1.10.3-1, wireshark-common 4.0.17-0+deb12u3, python3-scapy 2.5.0+dfsg-2 (Debian 12)
# tcpdump 4.99.3 with libpcap 1.10.3 reads no packet of what mergecap makes of two captures with other snap lengths, though none of them is cut
# and the link type is the same: one of scapy, which declares 65535, and one of Wireshark's, which declares 262144. The other order and
# "editcap -s" do not help; "mergecap -F pcap" does, as such a file has one snap length.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tcpdump 4.99.3-1 libpcap0.8 1.10.3-1 wireshark-common 4.0.17-0+deb12u3 python3-scapy 2.5.0+dfsg-2
chroot "$root" python3 - <<'PY' 2>/dev/null
from scapy.all import Ether, IP, UDP, wrpcap

packet = Ether(src="02:00:00:00:00:01", dst="02:00:00:00:00:02") / IP(src="10.0.0.1", dst="10.0.0.2") / UDP(sport=50000, dport=24000) / b"jump"
packet.time = 1700000000
wrpcap("/tmp/scapy.pcap", [packet, packet])
PY
chroot "$root" bash -euc 'cd /tmp
printf "0000 6a 75 6d 70\n" | text2pcap -q -F pcap -4 10.0.0.2,10.0.0.1 -u 24000,50000 - text2pcap.pcap
mergecap -w two.pcapng scapy.pcap text2pcap.pcap
mergecap -w back.pcapng text2pcap.pcap scapy.pcap
editcap -s 65535 two.pcapng snap.pcapng
mergecap -F pcap -w one.pcap scapy.pcap text2pcap.pcap
mergecap -w equal.pcapng scapy.pcap scapy.pcap'
# declared FILE: the snap length in the header of a pcap.
declared() { od -A n -t u4 -j 16 -N 4 "$root/tmp/$1" | tr -d ' '; }
sees "snap lengths" "scapy 65535, text2pcap 262144" "scapy $(declared scapy.pcap), text2pcap $(declared text2pcap.pcap)"
read_by_tcpdump() {
    chroot "$root" tcpdump -n -r "/tmp/$1" > "$work/packets" 2> "$work/errors" || true
    echo "$1: $(wc -l < "$work/packets") of $2 packets"
    sed '/^reading/d' "$work/errors"
}
sees "what tcpdump reads" "\
two.pcapng: 0 of 3 packets
tcpdump: pcap_loop: an interface has a snapshot length 262144 different from the snapshot length of the first interface
back.pcapng: 0 of 3 packets
tcpdump: pcap_loop: an interface has a snapshot length 65535 different from the snapshot length of the first interface
snap.pcapng: 0 of 3 packets
tcpdump: pcap_loop: an interface has a snapshot length 262144 different from the snapshot length of the first interface
one.pcap: 3 of 3 packets
equal.pcapng: 4 of 4 packets" "$(
    read_by_tcpdump two.pcapng 3
    read_by_tcpdump back.pcapng 3
    read_by_tcpdump snap.pcapng 3
    read_by_tcpdump one.pcap 3
    read_by_tcpdump equal.pcapng 4
)"
exit "$wrong"
