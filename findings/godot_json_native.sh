#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): JSON.from_native() and JSON.to_native(), which are to keep each value's type, do not keep floats. A float gets
# at most 14 decimals, so that 1e-20 becomes 0, and thirds lose digits; 1e300 comes back as another number. Of a PackedFloat64Array NaN
# becomes 0, though a float that is NaN stays. full_precision of stringify() changes nothing for a float: it is a text by then.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "values through from_native(), stringify() with full_precision, parse_string(), to_native()" "\
0.1: the same
1e-20: 0, sent as \"f:0.0\"
1/3: another, sent as \"f:0.33333333333333\"
1e300: another
inf: the same
nan: the same
packed nan: 0" "$(godot <<'GD' | grep -v -i -e warning -e '^ '
extends SceneTree
func through(title: String, value: Variant) -> void:
	var text := JSON.stringify(JSON.from_native(value), "", true, true)
	var back: Variant = JSON.to_native(JSON.parse_string(text))
	var number: float = back[0] if back is PackedFloat64Array else back
	var seen := "the same" if var_to_bytes(back) == var_to_bytes(value) else "0" if number == 0.0 else "another"
	print(title, ": ", seen, ", sent as " + text if seen != "the same" and text.length() < 30 and text.begins_with("\"") else "")
func _init() -> void:
	through("0.1", 0.1)
	through("1e-20", 1e-20)
	through("1/3", 1.0 / 3.0)
	through("1e300", 1e300)
	through("inf", INF)
	through("nan", NAN)
	through("packed nan", PackedFloat64Array([NAN]))
	quit()
GD
)"
exit "$wrong"
