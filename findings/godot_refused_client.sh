#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): a server that refuses new connections does not say so. Over ENet the client emits connected_to_server, has
# peer 1, and loses it about half a minute later; the server never has the client. Over WebSocket it gets connection_failed.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
refused() {
    godot <<GD
extends SceneTree
func end_of(title: String, peer: MultiplayerPeer) -> SceneMultiplayer:
	branch_of(title, peer)
	var api: SceneMultiplayer = get_multiplayer("/root/" + title)
	return api
func _initialize() -> void:
	var server := $1.new()
	var client := $1.new()
	server.create_server(24794)
	client.create_client($2)
	var host := end_of("A", server)
	host.refuse_new_connections = true
	host.peer_connected.connect(func(_id: int) -> void: print("server: peer_connected"))
	var player := end_of("B", client)
	player.connected_to_server.connect(func() -> void: print("client: connected_to_server"))
	player.connection_failed.connect(func() -> void: print("client: connection_failed"))
	player.server_disconnected.connect(func() -> void: print("client: server_disconnected"))
	await create_timer(15).timeout
	print("after 15 s: the server has ", host.get_peers().size(), " peers, the client ", player.get_peers().size())
	await create_timer(25).timeout
	quit()
GD
}
sees "a client that an ENet server refuses" "\
client: connected_to_server
after 15 s: the server has 0 peers, the client 1
client: server_disconnected" "$(refused ENetMultiplayerPeer '"127.0.0.1", 24794')"
sees "a client that a WebSocket server refuses" "\
client: connection_failed
after 15 s: the server has 0 peers, the client 0" "$(refused WebSocketMultiplayerPeer '"ws://127.0.0.1:24794"')"
exit "$wrong"
