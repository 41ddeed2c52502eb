#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): a MultiplayerSynchronizer sends a state in the first frame after its replication_interval, and counts from
# that frame: what was late is not made up. At 60 frames a second, an interval of 0.02 sends every second frame (30 a second instead
# of 50), 0.03 too, 0.04 every third (20 instead of 25). Intervals of whole frames send less often than these frames, 1/60 about 40
# times a second and 0.05 about 17: a frame that comes a little early sends nothing, and the next one does.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "frames for each state, at 60 frames a second" "\
0.02: 2
0.03: 2
0.04: 3
0.0167, one frame: more
0.05, three frames: more" "$(godot <<'GD'
extends SceneTree
func end_of(title: String, peer: MultiplayerPeer, interval: float) -> MultiplayerSynchronizer:
	var top := Node2D.new()
	top.name = title
	root.add_child(top)
	var api := SceneMultiplayer.new()
	api.root_path = "/root/" + title
	set_multiplayer(api, "/root/" + title)
	api.multiplayer_peer = peer
	var synchronizer := MultiplayerSynchronizer.new()
	synchronizer.name = "Sync"
	synchronizer.replication_config = SceneReplicationConfig.new()
	synchronizer.replication_config.add_property(^".:position")
	synchronizer.replication_interval = interval
	top.add_child(synchronizer)
	return synchronizer
func _initialize() -> void:
	Engine.max_fps = 60
	for interval in [0.02, 0.03, 0.04, 1.0 / 60, 0.05]:
		var port := 24802 + roundi(interval * 1000)
		var server := ENetMultiplayerPeer.new()
		var client := ENetMultiplayerPeer.new()
		server.create_server(port)
		client.create_client("127.0.0.1", port)
		end_of("A%d" % port, server, interval)
		var states := [0]
		end_of("B%d" % port, client, interval).synchronized.connect(func() -> void: states[0] += 1)
		await create_timer(1).timeout
		states[0] = 0
		var begin := Engine.get_process_frames()
		await create_timer(8).timeout
		var frames: float = float(Engine.get_process_frames() - begin) / states[0]
		match interval:
			0.02, 0.03, 0.04: print(interval, ": ", roundi(frames))
			0.05: print("0.05, three frames: ", "more" if frames > 3.1 else "these")
			_: print("0.0167, one frame: ", "more" if frames > 1.1 else "these")
		server.close()
	quit()
GD
)"
exit "$wrong"
