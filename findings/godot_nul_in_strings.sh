#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): a String cannot hold a NUL. char(0) becomes U+FFFD, which is what var_to_bytes() sends;
# get_string_from_utf8() ends at the NUL.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "\"a\" + char(0) + \"b\", and bytes 61 00 62 as a text: length, and the bytes that are sent" "\
3 040000000500000061efbfbd62000000
1 040000000100000061000000" "$(godot <<'GD' | grep -v '^Unicode parsing error'
extends SceneTree
func _init():
	for text in ["a" + char(0) + "b", PackedByteArray([97, 0, 98]).get_string_from_utf8()]:
		print(text.length(), " ", var_to_bytes(text).hex_encode())
	quit()
GD
)"
exit "$wrong"
