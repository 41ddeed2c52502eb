#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: python3-dpkt 1.9.8-1, python3-scapy 2.5.0+dfsg-2, tshark 4.0.17-0+deb12u3 (Debian 12)
# dpkt 1.9.8: pcapng.Reader counts the times of all interfaces in the unit of the first. Of a capture in microseconds and one in nanoseconds
# that mergecap has put into one file, the packets of one of them are then in the year 1970, or 55840; scapy and tshark have both right.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm python3-dpkt 1.9.8-1 python3-scapy 2.5.0+dfsg-2 tshark 4.0.17-0+deb12u3
chroot "$root" python3 - <<'PY'
import struct

payload = struct.pack(">HHHH", 5000, 6000, 12, 0) + b"ping"
packet = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(payload), 0, 0, 64, 17, 0, bytes([127, 0, 0, 1]), bytes([127, 0, 0, 1])) + payload
for name, magic, second, fraction in (("micro", 0xA1B2C3D4, 1700000000, 250000), ("nano", 0xA1B23C4D, 1700000001, 500000000)):
    with open(f"/tmp/{name}.pcap", "wb") as file:
        file.write(struct.pack("<IHHiIII", magic, 2, 4, 0, 0, 65535, 101))
        file.write(struct.pack("<IIII", second, fraction, len(packet), len(packet)) + packet)
PY
chroot "$root" mergecap -w /tmp/micro_first.pcapng /tmp/micro.pcap /tmp/nano.pcap
chroot "$root" mergecap -w /tmp/nano_first.pcapng /tmp/nano.pcap /tmp/micro.pcap
times() {
    for file in micro_first nano_first; do
        echo "$file: $("$@" "/tmp/$file.pcapng" | paste -sd ' ')"
    done
}
# shellcheck disable=SC2317  # times() calls them
with_tshark() { chroot "$root" tshark -T fields -e frame.time_epoch -r "$1" 2>/dev/null | sed 's/0*$//'; }
# shellcheck disable=SC2317
with_scapy() { chroot "$root" python3 -c 'import sys; from scapy.all import rdpcap; [print(packet.time) for packet in rdpcap(sys.argv[1])]' "$1" 2>/dev/null; }
# shellcheck disable=SC2317
with_dpkt() { chroot "$root" python3 -c 'import sys, dpkt; [print(f"{float(time):.6f}".rstrip("0")) for time, _ in dpkt.pcapng.Reader(open(sys.argv[1], "rb"))]' "$1"; }
sees "tshark" "\
micro_first: 1700000000.25 1700000001.5
nano_first: 1700000000.25 1700000001.5" "$(times with_tshark)"
sees "scapy" "\
micro_first: 1700000000.25 1700000001.5
nano_first: 1700000000.25 1700000001.5" "$(times with_scapy)"
sees "dpkt" "\
micro_first: 1700000000.25 1700000001500.
nano_first: 1700000.00025 1700000001.5" "$(times with_dpkt)"
exit "$wrong"
