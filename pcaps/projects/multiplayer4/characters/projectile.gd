# SPDX-License-Identifier: MIT
class_name Projectile
extends Node2D

const SPEED := 300.0

var direction := Vector2.RIGHT
var shooter: StringName


func _process(delta: float) -> void:
	position += direction * SPEED * delta


@rpc
func explode(where: Vector2, radius := 24.0) -> void:
	position = where
	scale = Vector2.ONE * radius
