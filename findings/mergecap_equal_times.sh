#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: mergecap of wireshark-common 4.0.17-0+deb12u3 (Debian 12)
# mergecap 4.0.17 (Debian 12): of packets with one time, those of the file that is named last come first, so that an answer may
# stand before its question; a file that is not in the order of its times is merged in its own order.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm wireshark-common 4.0.17-0+deb12u3
# The packets of a capture, each as its second and its letter: 1a 2b.
capture() {
    python3 - "$root/tmp/$1" "${@:2}" <<'PY'
import struct, sys
with open(sys.argv[1], "wb") as out:
    out.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 147))
    for packet in sys.argv[2:]:
        out.write(struct.pack("<IIII", int(packet[:-1]), 0, 1, 1) + packet[-1:].encode())
PY
}
merged() {
    chroot "$root" mergecap -F pcap -w /tmp/out.pcap "$@"
    python3 -c 'import sys; data = open(sys.argv[1], "rb").read()[24:]; print(*(chr(each) for each in data[16::17]))' "$root/tmp/out.pcap"
}
capture lower.pcap 1a 2b 2c 3d
capture upper.pcap 1A 2B 2C 3D
capture back.pcap 5z 1y
sees "a to d, A to D at seconds 1, 2, 2, 3; z at 5, then y at 1" "\
lower upper: A a B C b c D d
upper lower: a A b c B C d D
back lower: a b c d z y" "\
lower upper: $(merged /tmp/lower.pcap /tmp/upper.pcap)
upper lower: $(merged /tmp/upper.pcap /tmp/lower.pcap)
back lower: $(merged /tmp/back.pcap /tmp/lower.pcap)"
exit "$wrong"
