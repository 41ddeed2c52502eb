# SPDX-License-Identifier: MIT
extends Node2D

@export var facing := 0.0


func _enter_tree() -> void:
	$Sync.set_multiplayer_authority(str(name).to_int())
