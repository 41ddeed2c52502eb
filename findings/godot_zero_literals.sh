#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): of the literals 0.0 and -0.0 in one function, the first one stands for both: constants that are equal
# are stored once.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "bytes of -0.0 alone, of 0.0 and -0.0, of -0.0 and 0.0" "\
0300000000000080
0300000000000000 0300000000000000
0300000000000080 0300000000000080" "$(godot <<'GD'
extends SceneTree
func bytes(x: float) -> String: return var_to_bytes(x).hex_encode()
func alone() -> String: return bytes(-0.0)
func plus_first() -> String: return bytes(0.0) + " " + bytes(-0.0)
func minus_first() -> String: return bytes(-0.0) + " " + bytes(0.0)
func _init():
	print(alone(), "\n", plus_first(), "\n", minus_first())
	quit()
GD
)"
exit "$wrong"
