# SPDX-License-Identifier: MIT
extends Node
# args: role how    how: kick (in the same frame), later (0.2 s after the call)
func _ready():
	var p := ENetMultiplayerPeer.new()
	if OS.get_cmdline_user_args()[0] == "server":
		p.create_server(24680, 8)
		multiplayer.peer_connected.connect(_go)
	else:
		p.create_client("127.0.0.1", 24680)
		multiplayer.server_disconnected.connect(func(): print("server_disconnected"))
	multiplayer.multiplayer_peer = p
	await get_tree().create_timer(6).timeout
	get_tree().quit()
func _go(id):
	mumble.rpc_id(id, "welcome")
	await get_tree().create_timer(0.8).timeout
	mumble.rpc_id(id, "you are kicked: too slow")
	if OS.get_cmdline_user_args()[1] == "later": await get_tree().create_timer(0.2).timeout
	multiplayer.multiplayer_peer.disconnect_peer(id)
@rpc("any_peer", "unreliable") func mumble(s: String): print("mumble ", s)
