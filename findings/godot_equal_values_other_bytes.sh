#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): two dictionaries are equal, and var_to_bytes() gives them different bytes: it keeps the order
# in which keys were added. Checksums of states over bytes differ where the states do not. An Array and an Array[int]
# that are equal differ, too.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "equal, and equal bytes" "\
dictionaries true false
arrays true false
-0.0 and 0.0 true false" "$(godot <<'GD'
extends SceneTree
func _init():
	var one := {"a": 1, 1: 2}
	var other := {1: 2, "a": 1}
	print("dictionaries ", one == other, " ", var_to_bytes(one) == var_to_bytes(other))
	var typed: Array[int] = [1]
	print("arrays ", typed == [1], " ", var_to_bytes(typed) == var_to_bytes([1]))
	var zero: float = bytes_to_var("0300000000000080".hex_decode())
	print("-0.0 and 0.0 ", zero == 0.0, " ", var_to_bytes(zero) == var_to_bytes(0.0))
	quit()
GD
)"
exit "$wrong"
