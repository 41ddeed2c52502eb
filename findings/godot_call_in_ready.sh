#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): a MultiplayerSpawner sends a node after its _ready(), so that a call that the server makes in _ready() comes
# before it and is lost; the same call right behind add_child() arrives. The lost one is not without consequence: it announced the node's
# number, the client had no node to confirm it for, and it is not announced again. All later calls of this node carry its path.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
spawned() {
    godot <<GD | grep -E '^(calls|bytes|ERROR: Failed)'
extends SceneTree
const SCRIPT := """extends Node
@rpc func hear() -> void: set_meta("calls", get_meta("calls", 0) + 1)
func _ready() -> void:
	if $1 and multiplayer.is_server(): hear.rpc()
"""
func end_of(title: String, peer: MultiplayerPeer) -> Node:
	var top := Node.new()
	top.name = title
	root.add_child(top)
	var api := SceneMultiplayer.new()
	api.root_path = "/root/" + title
	set_multiplayer(api, "/root/" + title)
	api.multiplayer_peer = peer
	var spawner := MultiplayerSpawner.new()
	spawner.name = "Spawner"
	spawner.spawn_path = ^".."
	spawner.add_spawnable_scene("user://guard.tscn")
	top.add_child(spawner)
	return top
func _initialize() -> void:
	FileAccess.open("user://guard.gd", FileAccess.WRITE).store_string(SCRIPT)
	var guard := Node.new()
	guard.name = "GuardOfTheNorthernGate"
	guard.set_script(load("user://guard.gd"))
	var scene := PackedScene.new()
	scene.pack(guard)
	ResourceSaver.save(scene, "user://guard.tscn")
	var server := ENetMultiplayerPeer.new()
	var client := ENetMultiplayerPeer.new()
	server.create_server(24812)
	client.create_client("127.0.0.1", 24812)
	var ends := [end_of("A", server), end_of("B", client)]
	await create_timer(1).timeout
	var spawned: Node = load("user://guard.tscn").instantiate()
	ends[0].add_child(spawned)
	spawned.rpc("hear")
	await create_timer(1).timeout
	print("calls that arrived: ", ends[1].get_node("GuardOfTheNorthernGate").get_meta("calls", 0))
	server.host.pop_statistic(ENetConnection.HOST_TOTAL_SENT_DATA)
	for i in 10:
		spawned.rpc("hear")
		await create_timer(0.03).timeout
	var bytes := server.host.pop_statistic(ENetConnection.HOST_TOTAL_SENT_DATA) / 10
	print("bytes of a later call: ", "below 20" if bytes < 20 else "40 or more" if bytes >= 40 else str(bytes))
	quit()
GD
}
sees "a node that the server calls behind add_child()" "\
calls that arrived: 1
bytes of a later call: below 20" "$(spawned false)"
sees "a node that the server calls in _ready(), too" "\
ERROR: Failed to get path from RPC: GuardOfTheNorthernGate.
calls that arrived: 1
bytes of a later call: 40 or more" "$(spawned true)"
exit "$wrong"
