#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): get_peers() has the order of joining only until somebody leaves: the last of the list takes the place of the
# one that left. Clients that joined at different times then list the same peers in different orders, and the first of the list, whom
# a game may take for the host or for the next to play, is another one for each of them.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "get_peers() of the server and of its clients; clients are numbered in the order of joining, S is the server" "\
server: 1 2 3 4
client 2: S 1 3 4
client 3: S 1 2 4
client 4: S 1 2 3
1 leaves, 5 joins
server: 4 2 3 5
client 2: S 4 3 5
client 3: S 4 2 5
client 4: S 3 2 5
client 5: S 4 2 3" "$(godot <<'GD'
extends SceneTree
var ids := {1: "S"}
var ends := []
func end_of(title: String, peer: MultiplayerPeer) -> void:
	branch_of(title, peer)
	var api: SceneMultiplayer = get_multiplayer("/root/" + title)
	ends.append(api)
func join(number: int) -> void:
	var client := ENetMultiplayerPeer.new()
	client.create_client("127.0.0.1", 24801)
	ids[client.get_unique_id()] = str(number)
	end_of("client %d" % number, client)
	await create_timer(1).timeout
func show(numbers: Array) -> void:
	for number in numbers:
		var peers := Array(ends[number].get_peers()).map(func(id: int) -> String: return ids[id])
		print("client %d: " % number if number > 0 else "server: ", " ".join(peers))
func _initialize() -> void:
	var server := ENetMultiplayerPeer.new()
	server.create_server(24801)
	end_of("server", server)
	for number in [1, 2, 3, 4]: await join(number)
	show([0, 2, 3, 4])
	ends[1].multiplayer_peer.close()
	await create_timer(1).timeout
	print("1 leaves, 5 joins")
	await join(5)
	show([0, 2, 3, 4, 5])
	quit()
GD
)"
exit "$wrong"
