#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: python3-dpkt 1.9.8-1, python3-scapy 2.5.0+dfsg-2, tcpdump 4.99.3-1, tshark 4.0.17-0+deb12u3 (Debian 12)
# A capture in microseconds and one in nanoseconds in one pcapng: dpkt 1.9.8 counts the times of all interfaces in the unit of the first, so
# that one of two packets is in 1970 or in 55840 when mergecap has merged them. scapy 2.5.0 has those right, and is wrong if the files are
# put one behind the other (cat), which the format allows: it takes the second section's interface for the first's. tshark and
# tcpdump are right with all.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm python3-dpkt 1.9.8-1 python3-scapy 2.5.0+dfsg-2 tcpdump 4.99.3-1 tshark 4.0.17-0+deb12u3
chroot "$root" python3 - <<'PY'
import struct

payload = struct.pack(">HHHH", 5000, 6000, 12, 0) + b"ping"
packet = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(payload), 0, 0, 64, 17, 0, bytes([127, 0, 0, 1]), bytes([127, 0, 0, 1])) + payload
frame = bytes(12) + b"\x08\x00" + packet
for name, magic, second, fraction in (("micro", 0xA1B2C3D4, 1700000000, 250000), ("nano", 0xA1B23C4D, 1700000001, 500000000)):
    with open(f"/tmp/{name}.pcap", "wb") as file:
        file.write(struct.pack("<IHHiIII", magic, 2, 4, 0, 0, 65535, 1))
        file.write(struct.pack("<IIII", second, fraction, len(frame), len(frame)) + frame)
PY
chroot "$root" bash -c 'cd /tmp
mergecap -w micro_first.pcapng micro.pcap nano.pcap
mergecap -w nano_first.pcapng nano.pcap micro.pcap
mergecap -w micro.pcapng micro.pcap
mergecap -w nano.pcapng nano.pcap
cat micro.pcapng nano.pcapng > cat.pcapng'
cat > "$root/tmp/with_dpkt.py" <<'PY'
import sys

import dpkt

for time, _ in dpkt.pcapng.Reader(open(sys.argv[1], "rb")):
    print(f"{float(time):.6f}")
PY
cat > "$root/tmp/with_scapy.py" <<'PY'
import sys

from scapy.all import rdpcap

for packet in rdpcap(sys.argv[1]):
    print(f"{float(packet.time):.6f}")
PY
# times READER...: what the command prints as the time of each packet, for each file.
times() {
    for file in micro_first nano_first cat; do
        echo "$file: $(chroot "$root" "$@" "/tmp/$file.pcapng" 2>/dev/null | sed 's/ .*//; s/0*$//; s/[.]$//' | paste -sd ' ')"
    done
}
right="\
micro_first: 1700000000.25 1700000001.5
nano_first: 1700000000.25 1700000001.5
cat: 1700000000.25 1700000001.5"
sees "tshark" "$right" "$(times tshark -T fields -e frame.time_epoch -r)"
sees "tcpdump" "$right" "$(times tcpdump -n -tt -r)"
sees "dpkt" "\
micro_first: 1700000000.25 1700000001500
nano_first: 1700000.00025 1700000001.5
cat: 1700000000.25 1700000001500" "$(times python3 /tmp/with_dpkt.py)"
sees "scapy" "\
micro_first: 1700000000.25 1700000001.5
nano_first: 1700000000.25 1700000001.5
cat: 1700000000.25 1700000001500" "$(times python3 /tmp/with_scapy.py)"
exit "$wrong"
