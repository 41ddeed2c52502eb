#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): a spawned node that is hidden from a client and shown again in one function is another node there: the client
# frees its node and makes a new one. Visibility is not compared at the end of the frame: each set_visibility_for(), and each change of
# public_visibility, sends at once.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "the client's node" "\
shown as before: nothing
set_visibility_for() false, true: despawned, spawned
public_visibility false, true: despawned, spawned" "$(two_ends 24912 <<'GD'
func make(_data: Variant) -> Node:
	var node := Thing.new()
	node.name = "N"
	var synchronizer := MultiplayerSynchronizer.new()
	synchronizer.name = "Sync"
	synchronizer.replication_config = SceneReplicationConfig.new()
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
	var id := client.multiplayer.get_unique_id()
	var spawner := spawner_below(server.get_parent())
	var watched := spawner_below(client.get_parent())
	var events := []
	watched.spawned.connect(func(_node: Node) -> void: events.append("spawned"))
	watched.despawned.connect(func(_node: Node) -> void: events.append("despawned"))
	var synchronizer: MultiplayerSynchronizer = spawner.spawn().get_node("Sync")
	await create_timer(1).timeout
	for how: String in ["shown as before", "set_visibility_for() false, true", "public_visibility false, true"]:
		events.clear()
		if how.begins_with("shown"):
			synchronizer.public_visibility = true
		elif how.begins_with("set"):
			synchronizer.public_visibility = false
			synchronizer.set_visibility_for(id, true)
			await create_timer(1).timeout
			events.clear()
			synchronizer.set_visibility_for(id, false)
			synchronizer.set_visibility_for(id, true)
		else:
			synchronizer.public_visibility = true
			synchronizer.set_visibility_for(id, false)
			await create_timer(1).timeout
			events.clear()
			synchronizer.public_visibility = false
			synchronizer.public_visibility = true
		await create_timer(1).timeout
		print(how, ": ", "nothing" if events.is_empty() else ", ".join(events))
GD
)"
exit "$wrong"
