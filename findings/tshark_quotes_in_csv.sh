#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3, miller 6.6.0-2+b3, sqlite3 3.40.1-2+deb12u2 (Debian 12), Python's csv, tshark 4.6.9-1+b1 (Debian sid)
# tshark 4.0.17 -T fields -E separator=, -E quote=d writes a quotation mark within a text as it is, so that the lines are no CSV: Python's csv
# and sqlite3 divide the chat message 'say "hi", ok', put other values into the columns behind it, and raise no error; Miller refuses the
# file. A tab becomes \t, and a backslash stays, so that a tab and a \ with a t are one. 4.6.9 doubles both.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tshark 4.0.17-0+deb12u3 miller 6.6.0-2+b3 sqlite3 3.40.1-2+deb12u2
older=$root
# Open Sound Control, a protocol with texts that both versions know.
python3 - "$work/chat.pcap" <<'PY'
import struct, sys

with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 101))
    for text in b"hello", b'say "hi", ok', b"a\tb", b"a\\tb":
        message = b"/a\0\0,s\0\0" + text + bytes(4 - len(text) % 4)
        datagram = struct.pack(">HHHH", 50000, 24000, 8 + len(message), 0) + message
        packet = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(datagram), 0, 0, 64, 17, 0, bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2])) + datagram
        file.write(struct.pack("<IIII", 1700000000, 0, len(packet), len(packet)) + packet)
PY
written_by() {
    cp "$work/chat.pcap" "$1/tmp/"
    chroot "$1" tshark --enable-heuristic osc_udp -r /tmp/chat.pcap -T fields -E separator=, -E quote=d -E header=y -e frame.number \
        -e osc.message.string -e udp.dstport 2>/dev/null
}
written_by "$older" > "$older/tmp/chat.csv"
sees "what tshark 4.0.17 writes" 'frame.number,osc.message.string,udp.dstport
"1","hello","24000"
"2","say "hi", ok","24000"
"3","a\tb","24000"
"4","a\tb","24000"' "$(cat "$older/tmp/chat.csv")"
sees "the third column of packet 2" 'Python: ok"
sqlite3: ok"
Miller: mlr: mlr: CSV header/data length mismatch' "\
Python: $(python3 -c 'import csv, sys; print(list(csv.DictReader(open(sys.argv[1])))[1]["udp.dstport"].strip())' "$older/tmp/chat.csv")
sqlite3: $(chroot "$older" sqlite3 :memory: '.mode csv' '.import /tmp/chat.csv chat' '.mode list' 'select trim("udp.dstport") from chat where "frame.number" = 2' 2>/dev/null)
Miller: $(chroot "$older" mlr --icsv --ojson cat /tmp/chat.csv 2>&1 >/dev/null | grep -o '.*mismatch')"
root=$work/newer
in_root sid tshark 4.6.9-1+b1
sees "what tshark 4.6.9 writes" 'frame.number,osc.message.string,udp.dstport
"1","hello","24000"
"2","say ""hi"", ok","24000"
"3","a\tb","24000"
"4","a\\tb","24000"' "$(written_by "$root")"
exit "$wrong"
