#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): StreamPeer.big_endian turns the length that put_var() writes, and not the value behind it, which stays little
# endian: both are mixed in one message. Text has a length that is turned.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "258 and a text, as a StreamPeer with big_endian writes them" "\
put_32():          00000102
put_var():         00000008 02000000 02010000
put_utf8_string(): 00000001 61" "$(godot <<'GD'
extends SceneTree
func written(put: Callable) -> String:
	var stream := StreamPeerBuffer.new()
	stream.big_endian = true
	put.call(stream)
	var hex := stream.data_array.hex_encode()
	return " ".join(range(0, hex.length(), 8).map(func(at: int) -> String: return hex.substr(at, 8)))
func _init() -> void:
	print("put_32():          ", written(func(stream: StreamPeer) -> void: stream.put_32(258)))
	print("put_var():         ", written(func(stream: StreamPeer) -> void: stream.put_var(258)))
	print("put_utf8_string(): ", written(func(stream: StreamPeer) -> void: stream.put_utf8_string("a")))
	quit()
GD
)"
exit "$wrong"
