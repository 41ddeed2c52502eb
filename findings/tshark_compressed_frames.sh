#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3 (Debian 12), tshark 4.6.9-1+b1 (Debian sid), zstd 1.5.4+dfsg2-5, lz4 1.9.4-1, gzip 1.12-1 (Debian 12)
# A capture that was compressed piece by piece, as it grew or by several processors, is one that gzip, zstd and lz4 give back whole. tshark
# 4.0.17 reads two pieces of gzip; of zstd and lz4 it reads the first, if it has 20,000 packets, and says that the file is damaged. 4.6.9
# reads them. What pzstd and lz4 -l write, neither takes for a capture.
# shellcheck disable=SC1091,SC2016,SC2154  # the inner shell's $
. "$(dirname "$0")/common.bash"
in_root bookworm tshark 4.0.17-0+deb12u3 zstd 1.5.4+dfsg2-5 lz4 1.9.4-1 gzip 1.12-1
older=$root
mkdir "$work/captures"
# A capture of 40,000 packets with numbers as payload, in two pieces.
python3 - "$work/captures" <<'PY'
import struct, sys

def packets(numbers):
    for number in numbers:
        data = b"%06d" % number * 20
        packet = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 28 + len(data), 0, 0, 64, 17, 0, bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2]))
        packet += struct.pack(">HHHH", 50000, 24000, 8 + len(data), 0) + data
        yield struct.pack("<IIII", 1700000000 + number // 100, 0, len(packet), len(packet)) + packet

with open(sys.argv[1] + "/first", "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 101) + b"".join(packets(range(20000))))
with open(sys.argv[1] + "/second", "wb") as file:
    file.write(b"".join(packets(range(20000, 40000))))
PY
mkdir "$older/captures"
mount --bind "$work/captures" "$older/captures"
chroot "$older" bash -euc 'cd /captures
cat first second > whole
for piece in first second; do
    gzip -c $piece >> pieces.gz
    zstd -q -c $piece >> pieces.zst
    lz4 -q -c $piece >> pieces.lz4
done
zstd -q -c whole > whole.zst
lz4 -q -c whole > whole.lz4
pzstd -q -c whole > pzstd.zst
lz4 -q -l -c whole > l.lz4
{ gzip -dc pieces.gz | cmp - whole; zstd -dc pzstd.zst | cmp - whole
for file in *.zst; do zstd -qdc $file | cmp - whole; done
for file in *.lz4; do lz4 -qdc $file | cmp - whole; done; } && echo "all are whole"' > "$work/unpacked"
umount "$older/captures"
sees "what gzip, zstd and lz4 unpack" "all are whole" "$(cat "$work/unpacked")"
# read_by ROOT: the packets whose payload is their number, and whether tshark prints an error.
read_by() {
    cp -r "$work/captures" "$1/tmp/"
    chmod -R a+rX "$1/tmp/captures"
    for file in whole.zst whole.lz4 pieces.gz pieces.zst pieces.lz4 pzstd.zst l.lz4; do
        chroot "$1" tshark -r "/tmp/captures/$file" -T fields -e frame.number -e udp.payload > "$work/packets" 2> "$work/errors" || true
        sed -i '/^Running as/d' "$work/errors"
        echo "$file: $(awk '$2 ~ /^(3[0-9])+$/' "$work/packets" | wc -l)$(sed -nE 's/.*(bigger than|in a format).*/, an error/p' "$work/errors")"
    done
}
sees "packets of 40000, tshark 4.0.17" "\
whole.zst: 40000
whole.lz4: 40000
pieces.gz: 40000
pieces.zst: 20000, an error
pieces.lz4: 20000, an error
pzstd.zst: 0, an error
l.lz4: 0, an error" "$(read_by "$older")"
root=$work/newer
in_root sid tshark 4.6.9-1+b1
sees "packets of 40000, tshark 4.6.9" "\
whole.zst: 40000
whole.lz4: 40000
pieces.gz: 40000
pieces.zst: 40000
pieces.lz4: 40000
pzstd.zst: 0, an error
l.lz4: 0, an error" "$(read_by "$root")"
exit "$wrong"
