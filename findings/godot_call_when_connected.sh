#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3: a call to all in connected_to_server reaches the server alone: get_peers() has only 1 then, and the other players are
# added one by one afterwards, with peer_connected. It returns OK, and nothing is printed. A call in peer_connected of 1 is no better;
# a moment later it reaches all. ENet and WebSocket are alike.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
godot > "$work/all" <<'GD'
extends SceneTree
class Thing extends Node:
	var heard := []
	@rpc("any_peer", "call_remote", "reliable")
	func hear(what) -> void: heard.append(what)
func _initialize() -> void:
	await create_timer(0.5).timeout
	await play("ENet", ENetMultiplayerPeer.new(), [ENetMultiplayerPeer.new(), ENetMultiplayerPeer.new()], "127.0.0.1")
	await play("WebSocket", WebSocketMultiplayerPeer.new(), [WebSocketMultiplayerPeer.new(), WebSocketMultiplayerPeer.new()], "ws://127.0.0.1:24879")
	quit()
func joins(title: String, peer: MultiplayerPeer) -> Thing:
	var thing := Thing.new()
	thing.name = "T"
	branch_of(title, peer).add_child(thing)
	return thing
func play(kind: String, server: MultiplayerPeer, clients: Array, address: String) -> void:
	server.create_server(24879)
	var things := { "server": joins(kind + "Server", server) }
	for number in 2:
		if kind == "ENet": clients[number].create_client(address, 24879)
		else: clients[number].create_client(address)
		var thing := joins(kind + str(number), clients[number])
		if number == 1:
			thing.multiplayer.connected_to_server.connect(func() -> void:
				print(kind, ", connected_to_server: peers ", thing.multiplayer.get_peers(), ", ", error_string(thing.rpc("hear", "first")))
				await create_timer(0.3).timeout
				thing.rpc("hear", "later"))
			thing.multiplayer.peer_connected.connect(func(id) -> void:
				if id == 1: thing.rpc("hear", "second"))
		things["client %d" % number] = thing
		await create_timer(1.5).timeout
	for title: String in things: print("  the ", title, " has heard ", things[title].heard)
	for peer: MultiplayerPeer in [server] + clients: peer.close()
GD
sees "calls of client 1 to all, while client 0 is there" "\
ENet, connected_to_server: peers [1], OK
  the server has heard [\"first\", \"second\", \"later\"]
  the client 0 has heard [\"later\"]
  the client 1 has heard []
WebSocket, connected_to_server: peers [1], OK
  the server has heard [\"first\", \"second\", \"later\"]
  the client 0 has heard [\"later\"]
  the client 1 has heard []" "$(cat "$work/all")"
exit "$wrong"
