# SPDX-License-Identifier: MIT
extends Node2D
var speed := Vector2.ZERO
var by := 0
var age := 0
func _process(_d: float) -> void:
	if not multiplayer.is_server(): position += speed * _d
