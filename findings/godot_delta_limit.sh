#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): max_delta_packet_size is not where the changes of a synchronizer are divided. If those that have gathered are
# larger together, none of them is sent, and later ones of this synchronizer, however small, wait with them: the server prints an error in
# each frame, and the clients keep the old values until what is too large has become smaller.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "the bytes of two properties On Change, at the server and at the client; at most 1000 bytes are sent" "\
600 in one: 600 and 0, client 600 and 0
600 in the other: 600 and 600, client 600 and 600
700 in both: 700 and 700, client 600 and 600
1 in one, 700 in the other: 1 and 700, client 1 and 700
1 in one, 1200 in the other: 1 and 1200, client 1 and 700
2 in one, 1200 in the other: 2 and 1200, client 1 and 700" "$(godot <<'GD' | grep -vE 'Synchronizer delta bigger than MTU will not be sent'
extends SceneTree
class Thing extends Node:
	var one := PackedByteArray()
	var other := PackedByteArray()
func end_of(title: String, peer: MultiplayerPeer) -> Thing:
	var top := Node.new()
	top.name = title
	root.add_child(top)
	var api := SceneMultiplayer.new()
	api.root_path = "/root/" + title
	api.max_delta_packet_size = 1000
	set_multiplayer(api, "/root/" + title)
	api.multiplayer_peer = peer
	var thing := Thing.new()
	thing.name = "T"
	var synchronizer := MultiplayerSynchronizer.new()
	synchronizer.name = "Sync"
	synchronizer.replication_config = SceneReplicationConfig.new()
	for property: NodePath in [^".:one", ^".:other"]:
		synchronizer.replication_config.add_property(property)
		synchronizer.replication_config.property_set_replication_mode(property, SceneReplicationConfig.REPLICATION_MODE_ON_CHANGE)
	thing.add_child(synchronizer)
	top.add_child(thing)
	return thing
func bytes(count: int) -> PackedByteArray:
	var made := PackedByteArray()
	made.resize(count)
	return made
func _initialize() -> void:
	var server := ENetMultiplayerPeer.new()
	var client := ENetMultiplayerPeer.new()
	server.create_server(24865)
	client.create_client("127.0.0.1", 24865)
	var here := end_of("A", server)
	var there := end_of("B", client)
	await create_timer(1).timeout
	for step in [["600 in one", 600, 0], ["600 in the other", 600, 600], ["700 in both", 700, 700], ["1 in one, 700 in the other", 1, 700],
			["1 in one, 1200 in the other", 1, 1200], ["2 in one, 1200 in the other", 2, 1200]]:
		here.one = bytes(step[1])
		here.other = bytes(step[2])
		await create_timer(0.4).timeout
		print("%s: %d and %d, client %d and %d" % [step[0], here.one.size(), here.other.size(), there.one.size(), there.other.size()])
	quit()
GD
)"
exit "$wrong"
