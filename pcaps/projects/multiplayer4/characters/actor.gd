# SPDX-License-Identifier: MIT
class_name Actor
extends Node2D
## Whatever stands in the arena and can be hurt.

@export var health := 100
@export var team: StringName = &"none"

var velocity := Vector2.ZERO


## The server says what a hit has cost, and who it was.
@rpc("authority", "call_remote", "reliable")
func take_damage(amount: int, attacker: StringName = &"", critical := false) -> void:
	health -= amount * (2 if critical else 1)


@rpc
func heal(amount: int = 10) -> void:
	health += amount
