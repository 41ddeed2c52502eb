# SPDX-License-Identifier: MIT
extends Node
## A name that stands before those of all annotations, by a constant.

const HIT := &"_hit"


func _ready() -> void:
	rpc_config(HIT, {"rpc_mode": MultiplayerAPI.RPC_MODE_ANY_PEER})


@rpc("any_peer")
func jump(_height: float) -> void:
	pass


@rpc("any_peer")
func turn(_angle: int, _slowly := true) -> void:
	pass


func _hit(_by: String) -> void:
	pass
