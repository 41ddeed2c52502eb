#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tcpslice 1.5-1 (Debian 12)
# tcpslice 1.5 takes the nanoseconds of a pcap for microseconds: a slice of seconds 8 to 9 has the eight seconds before, too, without an
# error, and -t says that a last packet at 29.923456789 is at "29s923456789u". What it writes has microseconds. Of the same capture in
# microseconds it writes the packets that were asked for.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tcpslice 1.5-1
# Packet i of 100 is i tenths of a second and 23456789 ns after 1700000000; its only byte is i.
python3 - "$root/tmp" <<'PY'
import struct, sys

for name, magic, unit in ("micro", 0xA1B2C3D4, 1000), ("nano", 0xA1B23C4D, 1):
    with open(f"{sys.argv[1]}/{name}.pcap", "wb") as file:
        file.write(struct.pack("<IHHiIII", magic, 2, 4, 0, 0, 65535, 147))
        for number in range(100):
            file.write(struct.pack("<IIIIB", 1700000000 + number // 10, (number % 10 * 10**8 + 23456789) // unit, 1, 1, number))
PY
# slice NAME FROM TO: the packets that are written, and the first one's fraction of a second.
slice() {
    chroot "$root" tcpslice -w /tmp/slice.pcap "$2" "$3" "/tmp/$1.pcap"
    python3 - "$1 from $2 to $3" "$root/tmp/slice.pcap" <<'PY'
import struct, sys

data, at, packets = open(sys.argv[2], "rb").read(), 24, []
while at < len(data):
    _, fraction, length, _ = struct.unpack_from("<IIII", data, at)
    packets.append((data[at + 16], fraction))
    at += 16 + length
numbers = [number for number, _ in packets]
print(f"{sys.argv[1]}: {numbers[0]} to {numbers[-1]}, {len(numbers)} packets, the first at .{packets[0][1]:0{9 if data[:2] == bytes([0x4d, 0x3c]) else 6}}" if packets
      else f"{sys.argv[1]}: none")
PY
}
sees "the packets of seconds" "\
micro from 1700000002 to 1700000004: 20 to 39, 20 packets, the first at .023456
micro from 1700000008 to 1700000009: 80 to 89, 10 packets, the first at .023456
nano from 1700000002 to 1700000004: 0 to 39, 40 packets, the first at .023456
nano from 1700000008 to 1700000009: 0 to 89, 90 packets, the first at .023456" "$(
    for name in micro nano; do
        slice "$name" 1700000002 1700000004
        slice "$name" 1700000008 1700000009
    done
)"
sees "the times of the first and the last packet" "\
/tmp/micro.pcap 2023y11m14d22h13m20s023456u 2023y11m14d22h13m29s923456u
/tmp/nano.pcap 2023y11m14d22h13m20s023456u 2023y11m14d22h13m29s923456789u" "$(chroot "$root" tcpslice -t /tmp/micro.pcap /tmp/nano.pcap | tr '\t' ' ')"
exit "$wrong"
