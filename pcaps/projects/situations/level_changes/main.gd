# SPDX-License-Identifier: MIT
extends Node
# args: role    All change to another level; the server has it only 0.3 s later, when its clients have called there.
func _ready():
	var role := OS.get_cmdline_user_args()[0]
	var p := ENetMultiplayerPeer.new()
	if role == "server": p.create_server(24680, 8)
	else: p.create_client("127.0.0.1", 24680)
	multiplayer.multiplayer_peer = p
	load_level("First")
	if role == "server":
		await get_tree().create_timer(2.5).timeout
		change.rpc("Second")
		await get_tree().create_timer(4.0).timeout
	else: await get_tree().create_timer(8.0).timeout
	get_tree().quit()
func load_level(called: String):
	var level: Node = preload("res://level.gd").new()
	level.name = called
	add_child(level)
@rpc("authority", "call_local", "reliable") func change(called: String):
	get_child(0).free()
	if multiplayer.is_server(): await get_tree().create_timer(0.3).timeout
	load_level(called)
