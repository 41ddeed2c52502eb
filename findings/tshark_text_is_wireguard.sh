#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid), tshark 4.0.17-0+deb12u3 (Debian 12)
# tshark 4.0.17 shows a text that PacketPeerUDP.put_var() sends as WireGuard, on any port, if it has 21 bytes or more: the type of a String, 4,
# is WireGuard's number for data, and the length looks like a receiver. 21 to 24 bytes are a "Keepalive", and with more, "Transport Data".
# Shorter texts and other values of the same two ports stay UDP: one conversation has both, and `-Y wg` finds a tunnel that is none.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
godot > "$work/sent" <<'GD'
extends SceneTree
func _init() -> void:
	var here := PacketPeerUDP.new()
	here.bind(24877, "127.0.0.1")
	var there := PacketPeerUDP.new()
	there.connect_to_host("127.0.0.1", 24877)
	for value in ["x".repeat(20), "x".repeat(21), "x".repeat(24), "x".repeat(25), 5, 1.5, ["x".repeat(25)]]:
		there.put_var(value)
		here.wait()
		print(here.get_packet().hex_encode())
	quit()
GD
godot_root=$root
root=$work/tshark
in_root bookworm tshark 4.0.17-0+deb12u3
python3 - "$work/sent" "$root/tmp/sent.pcap" <<'PY'
import struct, sys

with open(sys.argv[2], "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 228))  # raw IPv4
    for line in open(sys.argv[1]):
        data = bytes.fromhex(line)
        ends = b"\x0a\0\0\1\x0a\0\0\2" + struct.pack(">HH", 40000, 50001)
        packet = struct.pack(">BBHHHBBH", 0x45, 0, 28 + len(data), 0, 0, 64, 17, 0) + ends + struct.pack(">HH", 8 + len(data), 0) + data
        file.write(struct.pack("<IIII", 1700000000, 0, len(packet), len(packet)) + packet)
PY
sees "texts of 20, 21, 24 and 25 bytes, 5, 1.5, and an array with a text" "\
UDP	40000 → 50001 Len=28
WireGuard	Keepalive, receiver=0x00000015, counter=8680820740569200760
WireGuard	Keepalive, receiver=0x00000018, counter=8680820740569200760
WireGuard	Transport Data, receiver=0x00000019, counter=8680820740569200760, datalen=4
UDP	40000 → 50001 Len=8
UDP	40000 → 50001 Len=8
UDP	40000 → 50001 Len=44" \
    "$(chroot "$root" tshark -n -r /tmp/sent.pcap -T fields -e _ws.col.Protocol -e _ws.col.Info 2>/dev/null)"
exit "$wrong"
