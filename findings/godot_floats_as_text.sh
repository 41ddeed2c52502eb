#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): var_to_str() does not write every float so that str_to_var() reads it back. A float that has
# a value of 32 bits gets the digits of 32 bits, although a script's float has 64. str() writes at most 14 decimals, and no
# sign of 0 either.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "floats as text, and whether they read back" "\
1726808100.0 1726808064.0
false
0.1 0.10000000149012 false
0300000000000080 0.0 0.0
true" "$(godot <<'GD'
extends SceneTree
func _init():
	var time := 1726808064.0
	print(var_to_str(time), " ", str(time))
	print(str_to_var(var_to_str(time)) == time)
	var x := Vector2(0.1, 0).x
	print(var_to_str(x), " ", str(x), " ", str_to_var(var_to_str(x)) == x)
	var zero: float = bytes_to_var("0300000000000080".hex_decode())
	print(var_to_bytes(zero).hex_encode(), " ", var_to_str(zero), " ", str(zero))
	print(str_to_var(var_to_str(0.1 + 0.2)) == 0.1 + 0.2)
	quit()
GD
)"
exit "$wrong"
