# SPDX-License-Identifier: MIT
extends Node2D

@export var facing := 0.0


func _enter_tree() -> void:
	$Sync.set_multiplayer_authority(str(name).to_int())


## The synchronizer is the player's, the node itself stays the server's.
@rpc("authority", "call_remote", "reliable")
func boast(_words: String) -> void:
	pass
