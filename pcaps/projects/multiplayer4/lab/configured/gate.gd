# SPDX-License-Identifier: MIT
extends Node
## Names in a loop over literals, and over a constant array.

const LOCKS: Array[StringName] = [&"lock", &"unlock"]


func _ready() -> void:
	for method: StringName in [&"close", &"open"]:
		rpc_config(method, {"rpc_mode": MultiplayerAPI.RPC_MODE_ANY_PEER})
	for method in LOCKS:
		self.rpc_config(method, {"rpc_mode": MultiplayerAPI.RPC_MODE_ANY_PEER})


@rpc("any_peer")
func knock(_times: int) -> void:
	pass


func open(_wide: bool) -> void:
	pass


func close() -> void:
	pass


func lock(_key: String) -> void:
	pass


func unlock(_key: String) -> void:
	pass
