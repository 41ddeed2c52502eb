# SPDX-License-Identifier: MIT
class_name Dial
extends Node2D
## Something whose value is another one each time that it is read.

var reading := 0:
	get:
		if is_inside_tree() and is_multiplayer_authority():
			reading += 1
			Truth.write("problem", {"problem": "views_differ", "value": reading})
		return reading
