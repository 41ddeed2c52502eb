#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): what a peer has spawned goes with its connection. When the server closes, or a client closes its own peer, the
# nodes that the server spawned, also the player's own, are freed in the client's tree; when a client leaves, those that it spawned are
# freed at all others. At who spawned them they stay. Nodes of the scene stay everywhere.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "spawned nodes in the trees of the server and of two clients; one is spawned by the server, one by client 1" "\
connected: server [\"by the server\", \"by client 1\"], client 1 [\"by the server\", \"by client 1\"], client 2 [\"by the server\", \"by client 1\"]
client 1 has closed: server [\"by the server\"], client 1 [\"by client 1\"], client 2 [\"by the server\"]
the server has closed: server [\"by the server\"], client 1 [\"by client 1\"], client 2 []" "$(godot <<'GD'
extends SceneTree
func node_of(title: String) -> Node:
	var node := Node.new()
	node.name = title
	return node
func end_of(title: String, peer: MultiplayerPeer, authorities: Dictionary) -> Node:
	var top := node_of(title)
	root.add_child(top)
	var api := SceneMultiplayer.new()
	api.root_path = "/root/" + title
	set_multiplayer(api, "/root/" + title)
	api.multiplayer_peer = peer
	for place: String in authorities:
		var spawner := MultiplayerSpawner.new()
		spawner.name = "Spawner " + place
		spawner.spawn_function = node_of
		spawner.set_multiplayer_authority(authorities[place])
		top.add_child(node_of(place))
		top.add_child(spawner)
		spawner.spawn_path = NodePath("../" + place)
	return top
func spawned(top: Node) -> Array:
	var names := []
	for place in ["Server", "Client 1"]:
		names.append_array(top.get_node(place).get_children().map(func(node: Node) -> String: return node.name))
	return names
func _initialize() -> void:
	var peers := [ENetMultiplayerPeer.new(), ENetMultiplayerPeer.new(), ENetMultiplayerPeer.new()]
	peers[0].create_server(24875)
	peers[1].create_client("127.0.0.1", 24875)
	peers[2].create_client("127.0.0.1", 24875)
	var authorities := {"Server": 1, "Client 1": peers[1].get_unique_id()}
	var tops := [end_of("A", peers[0], authorities), end_of("B", peers[1], authorities), end_of("C", peers[2], authorities)]
	await create_timer(1).timeout
	for step in ["connected", "client 1 has closed", "the server has closed"]:
		match step:
			"connected":
				tops[0].get_node("Spawner Server").spawn("by the server")
				tops[1].get_node("Spawner Client 1").spawn("by client 1")
			"client 1 has closed": peers[1].close()
			"the server has closed": peers[0].close()
		await create_timer(0.5).timeout
		print(step, ": server ", spawned(tops[0]), ", client 1 ", spawned(tops[1]), ", client 2 ", spawned(tops[2]))
	quit()
GD
)"
exit "$wrong"
