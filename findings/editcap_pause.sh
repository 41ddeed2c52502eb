#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: wireshark-common 4.0.17-0+deb12u3 (Debian 12)
# editcap 4.0.17 -i divides a capture into files of so many seconds, and fills pauses with files without a packet: a pause of an hour is 57 of
# them with -i 60. Each has the time of the packet behind the pause in its name, not its own, so that the file that has the packet is one of
# 58 of one time. A packet of exactly the end is still in the file.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm wireshark-common 4.0.17-0+deb12u3
python3 - "$root/tmp/pause.pcap" <<'PY'
import struct, sys

PACKET = struct.pack(">BBHHHBBH4s4sHHHH", 0x45, 0, 32, 0, 0, 64, 17, 0, b"\x0a\0\0\1", b"\x0a\0\0\2", 40000, 6000, 12, 0) + b"ping"
with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 228))  # raw IPv4
    for second in 0, 60, 61, 3600:
        file.write(struct.pack("<IIII", 1700000000 + second, 0, len(PACKET), len(PACKET)) + PACKET)
PY
# files SECONDS: how many there are, with how many packets, and the times in their names.
files() {
    rm -rf "$root/tmp/out"
    mkdir "$root/tmp/out"
    chroot "$root" env TZ=UTC editcap -F pcap -i "$1" /tmp/pause.pcap /tmp/out/part.pcap
    python3 - "$root/tmp/out" <<'PY'
import collections, os, sys

files = collections.Counter()
for name in os.listdir(sys.argv[1]):
    packets = (os.path.getsize(os.path.join(sys.argv[1], name)) - 24) // (16 + 32)
    files[name.split("_")[2][8:14], packets] += 1
for (time, packets), count in sorted(files.items()):
    print(f"  {count} named {time} with {packets} packets")
PY
}
sees "files of 60 s, of packets at 22:13:20, 22:14:20, 22:14:21 and 23:13:20" "\
  1 named 221320 with 2 packets
  1 named 221421 with 1 packets
  57 named 231320 with 0 packets
  1 named 231320 with 1 packets" "$(files 60)"
exit "$wrong"
