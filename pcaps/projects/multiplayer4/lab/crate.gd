# SPDX-License-Identifier: MIT
extends Node

var weight := 1


@rpc("any_peer")
func push(force: Vector2) -> void:
	weight += int(force.x)


func dance(step: int, with_music := false) -> void:
	weight += step if with_music else 0


func anthem() -> void:
	weight = 0
