# SPDX-License-Identifier: MIT
extends Node


func _ready() -> void:
	if multiplayer.is_server():
		hear.rpc("ready")


@rpc
func hear(what: String) -> void:
	print("hear ", what)
