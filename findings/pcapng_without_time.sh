#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: python3-dpkt 1.9.8-1, python3-scapy 2.5.0+dfsg-2, tcpdump 4.99.3-1, tshark 4.0.17-0+deb12u3 (Debian 12)
# A packet without a time (a Simple Packet Block of pcapng) between two that have one: tshark 4.0.17 shows it without a time, tcpdump 4.99.3
# in 1970, scapy 2.5.0 in the moment in which it is read, and dpkt 1.9.8 leaves it out, so that later packets have other numbers. editcap
# and mergecap write it into 1970; reordercap puts it first, 2.147483 s after 1970 began. If the interface has no limit of length, which the
# number 0 says, scapy reads none of the packet's bytes.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm python3-dpkt 1.9.8-1 python3-scapy 2.5.0+dfsg-2 tcpdump 4.99.3-1 tshark 4.0.17-0+deb12u3
chroot "$root" python3 - <<'PY'
import struct


def block(kind, content):
    content += bytes(-len(content) % 4)
    length = struct.pack("<I", len(content) + 12)
    return struct.pack("<I", kind) + length + content + length


def frame(port):
    head = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 28, 0, 0, 64, 17, 0, bytes([127, 0, 0, 1]), bytes([127, 0, 0, 1]))
    return bytes(12) + b"\x08\x00" + head + struct.pack(">HHHH", port, 6000, 8, 0)


def timed(port, time):
    return block(6, struct.pack("<IIIII", 0, time >> 32, time & 0xFFFFFFFF, 42, 42) + frame(port))


for name, limit in (("game", 262144), ("unlimited", 0)):
    with open(f"/tmp/{name}.pcapng", "wb") as file:
        file.write(block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1)) + block(1, struct.pack("<HHI", 1, 0, limit)))
        file.write(timed(5001, 1700000000000000) + block(3, struct.pack("<I", 42) + frame(5002)) + timed(5003, 1700000001000000))
PY
cat > "$root/tmp/with_dpkt.py" <<'PY'
import sys

import dpkt

for time, data in dpkt.pcapng.Reader(open(sys.argv[1], "rb")):
    print(dpkt.ethernet.Ethernet(data).ip.udp.sport, f"{float(time):.6f}")
PY
cat > "$root/tmp/with_scapy.py" <<'PY'
import sys, time

from scapy.all import UDP, rdpcap

for packet in rdpcap(sys.argv[1]):
    is_now = abs(float(packet.time) - time.time()) < 600
    print(packet[UDP].sport if UDP in packet else "no UDP", "now" if is_now else f"{float(packet.time):.6f}")
PY
by_tshark() { chroot "$root" tshark -r "$1" -T fields -e udp.srcport -e frame.time_epoch 2>/dev/null | sed 's/000$//; s/\t/ /; s/ $/ none/' | paste -sd , ; }
by_tcpdump() { chroot "$root" tcpdump -n -tt -r "$1" 2>/dev/null | sed -E 's/^([0-9.]+) IP 127.0.0.1.([0-9]+) .*/\2 \1/' | paste -sd ,; }
sees "the packets of ports 5001, 5002 (no time) and 5003: each one's port and time" "\
tshark: 5001 1700000000.000000,5002 none,5003 1700000001.000000
tcpdump: 5001 1700000000.000000,5002 0.000000,5003 1700000001.000000
dpkt: 5001 1700000000.000000,5003 1700000001.000000
scapy: 5001 1700000000.000000,5002 now,5003 1700000001.000000" "\
tshark: $(by_tshark /tmp/game.pcapng)
tcpdump: $(by_tcpdump /tmp/game.pcapng)
dpkt: $(chroot "$root" python3 /tmp/with_dpkt.py /tmp/game.pcapng | paste -sd ,)
scapy: $(chroot "$root" python3 /tmp/with_scapy.py /tmp/game.pcapng 2>/dev/null | paste -sd ,)"
sees "scapy, if the interface has no limit of length" "\
5001 1700000000.000000,no UDP now,5003 1700000001.000000" \
    "$(chroot "$root" python3 /tmp/with_scapy.py /tmp/unlimited.pcapng 2>/dev/null | paste -sd ,)"
written() {
    chroot "$root" "$@" >/dev/null 2>&1
    echo "$1: $(by_tshark /tmp/out)"
}
sees "what is written of them" "\
editcap: 5001 1700000000.000000,5002 0.000000,5003 1700000001.000000
mergecap: 5001 1700000000.000000,5002 0.000000,5003 1700000001.000000
reordercap: 5002 2.147483,5001 1700000000.000000,5003 1700000001.000000" "$(written editcap /tmp/game.pcapng /tmp/out
written mergecap -w /tmp/out /tmp/game.pcapng
written reordercap /tmp/game.pcapng /tmp/out)"
exit "$wrong"
