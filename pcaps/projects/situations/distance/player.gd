# SPDX-License-Identifier: MIT
extends Node2D
var town := Vector2.ZERO

func step(number: int) -> void:
	position = town + Vector2.from_angle(number * 0.03) * 100
