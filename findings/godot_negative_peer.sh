#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3: rpc_id() with the negative number of a peer calls all but that one. A client that keeps -1 for "nobody" calls all other
# clients with it, and not the server; nothing is printed. On the server -1 calls nobody, and is an error on the console, though OK is
# returned.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
godot > "$work/all" <<'GD'
extends SceneTree
class Thing extends Node:
	var heard := []
	@rpc("any_peer", "call_remote", "reliable")
	func hear(what) -> void: heard.append(what)
func heard_by(things: Dictionary) -> String:
	var ends := things.keys().filter(func(end) -> bool: return not things[end].heard.is_empty())
	return "nobody" if ends.is_empty() else " ".join(ends)
func _initialize() -> void:
	var server := ENetMultiplayerPeer.new()
	server.create_server(24874)
	var peers := { "S": server }
	for title in ["A", "B"]:
		peers[title] = ENetMultiplayerPeer.new()
		peers[title].create_client("127.0.0.1", 24874)
	var things := {}
	for title: String in peers:
		things[title] = Thing.new()
		things[title].name = "T"
		branch_of(title, peers[title]).add_child(things[title])
	await create_timer(2).timeout
	var ids := { "-1": -1, "-A": -peers.A.get_unique_id(), "-2": -2 }
	for title: String in ["S", "A"]:
		for name: String in ids:
			if title == "A" and name != "-1": continue
			var result := error_string(things[title].rpc_id(ids[name], "hear", "x"))
			await create_timer(0.5).timeout
			print(title, " calls ", name, ": ", result, ", heard by ", heard_by(things))
			for thing: Thing in things.values(): thing.heard.clear()
	quit()
GD
sees "who hears a call of the server S or of the client A, beside a client B" "\
ERROR: Attempt to call RPC with unknown peer ID: -1.
S calls -1: OK, heard by nobody
S calls -A: OK, heard by B
ERROR: Attempt to call RPC with unknown peer ID: -2.
S calls -2: OK, heard by nobody
A calls -1: OK, heard by B" "$(grep -v '^   ' "$work/all")"
exit "$wrong"
