#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.6.9-1+b1 with wireshark-common 4.6.9-1+b1 (Debian sid)
# editcap 4.6.9 and tshark -w move the times of a pcapng in which an interface has a time offset (if_tsoffset), or a unit below the nanosecond
# (if_tsresol). The offset is added twice, and 10 ticks of a tenth of a nanosecond are taken for 10 ns, so that 2023 becomes 1975. tshark
# shows the file itself right, mergecap and reordercap write it right, and so does editcap -F nsecpcap. Wireshark 4.0.17 was right with
# these in all of them.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid tshark 4.6.9-1+b1 wireshark-common 4.6.9-1+b1
# An interface with one option, and two packets at 1700000000 of its clock and half a second later.
cat > "$work/make.py" <<'PY'
import struct, sys

FRAME = bytes(12) + b"\x08\x00" + bytes.fromhex("4500001c0000000040110000 7f000001 7f000001 1388 1770 0008 0000")


def block(kind, content):
    content += bytes(-len(content) % 4)
    length = struct.pack("<I", len(content) + 12)
    return struct.pack("<I", kind) + length + content + length


def capture(code, value, ticks):
    option = struct.pack("<HH", code, len(value)) + value + bytes(-len(value) % 4) + bytes(4)
    out = block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1)) + block(1, struct.pack("<HHI", 1, 0, 0) + option)
    for time in (1700000000 * ticks, 1700000000 * ticks + ticks // 2):
        head = struct.pack("<IIIII", 0, time >> 32, time & 0xFFFFFFFF, len(FRAME), len(FRAME))
        out += block(6, head + FRAME)
    return out


for name, code, value, ticks in (
    ("nanoseconds", 9, b"\x09", 10**9),
    ("offset", 14, struct.pack("<q", 1000), 10**6),
    ("tenths", 9, b"\x0a", 10**10),
    ("binary", 9, b"\xa0", 2**32),
):
    with open(f"{sys.argv[1]}/{name}.pcapng", "wb") as file:
        file.write(capture(code, value, ticks))
PY
python3 "$work/make.py" "$root/tmp"
times() { chroot "$root" tshark -r "/tmp/$1" -T fields -e frame.time_epoch 2>/dev/null | xargs; }
# written NAME COMMAND...: the times in /tmp/out, which the command writes.
written() {
    local name=$1
    shift
    chroot "$root" "$@" >/dev/null 2>&1
    echo "  $name: $(times out)"
}
sees "times as tshark shows them, and in what is written from the file" "\
nanoseconds: 1700000000.000000000 1700000000.500000000
  editcap: 1700000000.000000000 1700000000.500000000
  tshark -w: 1700000000.000000000 1700000000.500000000
  mergecap: 1700000000.000000000 1700000000.500000000
  reordercap: 1700000000.000000000 1700000000.500000000
  editcap -F nsecpcap: 1700000000.000000000 1700000000.500000000
offset: 1700001000.000000000 1700001000.500000000
  editcap: 1700002000.000000000 1700002000.500000000
  tshark -w: 1700002000.000000000 1700002000.500000000
  mergecap: 1700001000.000000000 1700001000.500000000
  reordercap: 1700001000.000000000 1700001000.500000000
  editcap -F nsecpcap: 1700001000.000000000 1700001000.500000000
tenths: 1700000000.000000000 1700000000.500000000
  editcap: 170000000.000000000 170000000.050000000
  tshark -w: 170000000.000000000 170000000.050000000
  mergecap: 1700000000.000000000 1700000000.500000000
  reordercap: 1700000000.000000000 1700000000.500000000
  editcap -F nsecpcap: 1700000000.000000000 1700000000.500000000
binary: 1700000000.000000000 1700000000.500000000
  editcap: 395812094.211578369 395812094.327993690
  tshark -w: 395812094.211578369 395812094.327993690
  mergecap: 1700000000.000000000 1700000000.500000000
  reordercap: 1700000000.000000000 1700000000.500000000
  editcap -F nsecpcap: 1700000000.000000000 1700000000.500000000" "$(for name in nanoseconds offset tenths binary; do
    file=/tmp/$name.pcapng
    echo "$name: $(times "$name.pcapng")"
    written editcap editcap "$file" /tmp/out
    written "tshark -w" tshark -r "$file" -w /tmp/out
    written mergecap mergecap -w /tmp/out "$file"
    written reordercap reordercap "$file" /tmp/out
    written "editcap -F nsecpcap" editcap -F nsecpcap "$file" /tmp/out
done)"
exit "$wrong"
