#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: python3-scapy 2.5.0+dfsg-2, python3-dpkt 1.9.8-1 (Debian 12)
# scapy 2.5.0: bytes(packet[UDP].payload) and its length have the padding that Ethernet puts behind a datagram of less than 18 bytes, though
# UDP's length ends before: a ping of ENet, 8 bytes, is 18. packet[Raw].load has the payload alone, but is an error for one of 0 bytes. With
# a new port and checksums made anew, the padding is counted in no length, and stays. dpkt has the payload alone.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm python3-scapy 2.5.0+dfsg-2 python3-dpkt 1.9.8-1
sees "payloads of 8, 17 and 20 bytes and of none, in frames of at least 60 bytes" "\
8: scapy's payload 18, Raw.load 8, dpkt 8
17: scapy's payload 18, Raw.load 17, dpkt 17
20: scapy's payload 20, Raw.load 20, dpkt 20
0: scapy's payload 18, Raw.load IndexError, dpkt 0" "$(chroot "$root" python3 - <<'PY' 2>/dev/null
import struct

import dpkt
from scapy.all import IP, UDP, Ether, Raw

for size in 8, 17, 20, 0:
    udp = struct.pack(">HHHH", 40000, 24000, 8 + size, 0) + b"x" * size
    ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0, b"\x0a\0\0\1", b"\x0a\0\0\2")
    frame = (bytes(12) + b"\x08\x00" + ip + udp).ljust(60, b"\0")
    packet = Ether(frame)
    try:
        load = len(packet[Raw].load)
    except IndexError:
        load = "IndexError"
    assert len(packet[UDP].payload) == len(bytes(packet[UDP].payload))
    print(f"{size}: scapy's payload {len(packet[UDP].payload)}, Raw.load {load}, dpkt {len(dpkt.ethernet.Ethernet(frame).data.data.data)}")
PY
)"
exit "$wrong"
