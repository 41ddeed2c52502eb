#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): over ENet a packet of more than 33,554,432 bytes is lost in silence, also a reliable one: put_packet() returns
# OK, nothing is printed at either end, and what is sent after it arrives. One of 33,554,432 bytes arrives.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "what put_packet() of a reliable packet returns, and what arrives of it and of a packet of 1 byte that follows" "\
33554432: OK, arrives [33554432, 1]
33554433: OK, arrives [1]" "$(godot <<'GD'
extends SceneTree
func _initialize() -> void:
	OS.low_processor_usage_mode_sleep_usec = 1
	for size in [33554432, 33554433]:
		var server := ENetMultiplayerPeer.new()
		var client := ENetMultiplayerPeer.new()
		server.create_server(24876)
		client.create_client("127.0.0.1", 24876)
		var is_there := [false]
		server.peer_connected.connect(func(_id: int) -> void: is_there[0] = true)
		while not is_there[0]:
			server.poll()
			client.poll()
			await process_frame
		var bytes := PackedByteArray()
		bytes.resize(size)
		var answer := error_string(server.put_packet(bytes))
		server.put_packet(PackedByteArray([7]))
		var sizes := []
		var begin := Time.get_ticks_msec()
		while Time.get_ticks_msec() - begin < (20000 if 1 not in sizes else 2000):
			server.poll()
			client.poll()
			while client.get_available_packet_count() > 0:
				sizes.append(client.get_packet().size())
				begin = Time.get_ticks_msec()
			await process_frame
		print(size, ": ", answer, ", arrives ", sizes)
		server.close()
		client.close()
	quit()
GD
)"
exit "$wrong"
