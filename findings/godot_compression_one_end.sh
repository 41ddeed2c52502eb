#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): a client that compresses ENet with Zstandard connects to a server that does not, and both exchange small calls;
# the first datagram that compression makes shorter is dropped by the server, and what is reliable waits behind it, until the connection
# ends. Nothing is printed. With the other algorithms, or if the server alone compresses, the connection does not come about.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "packets of 3, 500 and 1 bytes each way, with compression at one end" "\
range coder, server alone: no connection
range coder, client alone: no connection
FastLZ, server alone: no connection
FastLZ, client alone: no connection
zlib, server alone: no connection
zlib, client alone: no connection
Zstandard, server alone: no connection
Zstandard, client alone: the server gets [3], the client gets [3, 500, 1]
Zstandard, both: the server gets [3, 500, 1], the client gets [3, 500, 1]" "$(godot <<'GD'
extends SceneTree
const TITLES := ["none", "range coder", "FastLZ", "zlib", "Zstandard"]
var port := 24960
func sizes(peer: MultiplayerPeer) -> Array:
	var found := []
	while peer.get_available_packet_count() > 0:
		found.append(peer.get_packet().size())
	return found
func play(what: String, of_server: int, of_client: int) -> void:
	port += 1
	var server := ENetMultiplayerPeer.new()
	var client := ENetMultiplayerPeer.new()
	server.create_server(port)
	client.create_client("127.0.0.1", port)
	server.host.compress(of_server)
	client.host.compress(of_client)
	var at_server := []
	var at_client := []
	for step in 150:
		server.poll()
		client.poll()
		at_server.append_array(sizes(server))
		at_client.append_array(sizes(client))
		if step == 75:
			if client.get_connection_status() != MultiplayerPeer.CONNECTION_CONNECTED:
				print(what, ": no connection")
				return
			for size: int in [3, 500, 1]:
				var packet := PackedByteArray()
				packet.resize(size)
				client.put_packet(packet)
				server.put_packet(packet)
		await create_timer(0.01).timeout
	print(what, ": the server gets ", at_server, ", the client gets ", at_client)
func _initialize() -> void:
	for kind in range(1, 5):
		await play(TITLES[kind] + ", server alone", kind, 0)
		await play(TITLES[kind] + ", client alone", 0, kind)
	await play("Zstandard, both", 4, 4)
	quit()
GD
)"
exit "$wrong"
