# SPDX-License-Identifier: MIT
extends Node
## Names of methods that are passed around as values.


func _ready() -> void:
	_offer(chime)
	_offer(toll)
	rpc_config(ring.get_method(), {"rpc_mode": MultiplayerAPI.RPC_MODE_ANY_PEER})


func _offer(method: Callable) -> void:
	rpc_config(method.get_method(), {"rpc_mode": MultiplayerAPI.RPC_MODE_ANY_PEER})


@rpc("any_peer")
func tune(_pitch: float) -> void:
	pass


func ring(_loud: bool) -> void:
	pass


func chime(_hours: int) -> void:
	pass


func toll(_hours: int, _who: String) -> void:
	pass
