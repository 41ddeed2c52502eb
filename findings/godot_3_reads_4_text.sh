#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: godot3-server 3.6+ds-2 (Debian 13), Godot 4.6.3+ds-3 (Debian sid)
# What var_to_str() of Godot 4.6.3 writes, read by str2var() of Godot 3.6: a text with a type that 3.6 does not have comes back as itself, a
# String, without an error; so does an array that has one such element. Packed arrays are read, those of 64 bits into 32: 4294967297 is 1.
# Godot 4.6.3 returns null for a type that it does not know.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
root=$work/three
in_root trixie godot3-server 3.6+ds-2
three=$root
root=$work/root
in_root sid godot 4.6.3+ds-3
godot > "$work/four" <<'GD'
extends SceneTree
func _initialize() -> void:
	for value: Variant in [Vector2i(1, 2), Transform3D(), &"jump", [1, 2] as Array[int], { "a": 1 } as Dictionary[String, int], [Vector2i(1, 2), 3],
			Vector2(1, 2), [Vector2(1, 2), 3], PackedInt64Array([4294967297, 2])]:
		print("text: ", var_to_str(value).replace("\n", ""))
	print("Vector9(1) in 4.6.3: ", str_to_var("Vector9(1)"))
	quit()
GD
sed -n 's/^text: //p' "$work/four" > "$three/tmp/texts"
cat > "$three/tmp/finding.gd" <<'GD'
extends SceneTree
func _initialize():
	var file := File.new()
	file.open("/tmp/texts", File.READ)
	while true:
		var text := file.get_line()
		if text == "": break
		var value = str2var(text)
		print(text, ": ", "the text" if value is String and value == text else value)
	quit()
GD
sees "texts of Godot 4.6.3 in Godot 3.6" 'Vector2i(1, 2): the text
Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0): the text
&"jump": the text
Array[int]([1, 2]): the text
Dictionary[String, int]({"a": 1}): the text
[Vector2i(1, 2), 3]: the text
Vector2(1, 2): (1, 2)
[Vector2(1, 2), 3]: [(1, 2), 3]
PackedInt64Array(4294967297, 2): [1, 2]' "$(chroot "$three" godot3-server --script /tmp/finding.gd 2>&1 | sed '/^Godot Engine/d; /^ *$/d')"
sees "a type that Godot 4.6.3 does not have" "Vector9(1) in 4.6.3: <null>" "$(grep Vector9 "$work/four")"
exit "$wrong"
