#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3 (Debian 12)
# tshark 4.0.17 joins IP fragments of one id however long one is after the other; kernels give up after about 30 s. A sender has 65,536
# ids, so that a busy one uses each again: if a large datagram has lost its second fragment, and a later one of the same id comes with that
# one first, tshark shows a datagram of the first's beginning and the second's end, which nobody sent, and marks nothing. The later
# datagram, which is whole in the file, is not shown.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tshark 4.0.17-0+deb12u3
python3 - "$root/tmp" <<'PY'
import struct, sys

def datagram(letter):
    return struct.pack(">HHHH", 40000, 6000, 2008, 0) + letter * 2000

def fragment(data, first):
    part = data[:1480] if first else data[1480:]
    ends = b"\x0a\0\0\1\x0a\0\0\2"
    return struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(part), 7, 0x2000 if first else 185, 64, 17, 0) + ends + part

for name, packets in (
    ("hour", ((0, b"a", True), (3600, b"a", False))),
    ("two", ((0, b"a", True), (3600, b"b", False), (3600, b"b", True))),
):
    with open(f"{sys.argv[1]}/{name}.pcap", "wb") as file:
        file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 228))  # raw IPv4
        for second, letter, first in packets:
            packet = fragment(datagram(letter), first)
            file.write(struct.pack("<IIII", 1700000000 + second, 0, len(packet), len(packet)) + packet)
PY
# datagrams NAME: what is shown as UDP: its size, and runs of its payload's letters; and problems of IP and UDP.
datagrams() {
    chroot "$root" tshark -n -r "/tmp/$1.pcap" -Y udp -T fields -e udp.length -e udp.payload 2>/dev/null | python3 -c '
import itertools, sys
for line in sys.stdin:
    size, payload = line.split()
    runs = [f"{len(list(run))} {letter}" for letter, run in itertools.groupby(bytes.fromhex(payload).decode())]
    print(f"  {size}:", ", ".join(runs))'
    echo "  problems: $(chroot "$root" tshark -n -r "/tmp/$1.pcap" -Y _ws.expert 2>/dev/null | wc -l)"
}
sees "datagrams that are shown" "\
a's fragments, an hour between them
  2008: 2000 a
  problems: 0
a's first fragment, and an hour later b's second and first
  2008: 1472 a, 528 b
  problems: 0" "$(
    echo "a's fragments, an hour between them"
    datagrams hour
    echo "a's first fragment, and an hour later b's second and first"
    datagrams two
)"
exit "$wrong"
