#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): StreamPeerBuffer.get_u32(), get_u16() and the others return a number when fewer bytes are left than it needs, and
# print nothing: the bytes that are there are a part of it, and the rest is not defined. Neither 0 nor an error tells of a packet that is
# too short; get_available_bytes() does, before the call. Texts and values print an error, and so do the decode functions of an array.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "what is read of the two bytes 01 02" "\
get_u32: lower half 0x0201, position 2
get_u16 at the end: int, position 2
get_u64: lowest part 0x0201, position 2
get_data(4): [31, [1, 2, 0, 0]]
get_u32, big endian: upper half 0x0102
ERROR
get_string(4): ''
ERROR
decode_u32: 0" "$(godot <<'GD' | sed -E 's/^ERROR: .*/ERROR/' | grep -v -e backtrace -e '^ *\[[0-9]\]'
extends SceneTree
func buffer() -> StreamPeerBuffer:
	var made := StreamPeerBuffer.new()
	made.data_array = PackedByteArray([1, 2])
	return made
func _initialize() -> void:
	var stream := buffer()
	print("get_u32: lower half 0x%04x, position " % (stream.get_u32() & 0xFFFF), stream.get_position())
	print("get_u16 at the end: ", type_string(typeof(stream.get_u16())), ", position ", stream.get_position())
	stream = buffer()
	print("get_u64: lowest part 0x%04x, position " % (stream.get_u64() & 0xFFFF), stream.get_position())
	print("get_data(4): ", buffer().get_data(4))
	stream = buffer()
	stream.big_endian = true
	print("get_u32, big endian: upper half 0x%04x" % (stream.get_u32() >> 16))
	print("get_string(4): '", buffer().get_string(4), "'")
	print("decode_u32: ", PackedByteArray([1, 2]).decode_u32(0))
	quit()
GD
)"
exit "$wrong"
