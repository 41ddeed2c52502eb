#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3 (Debian 12), tshark 4.6.9-1+b1 (Debian sid), each with its wireshark-common
# What editcap, mergecap, reordercap and tshark -w keep of a pcapng. Keys and comments stay, but the count of packets that the system has
# dropped while it captured (isb_ifdrop) is gone from what each of them of 4.0.17 writes, and of 4.6.9 from all but reordercap's: whoever
# gets the copy cannot tell that the capture has gaps. Names of addresses are gone from those of 4.0.17, and stay in those of 4.6.9.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
cat > "$work/make.py" <<'PY'
import struct, sys

FRAME = bytes(12) + b"\x08\x00" + bytes.fromhex("4500001c0000000040110000 7f000001 7f000001 1388 1770 0008 0000")


def block(kind, content):
    content += bytes(-len(content) % 4)
    length = struct.pack("<I", len(content) + 12)
    return struct.pack("<I", kind) + length + content + length


def option(code, value):
    return struct.pack("<HH", code, len(value)) + value + bytes(-len(value) % 4) + bytes(4)


time = struct.pack("<II", 1700000000000000 >> 32, 1700000000000000 & 0xFFFFFFFF)
with open(sys.argv[1], "wb") as file:
    file.write(block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1)) + block(1, struct.pack("<HHI", 1, 0, 0)))
    file.write(block(4, struct.pack("<HH", 1, 9) + b"\x0a\0\0\x01peer\0" + bytes(3) + bytes(4)))
    file.write(block(10, struct.pack("<II", 0x544C534B, 5) + b"hello"))
    file.write(block(6, struct.pack("<I", 0) + time + struct.pack("<II", 42, 42) + FRAME + bytes(2) + option(1, b"look here")))
    file.write(block(5, struct.pack("<I", 0) + time + option(5, struct.pack("<Q", 3))))
PY
cat > "$work/kept.py" <<'PY'
import struct, sys

data, at, found = open(sys.argv[1], "rb").read(), 0, []
while at < len(data):
    kind, length = struct.unpack_from("<II", data, at)
    found += {4: ["names"], 10: ["keys"], 5: ["drops"]}.get(kind, [])
    found += ["comment"] if b"look here" in data[at : at + length] else []
    at += length
print(" ".join(sorted(found)))
PY
kept() {
    python3 "$work/make.py" "$root/tmp/game.pcapng"
    for command in "editcap /tmp/game.pcapng /tmp/out" "mergecap -w /tmp/out /tmp/game.pcapng" "reordercap /tmp/game.pcapng /tmp/out" \
        "tshark -r /tmp/game.pcapng -w /tmp/out"; do
        # shellcheck disable=SC2086  # words of the command
        chroot "$root" $command >/dev/null 2>&1
        echo "${command%% *}: $(python3 "$work/kept.py" "$root/tmp/out")"
    done
}
in_root bookworm tshark 4.0.17-0+deb12u3 wireshark-common 4.0.17-0+deb12u3
sees "what stays of comment, drops, keys and names in 4.0.17" "\
editcap: comment keys
mergecap: comment keys
reordercap: comment keys
tshark: comment keys" "$(kept)"
root=$work/sid
in_root sid tshark 4.6.9-1+b1 wireshark-common 4.6.9-1+b1
sees "the same in 4.6.9" "\
editcap: comment keys names
mergecap: comment keys names
reordercap: comment drops keys names
tshark: comment keys names" "$(kept)"
exit "$wrong"
