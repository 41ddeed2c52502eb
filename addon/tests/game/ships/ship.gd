# SPDX-License-Identifier: MIT
extends Node2D

## Dear: always sent, though only its end changes.
var trail := PackedVector2Array()
var speed := 20.0


func _physics_process(delta: float) -> void:
	if is_multiplayer_authority():
		position += Vector2.RIGHT * speed * delta
		trail.append(position)
		if trail.size() > 32:
			trail.remove_at(0)
