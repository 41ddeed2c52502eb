# SPDX-License-Identifier: MIT
# Over WebSocket, calls of 66,000 bytes and more to a server that takes them, as its inbound_buffer_size is raised, until it is killed.
extends Node
var role: String = OS.get_cmdline_user_args()[0]
func _ready() -> void:
	var peer := WebSocketMultiplayerPeer.new()
	peer.inbound_buffer_size = 1 << 20
	peer.outbound_buffer_size = 1 << 20
	if role == "server": peer.create_server(24680)
	else: peer.create_client("ws://127.0.0.1:24680")
	multiplayer.multiplayer_peer = peer
	if role == "server": return
	await multiplayer.connected_to_server
	for i in 20:
		take.rpc_id(1, "x".repeat(66000 + 100 * i))
		await get_tree().create_timer(0.45).timeout
@rpc("any_peer", "reliable")
func take(text: String) -> void:
	print("take ", text.length())
