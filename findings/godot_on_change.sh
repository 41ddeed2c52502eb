#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): which changes of a property On Change are sent. From 0.0 to -0.0 is none, also in a vector, so the
# receiver keeps the other zero; NaN is sent once, although it does not equal itself; 3 and 3.0 are equal, and sent. An array
# that is changed in place is sent, too.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "bytes of the value that is set, bytes that the receiver has, how many changes came in half a second" "\
0300000000000000 0300000000000000 1
0300000000000080 0300000000000000 0
03000100000000000000f87f 03000100000000000000f87f 1
0200000003000000 0200000003000000 1
0300000000004040 0300000000004040 1
050000000000000000000000 050000000000000000000000 1
050000000000008000000000 050000000000000000000000 0
[1] [1] 1" "$(two_ends 24786 <<'GD'
func play(here, there) -> void:
	var minus: float = bytes_to_var("0300000000000080".hex_decode())
	var list := []
	for value in [absf(minus), minus, NAN, 3, 3.0, Vector2(), Vector2(minus, 0), list]:
		there.changes = 0
		here.value = value
		await create_timer(0.5).timeout
		if value is Array:
			there.changes = 0
			list.append(1)
			await create_timer(0.5).timeout
			print("[1] ", there.value, " ", there.changes)
			continue
		print(var_to_bytes(value).hex_encode(), " ", var_to_bytes(there.value).hex_encode(), " ", there.changes)
GD
)"
exit "$wrong"
