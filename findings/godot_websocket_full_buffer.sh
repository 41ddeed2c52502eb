#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): reliable calls over WebSocketMultiplayerPeer have gaps. While a client stands still and the system's buffers and
# the outbound_buffer_size of its peer (65,535 bytes) are full, calls to it are dropped, with an error at the server alone; the connection
# stays, and once the client reads again, later calls arrive. Over ENet they all arrive.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
gaps() {
    godot <<GD | grep -v 'wslay_event_get_queued_msg_length\|GDScript backtrace\|^  *\['
extends SceneTree
class Thing extends Node:
	var heard := []
	@rpc("any_peer", "call_remote", "reliable")
	func hear(number: int, _ballast: PackedByteArray) -> void: heard.append(number)
func end_of(title: String, peer: MultiplayerPeer) -> Thing:
	var top := branch_of(title, peer)
	var thing := Thing.new()
	thing.name = "T"
	top.add_child(thing)
	return thing
func _initialize() -> void:
	Engine.max_fps = 120
	await create_timer(0.5).timeout  # the engine's first frame is a long one: a handshake would time out
	var server := $1.new()
	var client := $1.new()
	server.create_server(24874)
	client.create_client($2)
	var here := end_of("A", server)
	var there := end_of("B", client)
	await create_timer(1).timeout
	var lost := []
	here.multiplayer.peer_disconnected.connect(func(id: int) -> void: lost.append(id))
	var ballast := PackedByteArray()
	ballast.resize(20000)
	multiplayer_poll = false  # the client stands still for five seconds, the server does not
	for number in 600:
		here.hear.rpc(number, ballast)
		here.multiplayer.poll()
		await process_frame
	multiplayer_poll = true
	await create_timer(5).timeout
	here.hear.rpc(600, ballast)
	await create_timer(0.5).timeout
	print("the first ", 0 in there.heard, ", the last ", 600 in there.heard, ", all ", there.heard.size() == 601, ", in order ", there.heard == range(601).filter(func(number: int) -> bool: return number in there.heard), ", disconnected ", lost)
	quit()
GD
}
sees "which of 601 reliable calls of 20 kB a client gets that stands still for the first 600 of them" "\
WebSocket: the first true, the last true, all false, in order true, disconnected []
ENet: the first true, the last true, all true, in order true, disconnected []" "\
WebSocket: $(gaps WebSocketMultiplayerPeer '"ws://127.0.0.1:24874"')
ENet: $(gaps ENetMultiplayerPeer '"127.0.0.1", 24874')"
exit "$wrong"
