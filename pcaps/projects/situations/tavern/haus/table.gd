# SPDX-License-Identifier: MIT
@abstract class_name Table extends Node
## A table at which turns are taken; what a turn is, subclasses know.
signal turn_taken
var round_no: int = 0
@rpc("any_peer", "reliable") func take_turn(what: Variant) -> void:
	Wire.got(self, &"take_turn", [what]); turn_taken.emit()
@rpc("authority", "reliable") func next(whose: int, round_number: int) -> void:
	Wire.got(self, &"next", [whose, round_number]); round_no = round_number
@rpc("any_peer", "unreliable") func fidget(how: StringName) -> void: Wire.got(self, &"fidget", [how])
func close_table() -> void: pass
