#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): a MultiplayerSpawner takes any number of spawnable scenes, and a Spawn has one byte for the scene's place in the
# list, 255 of which means another thing. An instance of the 256th scene is made by no client, one of the 257th is made from the first,
# one of the 300th from the 44th, and neither end prints anything. spawn_limit does not limit nodes that are added below spawn_path: they
# count, but only spawn() is refused.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
# spawns PORT LIMIT: runs play(HOST) of the standard input, HOST being the node of the server; prints what is printed.
spawns() {
    {
        cat <<'GD'
extends SceneTree
func end_of(title: String, peer: MultiplayerPeer, limit: int) -> Node:
	var top := branch_of(title, peer)
	var spawner := MultiplayerSpawner.new()
	spawner.name = "Spawner"
	spawner.spawn_path = ^".."
	spawner.spawn_limit = limit
	spawner.spawn_function = func(_data: int) -> Node: return Node.new()
	for i in 300: spawner.add_spawnable_scene("user://scene%d.tscn" % i)
	spawner.spawned.connect(func(node: Node) -> void: if limit == 0: print("client: ", node.name, " of ", node.scene_file_path.get_file()))
	top.add_child(spawner)
	return top
func make_scenes() -> void:
	for i in 300:
		var node := Node.new()
		node.name = "Scene%d" % i
		var scene := PackedScene.new()
		scene.pack(node)
		ResourceSaver.save(scene, "user://scene%d.tscn" % i)
		node.free()
func add(host: Node, scene: int) -> Node:
	var node: Node = load("user://scene%d.tscn" % scene).instantiate()
	host.add_child(node, true)
	return node
GD
        cat
        cat <<GD
func _initialize() -> void:
	make_scenes()
	var server := ENetMultiplayerPeer.new()
	var client := ENetMultiplayerPeer.new()
	server.create_server($1)
	client.create_client("127.0.0.1", $1)
	var host := end_of("A", server, $2)
	var guest := end_of("B", client, $2)
	await create_timer(1).timeout
	await play(host)
	print("nodes: server ", host.get_child_count() - 1, ", client ", guest.get_child_count() - 1)
	quit()
GD
    } | godot | grep -vE '^(WARNING|ERROR: [0-9]+ resources|   GDScript|   +\[)'
}
sees "what a server adds of 300 scenes, and what its client makes of it; all that is printed" "\
server: Scene0 of scene0.tscn
client: Scene0 of scene0.tscn
server: Scene254 of scene254.tscn
client: Scene254 of scene254.tscn
server: Scene255 of scene255.tscn
server: Scene256 of scene256.tscn
client: Scene256 of scene0.tscn
server: Scene299 of scene299.tscn
client: Scene299 of scene43.tscn
nodes: server 5, client 4" "$(spawns 24831 0 <<'GD'
func play(host: Node) -> void:
	for scene in [0, 254, 255, 256, 299]:
		var node := add(host, scene)
		print("server: ", node.name, " of ", node.scene_file_path.get_file())
		await create_timer(0.5).timeout
GD
)"
sees "five nodes are added, and one spawned, with a spawn_limit of 2" "\
ERROR: Spawn limit reached!
nodes: server 5, client 5" "$(spawns 24832 2 <<'GD'
func play(host: Node) -> void:
	for i in 5: add(host, 0)
	host.get_node("Spawner").spawn(1)
	await create_timer(0.5).timeout
GD
)"
exit "$wrong"
