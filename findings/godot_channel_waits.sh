#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): on channel 1 and up, an unreliable_ordered call waits for a reliable call of the same channel that was sent
# before it and got lost, until that one is sent again. On channel 0 it does not: there, each mode has an ENet channel of its own. A call
# that is only unreliable does not wait.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "the order in which calls arrive whose first one gets lost once" "\
channel 0: ordered, unreliable, reliable
channel 1: unreliable, reliable, ordered" "$(godot <<'GD' | grep '^channel'
extends SceneTree
class Thing extends Node:
	var heard := []
	@rpc("any_peer", "reliable") func reliable_0() -> void: heard.append("reliable")
	@rpc("any_peer", "unreliable_ordered") func ordered_0() -> void: heard.append("ordered")
	@rpc("any_peer", "unreliable") func unreliable_0() -> void: heard.append("unreliable")
	@rpc("any_peer", "call_remote", "reliable", 1) func reliable_1() -> void: heard.append("reliable")
	@rpc("any_peer", "call_remote", "unreliable_ordered", 1) func ordered_1() -> void: heard.append("ordered")
	@rpc("any_peer", "call_remote", "unreliable", 1) func unreliable_1() -> void: heard.append("unreliable")
var is_losing := false
var lost := 0
var near := PacketPeerUDP.new()
var far := PacketPeerUDP.new()
func _process(_delta: float) -> bool:
	while near.get_available_packet_count() > 0:
		var datagram := near.get_packet()
		near.set_dest_address("127.0.0.1", near.get_packet_port())
		if is_losing: lost += 1
		else: far.put_packet(datagram)
	while far.get_available_packet_count() > 0: near.put_packet(far.get_packet())
	return false
func end_of(title: String, peer: MultiplayerPeer) -> Thing:
	var top := branch_of(title, peer)
	var thing := Thing.new()
	thing.name = "T"
	top.add_child(thing)
	return thing
func _initialize() -> void:
	far.connect_to_host("127.0.0.1", 24843)
	near.bind(24844)
	var server := ENetMultiplayerPeer.new()
	var client := ENetMultiplayerPeer.new()
	server.create_server(24843)
	client.create_client("127.0.0.1", 24844)
	var host := end_of("A", server)
	var player := end_of("B", client)
	await create_timer(1).timeout
	player.reliable_0.rpc()
	await create_timer(1).timeout
	for channel in 2:
		host.heard.clear()
		is_losing = true
		lost = 0
		player.rpc("reliable_%d" % channel)
		while lost == 0: await process_frame
		is_losing = false
		player.rpc("ordered_%d" % channel)
		player.rpc("unreliable_%d" % channel)
		await create_timer(2).timeout
		print("channel ", channel, ": ", ", ".join(host.heard))
	quit()
GD
)"
exit "$wrong"
