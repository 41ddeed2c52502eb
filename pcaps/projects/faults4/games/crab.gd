# SPDX-License-Identifier: MIT
extends Node2D

var eager := false


func _ready() -> void:
	if eager:
		Truth.call_rpc(self, &"pinch", [1])


@rpc("authority", "call_remote", "reliable")
func pinch(_how: int) -> void:
	pass


@rpc("any_peer", "call_remote", "reliable")
func poke(_times: int) -> void:
	pass


@rpc("authority", "call_remote", "reliable")
func die() -> void:
	pass
