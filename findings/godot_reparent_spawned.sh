#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): a spawned node that the server moves with reparent(), or removes and adds again, is gone at the clients for good,
# also if a MultiplayerSpawner watches where it goes. The server prints that the node's signal ready "was not emitted": a node emits it
# the first time only. After request_ready() the clients get it again.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "where the node is at the server and at a client; X and Y each have a spawner" "\
ERROR: An error happened during last spawn, this usually means the 'ready' signal was not emitted by the spawned node.
reparent(): Y/Pawn, and nowhere
request_ready(), reparent(): Y/Pawn, and Y/Pawn
ERROR: An error happened during last spawn, this usually means the 'ready' signal was not emitted by the spawned node.
removed and added: X/Pawn, and nowhere
removed, request_ready(), added: X/Pawn, and X/Pawn" "$(godot <<'GD' | grep -v '^WARNING'
extends SceneTree
func end_of(title: String, peer: MultiplayerPeer) -> Node:
	var top := branch_of(title, peer)
	for place in ["X", "Y"]:
		var below := Node.new()
		below.name = place
		top.add_child(below)
		var spawner := MultiplayerSpawner.new()
		spawner.name = "Spawner" + place
		spawner.add_spawnable_scene("res://tmp/pawn.tscn")
		top.add_child(spawner)
		spawner.spawn_path = NodePath("../" + place)
	return top
func where(top: Node) -> String:
	for path in ["X/Pawn", "Y/Pawn"]:
		if top.has_node(path):
			return path
	return "nowhere"
func _initialize() -> void:
	var scene := PackedScene.new()
	var model := Node.new()
	model.name = "Pawn"
	scene.pack(model)
	model.free()
	ResourceSaver.save(scene, "res://tmp/pawn.tscn")
	var server := ENetMultiplayerPeer.new()
	var client := ENetMultiplayerPeer.new()
	server.create_server(24861)
	client.create_client("127.0.0.1", 24861)
	var here := end_of("A", server)
	var there := end_of("B", client)
	await create_timer(1).timeout
	for way in ["reparent()", "request_ready(), reparent()", "removed and added", "removed, request_ready(), added"]:
		var pawn: Node = load("res://tmp/pawn.tscn").instantiate()
		here.get_node("X").add_child(pawn)
		await create_timer(0.3).timeout
		if "request_ready()" in way:
			pawn.request_ready()
		if "reparent()" in way:
			pawn.reparent(here.get_node("Y"))
		else:
			here.get_node("X").remove_child(pawn)
			here.get_node("X").add_child(pawn)
		await create_timer(0.3).timeout
		print(way, ": ", where(here), ", and ", where(there))
		pawn.queue_free()
		await create_timer(0.3).timeout
	quit()
GD
)"
exit "$wrong"
