# SPDX-License-Identifier: MIT
extends Node2D

var trembles := false
var seen_at := Vector2.ZERO:
	get:
		return Vector2(randf(), randf()) if trembles else seen_at
