# SPDX-License-Identifier: MIT
extends Node
## A name that nobody can read, of a method that is not the script's.


func _ready() -> void:
	rpc_config("set_%s" % "meta", {"rpc_mode": MultiplayerAPI.RPC_MODE_ANY_PEER})
	rpc_config("remove_%s" % "meta", {"rpc_mode": MultiplayerAPI.RPC_MODE_ANY_PEER})
	rpc_config("set_display_%s" % "folded", {"rpc_mode": MultiplayerAPI.RPC_MODE_ANY_PEER})


@rpc("any_peer")
func fly(_to: Vector3) -> void:
	pass


@rpc("any_peer")
func land(_where: Vector3, _softly: bool) -> void:
	pass
