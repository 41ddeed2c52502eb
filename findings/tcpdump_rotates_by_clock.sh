#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tcpdump 4.99.3-1 (Debian 12)
# tcpdump 4.99.3: -G 60 divides by the clock of the reading machine, not by the packets' times, also when it reads a file: a capture of ten
# minutes, which is read at once, becomes one file, with today's time in its name. -C divides it by size.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tcpdump 4.99.3-1
python3 - "$root/tmp/minutes.pcap" <<'PY'
import struct, sys

PACKET = struct.pack(">BBHHHBBH4s4sHHHH", 0x45, 0, 32, 0, 0, 64, 17, 0, b"\x0a\0\0\1", b"\x0a\0\0\2", 40000, 6000, 12, 0) + b"ping"
with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 228))  # raw IPv4
    for minute in range(10):
        file.write(struct.pack("<IIII", 1700000000 + 60 * minute, 0, len(PACKET), len(PACKET)) + PACKET)
PY
mkdir "$root/tmp/out"
chroot "$root" tcpdump -Z root -r /tmp/minutes.pcap -G 60 -w '/tmp/out/%Y' 2>/dev/null
sees "files of a capture of ten minutes in 2023, named by their year" "1 file, with 10 packets, named by this year" "$(
    size=$(stat -c %s "$root/tmp/out/$(date +%Y)")
    echo "$(find "$root/tmp/out" -type f | wc -l) file, with $(((size - 24) / 48)) packets, named by this year"
)"
exit "$wrong"
