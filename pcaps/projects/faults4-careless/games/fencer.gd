# SPDX-License-Identifier: MIT
extends Node2D

@export var health := 100


@rpc("any_peer", "call_remote", "reliable")
func strike(_times: int) -> void:
	pass


@rpc("any_peer", "call_remote", "reliable", 3)
func feint(_times: int) -> void:
	pass
