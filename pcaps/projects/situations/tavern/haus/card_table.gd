# SPDX-License-Identifier: MIT
class_name CardTable extends Table
enum Suit { CLUBS, HEARTS }
var _hand: Array[Dictionary] = []
# another signature, and another annotation than the base
@rpc("any_peer", "call_local", "reliable", 2) func take_turn(what: Variant) -> void:
	if multiplayer.get_remote_sender_id() != multiplayer.get_unique_id(): Wire.got(self, &"take_turn", [what])
	turn_taken.emit()
@rpc("authority", "reliable") func deal(hand: Array[Dictionary], trump: Suit, odds: Dictionary[StringName, float]) -> void:
	Wire.got(self, &"deal", [hand, trump, odds])
	_hand = hand
# an override without an annotation
func fidget(how: StringName) -> void:
	Wire.got(self, &"fidget", [how])
