# SPDX-License-Identifier: MIT
# Bandwidths that the game does not mean. Run: server SITUATION, client SITUATION; both are one of
#   channels  the server asks for four channels by create_server()'s third argument; the client sends 2,000 bytes at a time
#   limited   the client declares an incoming bandwidth, the server none; the server sends 2,000 bytes at a time
extends Node

const PORT := 24680

var sent := 0


func _ready() -> void:
	var arguments := OS.get_cmdline_user_args()
	var is_limited := "limited" in arguments
	var is_server := "server" in arguments
	var peer := ENetMultiplayerPeer.new()
	if is_server:
		peer.create_server(PORT, 8, 0 if is_limited else 4)
	else:
		peer.create_client("127.0.0.1", PORT, 0, 70000 if is_limited else 0)
	multiplayer.multiplayer_peer = peer
	await get_tree().create_timer(0.7).timeout
	while is_server == is_limited:
		for id in multiplayer.get_peers():
			sent += 1
			carry.rpc_id(id, sent, "x".repeat(2000))
		await get_tree().create_timer(0.1).timeout


@rpc("any_peer", "call_remote", "reliable")
func carry(number: int, _load: String) -> void:
	print("TRUTH carried %d" % number)
