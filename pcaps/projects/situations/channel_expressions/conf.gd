# SPDX-License-Identifier: MIT
extends Node
@rpc("authority", "reliable") func shut(n: int) -> void: Wire.got(self, &"shut", [n])
func plain(n: int) -> void: Wire.got(self, &"plain", [n])
func loud(n: int) -> void: Wire.got(self, &"loud", [n])
func _ready() -> void:
	var open := {"rpc_mode": MultiplayerAPI.RPC_MODE_ANY_PEER, "transfer_mode": 0, "channel": 4}
	rpc_config(&"plain", open)
	var how := {}
	how.rpc_mode = 1; how["transfer_mode"] = MultiplayerPeer.TRANSFER_MODE_UNRELIABLE_ORDERED; how.channel = 6
	rpc_config("loud", how)
	# opens an annotated method for all
	rpc_config(&"shut", {"rpc_mode": 1, "transfer_mode": 2, "channel": 3})
