# SPDX-License-Identifier: MIT
class_name Safe
extends Node
# Its methods are remote by rpc_config().


func _ready():
	rpc_config("unlock", MultiplayerAPI.RPC_MODE_PUPPET)
	rpc_config("knock", MultiplayerAPI.RPC_MODE_REMOTE)


func unlock(_code):
	pass


func knock(_times):
	pass


func burn():
	pass
