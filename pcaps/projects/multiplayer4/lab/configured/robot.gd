# SPDX-License-Identifier: MIT
extends Node
## Names that are computed, of methods that the script has.


func _ready() -> void:
	for side: String in ["left", "right"]:
		rpc_config("on_" + side, {"rpc_mode": MultiplayerAPI.RPC_MODE_ANY_PEER})


@rpc("any_peer")
func halt() -> void:
	pass


@rpc("any_peer")
func walk(_steps: int) -> void:
	pass


func on_left(_angle: float) -> void:
	pass


func on_right(_angle: float) -> void:
	pass
