#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): a client without an auth_callback, whose server has one, is told that it is connected (connected_to_server,
# peer_connected), and what it calls is dropped by the server, with an error there. After auth_timeout (3 s) it gets server_disconnected.
# A client whose callback does not answer gets server_disconnected, too, without ever having been connected; none gets
# connection_failed.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
authenticated() {
    godot <<GD | grep -E '^(client|server|ERROR: (Condition|Attempt))' | sed 's/^ERROR: Condition.*/server: an error/' | uniq
extends SceneTree
class Thing extends Node:
	@rpc("any_peer") func hear() -> void: print("server: called")
func end_of(title: String, peer: MultiplayerPeer) -> SceneMultiplayer:
	var top := Node.new()
	top.name = title
	root.add_child(top)
	var thing := Thing.new()
	thing.name = "T"
	top.add_child(thing)
	var api := SceneMultiplayer.new()
	api.root_path = "/root/" + title
	set_multiplayer(api, "/root/" + title)
	api.multiplayer_peer = peer
	for happens in ["peer_connected", "peer_disconnected", "peer_authenticating", "peer_authentication_failed"]:
		api.connect(happens, func(_id: int) -> void: print(title, ": ", happens))
	for happens in ["connected_to_server", "connection_failed", "server_disconnected"]:
		api.connect(happens, func() -> void: print(title, ": ", happens))
	return api
func _initialize() -> void:
	var server := ENetMultiplayerPeer.new()
	var client := ENetMultiplayerPeer.new()
	server.create_server(24816)
	client.create_client("127.0.0.1", 24816)
	var host := end_of("server", server)
	host.auth_callback = func(_id: int, _data: PackedByteArray) -> void: pass
	var player := end_of("client", client)
	if $1: player.auth_callback = func(_id: int, _data: PackedByteArray) -> void: pass
	await create_timer(1).timeout
	print("client: peers ", player.get_peers(), ", call ", error_string(root.get_node("client/T").rpc_id(1, "hear")))
	await create_timer(5).timeout
	quit()
GD
}
sees "a client without auth_callback" "\
client: connected_to_server
client: peer_connected
server: peer_authenticating
client: peers [1], call OK
server: an error
server: peer_authentication_failed
client: peer_disconnected
client: server_disconnected" "$(authenticated false)"
sees "a client with one that answers nothing" "\
client: peer_authenticating
server: peer_authenticating
ERROR: Attempt to call RPC with unknown peer ID: 1.
client: peers [], call OK
client: peer_authentication_failed
server: peer_authentication_failed
client: server_disconnected" "$(authenticated true)"
exit "$wrong"
