# SPDX-License-Identifier: MIT
extends Node2D
## Of a later version of the game: with another remote method.

@export var health := 100


@rpc("any_peer", "call_remote", "reliable")
func strike(_times: int) -> void:
	pass


@rpc("any_peer", "call_remote", "unreliable")
func feint(_times: int) -> void:
	pass


@rpc("any_peer", "call_remote", "reliable")
func withdraw() -> void:
	pass
