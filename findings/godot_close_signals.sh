#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): the signal server_disconnected is not "only emitted on clients", as its description says: a server that closes
# its own peer emits it, and no peer_disconnected for its clients. A client that leaves by itself emits it, too, as if the server had
# gone. When a server goes, clients emit peer_disconnected for the server alone, though get_peers() loses the other clients as well.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "the signals of a server and its clients Anna and Berta" "\
Anna leaves
    Anna: server_disconnected
    Berta: peer_disconnected Anna
    Server: peer_disconnected Anna
the server closes
    Berta: peer_disconnected Server
    Berta: server_disconnected
    Server: server_disconnected
peers that are left: of Berta 0, of the server 0" "$(godot <<'GD'
extends SceneTree
var names := {1: "Server"}
var heard := []
func end_of(title: String, peer: MultiplayerPeer) -> MultiplayerAPI:
	names[peer.get_unique_id()] = title
	branch_of(title, peer)
	var api: SceneMultiplayer = get_multiplayer("/root/" + title)
	api.peer_disconnected.connect(func(id: int) -> void: heard.append("%s: peer_disconnected %s" % [title, names[id]]))
	api.server_disconnected.connect(func() -> void: heard.append(title + ": server_disconnected"))
	return api
func client(title: String) -> MultiplayerAPI:
	var peer := ENetMultiplayerPeer.new()
	peer.create_client("127.0.0.1", 24902)
	return end_of(title, peer)
func close(what: String, end: MultiplayerAPI) -> void:
	print(what)
	heard.clear()
	end.multiplayer_peer.close()
	await create_timer(1).timeout
	heard.sort()
	for line: String in heard:
		print("    ", line)
func _initialize() -> void:
	var peer := ENetMultiplayerPeer.new()
	peer.create_server(24902)
	var server := end_of("Server", peer)
	var anna := client("Anna")
	var berta := client("Berta")
	await create_timer(1).timeout
	await close("Anna leaves", anna)
	await close("the server closes", server)
	print("peers that are left: of Berta ", berta.get_peers().size(), ", of the server ", server.get_peers().size())
	quit()
GD
)"
exit "$wrong"
