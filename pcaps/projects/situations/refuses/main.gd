# SPDX-License-Identifier: MIT
extends Node
# args: role transport    The server refuses who comes after its first client, and ends while those that it refused still call.
func _ready():
	var role := OS.get_cmdline_user_args()[0]
	var over_websocket := OS.get_cmdline_user_args().has("websocket")
	var p: MultiplayerPeer = WebSocketMultiplayerPeer.new() if over_websocket else ENetMultiplayerPeer.new()
	if role == "server": p.create_server(24680)
	elif over_websocket: p.create_client("ws://127.0.0.1:24680")
	else: p.create_client("127.0.0.1", 24680)
	multiplayer.multiplayer_peer = p
	multiplayer.connected_to_server.connect(func(): print("connected"))
	multiplayer.connection_failed.connect(func(): print("connection failed"))
	if role == "server":
		await multiplayer.peer_connected
		p.refuse_new_connections = true
		print("refuses")
		await get_tree().create_timer(4.5).timeout
		print("ends")
	else:
		for i in 16:
			await get_tree().create_timer(0.5).timeout
			if multiplayer.has_multiplayer_peer() and p.get_connection_status() == MultiplayerPeer.CONNECTION_CONNECTED: hello.rpc_id(1, i)
	get_tree().quit()
@rpc("any_peer", "unreliable") func hello(n: int): print("hello ", n)
