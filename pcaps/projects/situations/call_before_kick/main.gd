# SPDX-License-Identifier: MIT
extends Node
# args: role how    how: kick, close (server closes), leave (client closes), later (kick 0.2 s later), close_later
func _ready():
	var p := ENetMultiplayerPeer.new()
	var a := OS.get_cmdline_user_args()
	if a[0] == "server":
		p.create_server(24680, 8)
		multiplayer.peer_connected.connect(_go)
		multiplayer.peer_disconnected.connect(func(id): print("left"))
	else:
		p.create_client("127.0.0.1", 24680)
		multiplayer.server_disconnected.connect(func(): print("server_disconnected"))
		multiplayer.connected_to_server.connect(func(): if a[1] == "leave": _leave())
	multiplayer.multiplayer_peer = p
	await get_tree().create_timer(3).timeout
	get_tree().quit()
func _go(id):
	say.rpc_id(id, "welcome")
	await get_tree().create_timer(0.8).timeout
	var how = OS.get_cmdline_user_args()[1]
	if how == "leave": return
	say.rpc_id(id, "you are kicked: too slow")
	if how.ends_with("later"): await get_tree().create_timer(0.2).timeout
	if how.begins_with("close"): multiplayer.multiplayer_peer.close()
	else: multiplayer.multiplayer_peer.disconnect_peer(id)
func _leave():
	say.rpc_id(1, "hello")
	await get_tree().create_timer(0.8).timeout
	say.rpc_id(1, "I leave: bored")
	multiplayer.multiplayer_peer.close()
@rpc("any_peer", "reliable") func say(s: String): print("say ", s)
