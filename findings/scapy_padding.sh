#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: python3-scapy 2.5.0+dfsg-2, python3-dpkt 1.9.8-1 (Debian 12)
# scapy 2.5.0 gives the padding of Ethernet, which short frames have where they arrive, as part of a game's payload: bytes(packet[UDP].payload)
# of 4 bytes are 18, and so is len(). packet[UDP].load leaves it out, but of a datagram without payload it is the padding. On the sending
# machine, where there is none, all are right. packet[UDP].len - 8 tells how many count; dpkt 1.9.8 takes these alone.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm python3-scapy 2.5.0+dfsg-2 python3-dpkt 1.9.8-1
sees "a payload of 4 bytes, one of none, and one that needs no padding" "\
sent 4: bytes() 4, len() 4, load 4, len - 8 4, dpkt 4
sent 0: bytes() 0, len() 0, load absent, len - 8 0, dpkt 0
sent 26: bytes() 26, len() 26, load 26, len - 8 26, dpkt 26
arrived 4: bytes() 18, len() 18, load 4, len - 8 4, dpkt 4
arrived 0: bytes() 18, len() 18, load 18, len - 8 0, dpkt 0
arrived 26: bytes() 26, len() 26, load 26, len - 8 26, dpkt 26" "$(chroot "$root" python3 - <<'PY' 2>/dev/null
import struct

import dpkt
from scapy.all import Ether, UDP

def frame(data, shortest):
    packet = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 28 + len(data), 0, 0, 64, 17, 0, bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2]))
    packet += struct.pack(">HHHH", 50000, 24000, 8 + len(data), 0) + data
    return (b"\2\0\0\0\0\2\2\0\0\0\0\1\x08\0" + packet).ljust(shortest, b"\0")

for where, shortest in ("sent", 0), ("arrived", 60):
    for data in b"jump", b"", b"a longer payload than that":
        bytes_on_line = frame(data, shortest)
        udp = Ether(bytes_on_line)[UDP]
        load = getattr(udp.payload, "load", None)
        print(f"{where} {len(data)}: bytes() {len(bytes(udp.payload))}, len() {len(udp.payload)}, load {'absent' if load is None else len(load)},",
              f"len - 8 {udp.len - 8}, dpkt {len(dpkt.ethernet.Ethernet(bytes_on_line).data.data.data)}")
PY
)"
exit "$wrong"
