#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): a synchronizer that is hidden from a client for long, while others are sent, stays frozen for long when it is
# shown again: its states arrive, and the client drops them as old, without an error. States carry a time of 16 bits, which counts the
# rounds of all synchronizers; a state is old if its time is the last one's or up to 32766 less, as it is after 32770 to 65536 rounds
# in which the time has begun again at 0. At 60 rounds a second: hidden for 9 to 18 minutes, frozen for up to 9.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "a synchronizer that is hidden, moved and shown again" "\
hidden for 30000 rounds: moved after less than 1000
hidden for 45000 rounds: moved after more than 15000" "$(godot <<'GD'
extends SceneTree
var states := {"Busy": 0, "Shy": 0}
func end_of(title: String, peer: MultiplayerPeer) -> Node:
	var top := branch_of(title, peer)
	for thing in states:
		var node := Node2D.new()
		node.name = thing
		var synchronizer := MultiplayerSynchronizer.new()
		synchronizer.name = "Sync"
		synchronizer.public_visibility = thing == "Busy"
		synchronizer.replication_config = SceneReplicationConfig.new()
		synchronizer.replication_config.add_property(^".:position")
		synchronizer.synchronized.connect(func() -> void: states[thing] += 1)
		node.add_child(synchronizer)
		top.add_child(node)
	return top
func rounds(count: int) -> void:
	var begin: int = states.Busy
	while states.Busy - begin < count: await process_frame
func _initialize() -> void:
	OS.low_processor_usage_mode_sleep_usec = 1
	var server := ENetMultiplayerPeer.new()
	var client := ENetMultiplayerPeer.new()
	server.create_server(24823)
	client.create_client("127.0.0.1", 24823)
	var sent := end_of("A", server).get_node("Shy") as Node2D
	var seen := end_of("B", client).get_node("Shy") as Node2D
	var visibility := sent.get_node("Sync") as MultiplayerSynchronizer
	visibility.set_visibility_for(client.get_unique_id(), true)
	await rounds(1000)
	for hidden in [30000, 45000]:
		visibility.set_visibility_for(client.get_unique_id(), false)
		await rounds(hidden)
		sent.position = Vector2(hidden, 0)
		visibility.set_visibility_for(client.get_unique_id(), true)
		var begin: int = states.Busy
		while seen.position != sent.position: await process_frame
		var later: int = states.Busy - begin
		print("hidden for ", hidden, " rounds: moved after ", "less than 1000" if later < 1000 else "more than 15000" if later > 15000 else str(later))
	quit()
GD
)"
exit "$wrong"
