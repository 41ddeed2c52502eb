#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): PackedByteArray.encode_half() cuts a number instead of rounding it, and writes the smallest
# halves as 0; all below 65536 are 65504, the largest half, of which 65520 and more are nearer to infinity. StreamPeer.put_string() (ASCII) sends a blank for a letter that Latin-1 has.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "encode_half() of a number, and the nearest half (IEEE 754)" "\
1.00097 -> 1.0, nearest 1.0009765625
65519.0 -> 65504.0, nearest 65504.0
65535.0 -> 65504.0, nearest inf
65536.0 -> inf, nearest inf
2051.0 -> 2050.0, nearest 2052.0
0.00000005960464 -> 0.0, nearest 0.00000005960464" "$(godot <<'GD'
extends SceneTree
func _init():
	var bytes := PackedByteArray([0, 0])
	for row in [[1.00097, 1.0009765625], [65519.0, 65504.0], [65535.0, INF], [65536.0, INF], [2051.0, 2052.0], [5.9604644775390625e-08, 5.9604644775390625e-08]]:
		bytes.encode_half(0, row[0])
		print(row[0], " -> ", bytes.decode_half(0), ", nearest ", row[1])
	quit()
GD
)"
sees "put_string(\"\u00e9\"): the length, and the text" "\
Unicode parsing error: Invalid unicode codepoint (e9), cannot represent as ASCII/Latin-1
0100000020" "$(godot <<'GD'
extends SceneTree
func _init():
	var peer := StreamPeerBuffer.new()
	peer.put_string("\u00e9")
	print(peer.data_array.hex_encode())
	quit()
GD
)"
exit "$wrong"
