#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): NaN equals itself as a key of a dictionary, and a StringName equals a String as a key, but not in
# bytes: a checksum over var_to_bytes() differs for equal dictionaries.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "entries of {NAN: 1} after a second NAN; {&\"a\": 1} and {\"a\": 1}: equal, equal bytes" "\
entries 1, has true
equal true, bytes false
1b000000010000001500000001000000610000000200000001000000
1b000000010000000400000001000000610000000200000001000000" "$(godot <<'GD'
extends SceneTree
func _init():
	var numbers := {NAN: 1}
	numbers[NAN] = 2
	print("entries ", numbers.size(), ", has ", numbers.has(NAN))
	var one := {&"a": 1}
	var other := {"a": 1}
	print("equal ", one == other, ", bytes ", var_to_bytes(one) == var_to_bytes(other))
	print(var_to_bytes(one).hex_encode())
	print(var_to_bytes(other).hex_encode())
	quit()
GD
)"
exit "$wrong"
