#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): Node.rpc_config() has no effect after the node's first call. A method that is added then cannot be called, and
# one that gets another channel goes over the old one, although get_node_rpc_config() shows what was set. Leaving the tree and entering it
# again changes nothing; a new node has the new configuration.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
# 254 is the channel that ENetMultiplayerPeer refuses: an error shows that it is taken.
sees "calls of a method, of one that was added after them, and of the first on channel 254, which is refused" "\
first: error 0, heard [1]
added: error 31, heard []
to channel 254: error 0, heard [3]; set: [254, 0]
added, back in the tree: error 31, heard []
ERROR: Unable to send packet on channel 255, max channels: 255
to channel 254, a new node: error 0, heard []
added, a new node: error 0, heard [6]" "$(godot <<'GD' | grep -E '^(first|added|to|ERROR: Unable to send)'
extends SceneTree
class Thing extends Node:
	var heard := []
	func first(what: int) -> void: heard.append(what)
	func added(what: int) -> void: heard.append(what)
	func let(method: StringName, channel: int) -> void:
		rpc_config(method, { "rpc_mode": MultiplayerAPI.RPC_MODE_ANY_PEER, "transfer_mode": MultiplayerPeer.TRANSFER_MODE_RELIABLE, "channel": channel })
	func channels() -> Array: return [get_node_rpc_config()[&"first"].channel, get_node_rpc_config()[&"added"].channel]
func end_of(title: String, peer: MultiplayerPeer) -> Thing:
	var top := branch_of(title, peer)
	var thing := Thing.new()
	thing.name = "T"
	top.add_child(thing)
	return thing
func call_of(sender: Thing, receiver: Thing, method: StringName, what: int) -> String:
	receiver.heard.clear()
	var error := sender.rpc_id(1, method, what)
	await create_timer(0.5).timeout
	return "error %d, heard %s" % [error, receiver.heard]
func enter_again(thing: Thing) -> void:
	var top := thing.get_parent()
	top.remove_child(thing)
	top.add_child(thing)
func renewed(thing: Thing) -> Thing:
	var top := thing.get_parent()
	thing.free()
	var other := Thing.new()
	other.name = "T"
	top.add_child(other)
	return other
func _initialize() -> void:
	var server := ENetMultiplayerPeer.new()
	var client := ENetMultiplayerPeer.new()
	server.create_server(24846)
	client.create_client("127.0.0.1", 24846)
	var host := end_of("A", server)
	var player := end_of("B", client)
	await create_timer(1).timeout
	for end: Thing in [host, player]: end.let(&"first", 0)
	print("first: ", await call_of(player, host, &"first", 1))
	for end: Thing in [host, player]: end.let(&"added", 0)
	print("added: ", await call_of(player, host, &"added", 2))
	for end: Thing in [host, player]: end.let(&"first", 254)
	print("to channel 254: ", await call_of(player, host, &"first", 3), "; set: ", player.channels())
	for end: Thing in [host, player]: enter_again(end)
	await create_timer(0.5).timeout
	print("added, back in the tree: ", await call_of(player, host, &"added", 4))
	host = renewed(host)
	player = renewed(player)
	for end: Thing in [host, player]:
		end.let(&"first", 254)
		end.let(&"added", 0)
	print("to channel 254, a new node: ", await call_of(player, host, &"first", 5))
	print("added, a new node: ", await call_of(player, host, &"added", 6))
	quit()
GD
)"
exit "$wrong"
