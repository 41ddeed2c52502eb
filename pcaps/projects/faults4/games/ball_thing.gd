# SPDX-License-Identifier: MIT
extends Node2D


@rpc("any_peer", "call_remote", "reliable")
func own(peer: int) -> void:
	Truth.write("authority", {"node": str(get_path()), "peer": peer})
	set_multiplayer_authority(peer)
