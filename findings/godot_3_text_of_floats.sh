#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: godot3-server 3.6+ds-2 (Debian 13)
# Godot 3.6: var2str() writes six digits of a float, and those of 32 bits: a time such as 1700000123.5 comes back as 1700000000.0, two minutes
# early, 123456789.0 as 123457000.0, 4e38 as infinity and 1e-50 as 0. var2bytes() keeps each. to_json() keeps large numbers, and
# writes 1e-10 as 0.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root trixie godot3-server 3.6+ds-2
cat > "$root/tmp/finding.gd" <<'GD'
extends SceneTree
func _initialize():
	for number in [0.5, 1700000123.5, 123456789.0, 16777217.0, 4e38, 1e-50, 0.123456789, 1e-10]:
		print(var2str(number), ", ", str2var(var2str(number)) == number, "; bytes ", bytes2var(var2bytes(number)) == number, "; JSON ",
				to_json(number).substr(0, 14), ", ", parse_json(to_json(number)) == number)
	quit()
GD
sees "var2str(), whether it comes back, and by var2bytes() and to_json()" "\
0.5, True; bytes True; JSON 0.5, True
1.7e+09, False; bytes True; JSON 1700000123.5, True
1.23457e+08, False; bytes True; JSON 123456789, True
1.67772e+07, False; bytes True; JSON 16777217, True
inf, False; bytes True; JSON 39999999999999, True
0.0, False; bytes True; JSON 0, False
0.123457, False; bytes True; JSON 0.123457, False
1e-10, True; bytes True; JSON 0, False" "$(chroot "$root" godot3-server --script /tmp/finding.gd 2>&1 | sed '/^Godot Engine/d; /^ *$/d')"
exit "$wrong"
