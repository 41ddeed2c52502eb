#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: python3-scapy 2.5.0+dfsg-2, tshark 4.0.17-0+deb12u3 (Debian 12)
# scapy 2.5.0: wrpcap() rounds a time of nanoseconds to microseconds. 100 ns before a full second it writes the next second and 1,000,000
# microseconds: readers show the packet a second late, after packets that followed it.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm python3-scapy 2.5.0+dfsg-2
chroot "$root" python3 - <<'PY'
import struct

frame = bytes(12) + b"\x08\x00" + bytes(20)
with open("/tmp/in.pcap", "wb") as file:  # nanoseconds
    file.write(struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 1))
    for second, nanosecond in ((1700000000, 999999900), (1700000001, 100)):
        file.write(struct.pack("<IIII", second, nanosecond, len(frame), len(frame)) + frame)
PY
sees "seconds and microseconds that are written for ...0.9999999 and ...1.0000001" "\
1700000001 1000000
1700000001 0" "$(chroot "$root" python3 - <<'PY'
import struct

from scapy.all import rdpcap, wrpcap

wrpcap("/tmp/out.pcap", rdpcap("/tmp/in.pcap"))
data = open("/tmp/out.pcap", "rb").read()
at = 24
while at < len(data):
    second, micro, captured, _ = struct.unpack_from("<IIII", data, at)
    print(second, micro)
    at += 16 + captured
PY
)"
cp "$root/tmp/out.pcap" "$work/out.pcap"
in_root bookworm tshark 4.0.17-0+deb12u3
cp "$work/out.pcap" "$root/tmp/"
sees "the times that tshark shows, and what it counts between them" "\
1700000001.1000000000	0.000000000
1700000001.000000000	-0.1000000000" \
    "$(chroot "$root" tshark -r /tmp/out.pcap -T fields -e frame.time_epoch -e frame.time_delta 2>/dev/null)"
exit "$wrong"
