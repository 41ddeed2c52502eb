# SPDX-License-Identifier: MIT
class_name Safe
extends Node
## Its methods are remote by rpc_config(), each in another way to write it.

const ANYBODY := {"rpc_mode": MultiplayerAPI.RPC_MODE_ANY_PEER, "channel": 1}


func _ready() -> void:
	rpc_config(&"unlock", {"rpc_mode": MultiplayerAPI.RPC_MODE_AUTHORITY, "call_local": false})
	rpc_config(&"knock", ANYBODY)
	rpc_config("burn", {
		"rpc_mode": MultiplayerAPI.RPC_MODE_DISABLED,
		"transfer_mode": MultiplayerPeer.TRANSFER_MODE_RELIABLE,
	})


func unlock(_code: String) -> void:
	pass


func knock(_times: int) -> void:
	pass


func burn() -> void:
	pass
