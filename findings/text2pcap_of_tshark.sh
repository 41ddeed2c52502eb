#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3, wireshark-common 4.0.17-0+deb12u3 (Debian 12)
# "tshark -x | text2pcap" of 4.0.17 makes another capture than the one that was printed. Of a datagram in two IP fragments it has three packets:
# the joined payload, which tshark prints too, becomes a frame that nobody sent. A text such as "be ef cafe 12" in the column beside the bytes is
# read as bytes, and lengthens the frame. With --hexdump frames and noascii the capture is the same.
# shellcheck disable=SC1091,SC2016,SC2154  # the inner shell's $
. "$(dirname "$0")/common.bash"
in_root bookworm tshark 4.0.17-0+deb12u3 wireshark-common 4.0.17-0+deb12u3
# A capture with one datagram in two fragments, and one with texts.
python3 - "$root/tmp" <<'PY'
import struct, sys

def frames(data, most):
    datagram = struct.pack(">HHHH", 50000, 24000, 8 + len(data), 0) + data
    for at in range(0, len(datagram), most):
        part = datagram[at:at + most]
        offset = at // 8 | (0x2000 if at + most < len(datagram) else 0)
        header = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(part), 7, offset, 64, 17, 0, bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2]))
        yield b"\2\0\0\0\0\2\2\0\0\0\0\1\x08\0" + header + part

def write(name, all_frames):
    with open(f"{sys.argv[1]}/{name}.pcap", "wb") as file:
        file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1))
        for number, frame in enumerate(all_frames):
            file.write(struct.pack("<IIII", 1700000000 + number, 0, len(frame), len(frame)) + frame)

write("fragments", frames(bytes(range(200)) * 10, 1400))
write("texts", [frame for text in (b"be ef cafe 12 34 56 78 90 ab cd ef", b"no number here, and none there") for frame in frames(text, 1400)])
PY
# lengths NAME [OPTION...]: lengths of the frames, and how many are as they were, behind tshark, with these options, and text2pcap.
lengths() {
    local name=$1
    shift
    chroot "$root" bash -c 'name=$1; shift; tshark "$@" -r "/tmp/$name.pcap" | text2pcap -q - /tmp/made.pcap' - "$name" "$@" > "$work/said" 2>&1
    for file in "$name" made; do
        chroot "$root" tshark -r "/tmp/$file.pcap" -T fields -e frame.len -e frame.md5_hash -o frame.generate_md5_hash:TRUE > "$work/$file" 2>/dev/null
    done
    cut -f 1 "$work/made" | tr '\n' ' '
    echo "of $(cut -f 1 "$work/$name" | tr '\n' ' ' | sed 's/ $//'), as they were: $(sort "$work/$name" "$work/made" | uniq -d | wc -l)"
}
sees "a datagram in two fragments" "\
1434 642 2008 of 1434 642, as they were: 2
1434 642 of 1434 642, as they were: 2" "$(
    lengths fragments -x
    lengths fragments -x --hexdump frames
)"
sees "a text of hexadecimal digits, and another" "\
80 72 of 76 72, as they were: 1
76 72 of 76 72, as they were: 2
76 72 of 76 72, as they were: 2" "$(
    lengths texts -x
    lengths texts --hexdump noascii
    lengths texts --hexdump frames --hexdump noascii
)"
exit "$wrong"
