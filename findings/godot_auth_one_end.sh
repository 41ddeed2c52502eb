#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3: a client without auth_callback emits connected_to_server at once at a server that has one, though it is not let in; calls
# that it sends then are not executed, and after 3 s it gets server_disconnected, as from a server that has gone. If only the client has an
# auth_callback, the server emits peer_connected, and the client leaves after 3 s.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
godot > "$work/all" <<'GD'
extends SceneTree
class Thing extends Node:
	var heard := 0
	@rpc("any_peer", "call_remote", "reliable")
	func hear() -> void: heard += 1
func _initialize() -> void:
	await create_timer(0.5).timeout
	await play("server", 24875)
	await play("client", 24876)
	quit()
func play(who: String, port: int) -> void:
	print("only the ", who, " has an auth_callback")
	var peers := { "server": ENetMultiplayerPeer.new(), "client": ENetMultiplayerPeer.new() }
	peers.server.create_server(port)
	peers.client.create_client("127.0.0.1", port)
	var things := {}
	var begin := Time.get_ticks_msec()
	for title: String in peers:
		var top := branch_of(title + str(port), peers[title])
		things[title] = Thing.new()
		things[title].name = "T"
		top.add_child(things[title])
		var api: SceneMultiplayer = things[title].multiplayer
		if title == who: api.auth_callback = func(_id, _data) -> void: pass
		for name in ["connected_to_server", "connection_failed", "server_disconnected"]:
			api.connect(name, func() -> void: says(title, name, begin))
		for name in ["peer_connected", "peer_disconnected", "peer_authenticating", "peer_authentication_failed"]:
			api.connect(name, func(_id) -> void: says(title, name, begin))
	await create_timer(1.5).timeout
	if who == "server": things.client.hear.rpc_id(1)
	await create_timer(4).timeout
	print("  calls executed by the server: ", things.server.heard)
	for title: String in peers: peers[title].close()
func says(title: String, name: String, begin: int) -> void:
	if Time.get_ticks_msec() - begin < 5200: print("  ", title, ": ", name, "" if Time.get_ticks_msec() - begin < 2000 else ", later")
GD
sees "signals" "\
only the server has an auth_callback
  client: connected_to_server
  client: peer_connected
  server: peer_authenticating
  server: peer_authentication_failed, later
  client: peer_disconnected, later
  client: server_disconnected, later
  calls executed by the server: 0
only the client has an auth_callback
  client: peer_authenticating
  server: peer_connected
  client: peer_authentication_failed, later
  server: peer_disconnected, later
  client: server_disconnected, later
  calls executed by the server: 0" "$(grep -v '^ERROR: Condition "len < 2' "$work/all")"
exit "$wrong"
