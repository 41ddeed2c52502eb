# SPDX-License-Identifier: MIT
extends Node
## Match rules: configured by hand, no annotation.
const TALK := {"rpc_mode": MultiplayerAPI.RPC_MODE_ANY_PEER, "transfer_mode": MultiplayerPeer.TRANSFER_MODE_UNRELIABLE, "channel": 4, "call_local": false}
func _ready() -> void:
	rpc_config(&"whisper", TALK)
	rpc_config(&"tally", {"rpc_mode": MultiplayerAPI.RPC_MODE_AUTHORITY, "transfer_mode": MultiplayerPeer.TRANSFER_MODE_RELIABLE, "channel": 1})
func whisper(what: Variant, extra := 3) -> void: Wire.got(self, &"whisper", [what, extra])
func tally(points: Dictionary) -> void: Wire.got(self, &"tally", [points])
