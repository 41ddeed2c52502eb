#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): ENetMultiplayerPeer takes transfer channels modulo 256. Only 254 is an error, which is printed, and put_packet()
# returns OK all the same. 255, 256 and negative ones are sent on channel 0, 257 on 1, and 300 on 44, which they share with what is sent
# there.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "transfer_channel, what put_packet() returns, and the channels of what arrives" "\
0: returns 0, arrives on [0]
253: returns 0, arrives on [253]
ERROR: Unable to send packet on channel 255, max channels: 255
254: returns 0, arrives on []
255: returns 0, arrives on [0]
256: returns 0, arrives on [0]
257: returns 0, arrives on [1]
300: returns 0, arrives on [44]
-1: returns 0, arrives on [0]
-300: returns 0, arrives on [0]" "$(godot <<'GD' | grep -E '^(-?[0-9]+|ERROR)'
extends SceneTree
func _initialize() -> void:
	var server := ENetMultiplayerPeer.new()
	var client := ENetMultiplayerPeer.new()
	server.create_server(24847)
	client.create_client("127.0.0.1", 24847)
	while client.get_connection_status() != MultiplayerPeer.CONNECTION_CONNECTED:
		server.poll()
		client.poll()
		await process_frame
	client.set_target_peer(1)
	for channel in [0, 253, 254, 255, 256, 257, 300, -1, -300]:
		client.transfer_channel = channel
		var error := client.put_packet(PackedByteArray([1]))
		var channels := []
		for i in 30:
			client.poll()
			server.poll()
			while server.get_available_packet_count() > 0:
				channels.append(server.get_packet_channel())
				server.get_packet()
			await process_frame
		print(channel, ": returns ", error, ", arrives on ", channels)
	quit()
GD
)"
exit "$wrong"
