#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): get_remote_sender_id() is that of the call which is being executed when it is asked. A method that awaits first
# gets the sender of the call that wakes it, so that a request of one client is taken for another's; woken by a frame, it gets 0. Ask
# before the await.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "whom the server takes for the sender of two calls of client B, before the await and after it" "\
woken by a call of client C: B, C
woken by a frame: B, 0" "$(godot <<'GD'
extends SceneTree
var ids := {}
class Thing extends Node:
	signal opened
	var senders := []
	@rpc("any_peer", "call_remote", "reliable")
	func ask(by_frame: bool) -> void:
		senders = [multiplayer.get_remote_sender_id()]
		if by_frame:
			await get_tree().process_frame
		else:
			await opened
		senders.append(multiplayer.get_remote_sender_id())
	@rpc("any_peer", "call_remote", "reliable")
	func open() -> void: opened.emit()
func end_of(title: String, peer: MultiplayerPeer) -> Thing:
	var top := branch_of(title, peer)
	var api: SceneMultiplayer = get_multiplayer("/root/" + title)
	var thing := Thing.new()
	thing.name = "T"
	top.add_child(thing)
	ids[api.get_unique_id()] = title
	return thing
func _initialize() -> void:
	var peers := [ENetMultiplayerPeer.new(), ENetMultiplayerPeer.new(), ENetMultiplayerPeer.new()]
	peers[0].create_server(24864)
	peers[1].create_client("127.0.0.1", 24864)
	peers[2].create_client("127.0.0.1", 24864)
	var ends := [end_of("A", peers[0]), end_of("B", peers[1]), end_of("C", peers[2])]
	await create_timer(1).timeout
	for by_frame in [false, true]:
		ends[1].ask.rpc_id(1, by_frame)
		await create_timer(0.3).timeout
		ends[2].open.rpc_id(1)
		await create_timer(0.3).timeout
		print("woken by a frame: " if by_frame else "woken by a call of client C: ", ", ".join(ends[0].senders.map(func(id: int) -> String: return ids.get(id, str(id)))))
	quit()
GD
)"
exit "$wrong"
