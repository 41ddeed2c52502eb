#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: pcapfix 1.1.7-2 (Debian 12)
# pcapfix 1.1.7 takes a whole pcap for a broken one if a packet is a second older than the one before, as where captures were joined by
# mergecap -a, or more than a day younger. It reports success, and writes a file in which two of four packets are left, with other lengths
# and times.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
unpacked pcapfix 1.1.7-2
cat > "$work/pauses.py" <<'PY'
import struct, subprocess, sys

def read(path):
    with open(path, "rb") as file:
        data = file.read()
    begin, packets = 24, []
    while begin + 16 <= len(data):
        seconds, _, kept, _ = struct.unpack_from("<IIII", data, begin)
        packets.append((seconds, data[begin + 16 : begin + 16 + kept]))
        begin += 16 + kept
    return packets

for title, pause in (("an hour later", 3600), ("two days later", 172800), ("a second before", -2)):
    packets = [(1700000000 + (pause if number else 0) + number, bytes([65 + number]) * 100) for number in range(4)]
    with open("game.pcap", "wb") as file:
        file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 262144, 147))
        for seconds, data in packets:
            file.write(struct.pack("<IIII", seconds, 0, len(data), len(data)) + data)
    said = subprocess.run([sys.argv[1], "-o", "fixed.pcap", "game.pcap"], capture_output=True, text=True).stdout
    if "Nothing to fix" in said:
        print(f"{title}: nothing to fix")
        continue
    after = read("fixed.pcap")
    print(f"{title}: {'SUCCESS' if 'SUCCESS' in said else 'failed'}, {len(after)} of {len(packets)} packets, as they were {len(set(after) & set(packets))}")
PY
sees "what pcapfix makes of a whole capture, by the time of its second packet" "\
an hour later: nothing to fix
two days later: SUCCESS, 2 of 4 packets, as they were 0
a second before: SUCCESS, 2 of 4 packets, as they were 0" "$(cd "$work" && python3 pauses.py "$work/unpacked/usr/bin/pcapfix")"
exit "$wrong"
