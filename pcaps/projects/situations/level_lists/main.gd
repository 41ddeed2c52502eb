# SPDX-License-Identifier: MIT
extends Node
# args: role    All play in the second level, whose spawner lists the same scenes in another order than the first one's.
func _ready():
	var p := ENetMultiplayerPeer.new()
	if OS.get_cmdline_user_args()[0] == "server": p.create_server(24680, 8)
	else: p.create_client("127.0.0.1", 24680)
	multiplayer.multiplayer_peer = p
	get_tree().change_scene_to_file.call_deferred("res://second.tscn")
