#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3 (Debian 12), tshark 4.6.9-1+b1 (Debian sid), each with its wireshark-common
# Wireshark and permessage-deflate. A compressed message in two frames is shown by 4.0.17 as its compressed bytes, and later messages that
# refer to it have no text; 4.6.9 reads both. After a message that ends with a last DEFLATE block (RFC 7692, 7.2.3.4), both show the
# compressed bytes of all later ones. Of each message in one frame, websocket.payload is 1 in 4.0.17, the compressed bytes in 4.6.9.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
cat > "$work/make.py" <<'PY'
import struct, sys, zlib

def session(name, frames):
    """A connection that is upgraded, and the server's frames, each in a packet of raw IPv4."""
    sequence, packets = {0: 1000, 1: 5000}, []

    def send(way, data, flags=0x18):
        ports = (40000, 8080) if way == 0 else (8080, 40000)
        addresses = (b"\x0a\0\0\1", b"\x0a\0\0\2")[:: 1 if way == 0 else -1]
        ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 40 + len(data), 1, 0, 64, 6, 0, *addresses)
        packets.append(ip + struct.pack(">HHIIBBHHH", *ports, sequence[way], sequence[1 - way], 0x50, flags, 5000, 0, 0) + data)
        sequence[way] += len(data) + (1 if flags & 2 else 0)

    send(0, b"", 0x02), send(1, b"", 0x12), send(0, b"", 0x10)
    send(0, b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n")
    send(1, b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: ICX+Yqv66kxgM0FcWaLWlFLwTAI=\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n")
    for first, data in frames:
        send(1, bytes([first, len(data)]) + data)
    with open(f"{sys.argv[1]}/{name}.pcap", "wb") as file:
        file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 228))
        for number, packet in enumerate(packets):
            file.write(struct.pack("<IIII", 1700000000, number, len(packet), len(packet)) + packet)

def compressor():
    deflate = zlib.compressobj(wbits=-15)
    return lambda text: deflate.compress(text) + deflate.flush(zlib.Z_SYNC_FLUSH)[:-4]

def last_block(text):
    deflate = zlib.compressobj(wbits=-15)
    return deflate.compress(text) + deflate.flush(zlib.Z_FINISH) + b"\0"

one = compressor()
session("whole", [(0xC1, one(b"a long message")), (0xC1, one(b"another long message"))])
one = compressor()
long = one(b"a long message")
session("frames", [(0x41, long[:5]), (0x80, long[5:]), (0xC1, one(b"another long message"))])
session("last_block", [(0xC1, last_block(b"a long message")), (0xC1, compressor()(b"another")), (0xC1, compressor()(b"and one more"))])
PY
# texts SUITE VERSION: what tshark reads of each capture; letters that cannot be printed are dots.
texts() {
    root=$work/$1
    in_root "$1" tshark "$2" wireshark-common "$2"
    python3 "$work/make.py" "$root/tmp"
    local name
    for name in whole frames last_block; do
        echo "$1, $name: $(chroot "$root" tshark -r "/tmp/$name.pcap" -Y websocket -T fields -e websocket.payload.text 2>/dev/null |
            LC_ALL=C sed "s/[^ -~]/./g; s/.*/'&'/" | xargs -d '\n')"
    done
    echo "$1, websocket.payload: $(chroot "$root" tshark -r /tmp/whole.pcap -Y websocket -T fields -e websocket.payload 2>/dev/null | xargs)"
}
{
    texts bookworm 4.0.17-0+deb12u3
    texts sid 4.6.9-1+b1
} > "$work/texts"
sees "the text of each frame with a message" "\
bookworm, whole: 'a long message' 'another long message'
bookworm, frames: '' 'JT.........KW...M-.NLO.' ''
bookworm, last_block: 'a long message' 'J....../...H-.' 'J...KQ......KU....../J.'
bookworm, websocket.payload: 1 1
sid, whole: 'a long message' 'another long message'
sid, frames: '' 'a long message' 'another long message'
sid, last_block: 'a long message' 'J....../...H-.' 'J...KQ......KU....../J.'
sid, websocket.payload: 4a54c8c9cf4b57c84d2d2e4e4c4f0500 4acccb2fc9482d42110300" "$(cat "$work/texts")"
exit "$wrong"
