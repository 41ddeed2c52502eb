# SPDX-License-Identifier: MIT
extends Node
var role := ""
func _ready():
	role = OS.get_cmdline_user_args()[0]
	var p := ENetMultiplayerPeer.new()
	if role == "server":
		p.create_server(24680, 8)
		if OS.get_cmdline_user_args()[1] == "there": enter.call_deferred()
		else: multiplayer.peer_connected.connect(_go)
	else:
		p.create_client("127.0.0.1", 24680)
		if OS.get_cmdline_user_args()[1] == "there":
			multiplayer.connected_to_server.connect(func():
				await get_tree().create_timer(0.5).timeout   # loading
				get_tree().change_scene_to_file("res://cave.tscn"))
	multiplayer.multiplayer_peer = p
func _go(_id):
	await get_tree().create_timer(0.3).timeout
	enter.rpc()
@rpc("authority", "call_local", "reliable") func enter():
	if role != "server":
		OS.delay_msec(int(OS.get_cmdline_user_args()[1]))
	get_tree().change_scene_to_file("res://cave.tscn")
