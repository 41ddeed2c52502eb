#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): a Spawn leaves within spawn() or add_child(), right after _ready(), and not at the end of the frame. A reliable
# call in _ready() leaves before it, and is lost at the clients, which do not have the node. A property that is only in the Spawn
# (REPLICATION_MODE_NEVER) and is set in the line after spawn() has the old value at the clients for good, the new one at who joins later.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "a node that calls hear() in _ready() and after spawn(), and gets its value before, in and after spawn()" "\
ERROR: Node not found: \"N\" (relative to \"/root/B\").
ERROR: Parameter \"node\" is null.
ERROR: Node not found: \"N\" (relative to \"/root/B\").
ERROR: Failed to get path from RPC: N.
ERROR: Invalid packet received. Requested node was not found.
the server's node: value after
the client's node: value _ready, heard [\"after\"]
the node of who joins later: value after, heard []" "$(two_ends 24911 <<'GD'
class Spawned extends Thing:
	func _ready() -> void:
		if multiplayer.is_server():
			value = "_ready"
			hear.rpc("_ready")
func make(_data: Variant) -> Node:
	var node := Spawned.new()
	node.name = "N"
	node.value = "before"
	var synchronizer := MultiplayerSynchronizer.new()
	synchronizer.replication_config = SceneReplicationConfig.new()
	synchronizer.replication_config.add_property(^".:value")
	synchronizer.replication_config.property_set_replication_mode(^".:value", SceneReplicationConfig.REPLICATION_MODE_NEVER)
	node.add_child(synchronizer)
	return node
func spawner_below(top: Node) -> MultiplayerSpawner:
	var spawner := MultiplayerSpawner.new()
	spawner.name = "Spawner"
	spawner.spawn_function = make
	top.add_child(spawner)
	spawner.spawn_path = ^".."
	return spawner
func play(server: Thing, client: Thing) -> void:
	var spawner := spawner_below(server.get_parent())
	spawner_below(client.get_parent())
	var node: Thing = spawner.spawn()
	node.value = "after"
	node.hear.rpc("after")
	await create_timer(1).timeout
	print("the server's node: value ", node.value)
	var copy: Thing = client.get_node("../N")
	print("the client's node: value ", copy.value, ", heard ", copy.heard)
	var peer := ENetMultiplayerPeer.new()
	peer.create_client("127.0.0.1", 24911)
	var later := end_of("C", peer)
	spawner_below(later.get_parent())
	await create_timer(1).timeout
	copy = later.get_node("../N")
	print("the node of who joins later: value ", copy.value, ", heard ", copy.heard)
GD
)"
exit "$wrong"
