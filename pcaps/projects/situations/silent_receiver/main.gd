# SPDX-License-Identifier: MIT
extends Node
func _ready():
	var a := OS.get_cmdline_user_args()
	var p: MultiplayerPeer = ENetMultiplayerPeer.new() if a[1] == "enet" else WebSocketMultiplayerPeer.new()
	if a[0] == "server": p.create_server(24680)
	elif a[1] == "enet": p.create_client("127.0.0.1", 24680)
	else: p.create_client("ws://127.0.0.1:24680")
	if a[0] == a[2]:
		var n := Node.new(); n.name = "Only"; n.set_script(load("res://only.gd")); add_child(n)
		multiplayer.peer_connected.connect(_go)
	multiplayer.multiplayer_peer = p
func _go(id):
	await get_tree().create_timer(0.3).timeout
	for i in 8:
		$Only.ring.rpc_id(id, i)
		await get_tree().create_timer(0.5).timeout
