# SPDX-License-Identifier: MIT
extends Node2D
## The server moves it; the player whose peer id is its name steers it.

var fuel := 1000
var label := ""
var cargo: Array = []
var tint := Color.WHITE


func _enter_tree() -> void:
	$Helm.set_multiplayer_authority(str(name).to_int())
