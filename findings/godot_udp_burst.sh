#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): a UDPServer's PacketPeerUDP, and one that is connected, keep 64 KiB between two polls. Of 80 datagrams of 1000
# bytes that come in one frame 63 are there; the system had all of them. The UDPServer prints nothing, the connected one a warning for
# each poll. One that is bound keeps all 80: bind() asks for 65536 bytes, and gets 128 KiB.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "how many of 80 datagrams are there, and which is the last" "\
of a UDPServer: 63, the last 62
WARNING: Buffer full, dropping packets!
connected: 63, the last 62
bound: 80, the last 79" "$(godot <<'GD' | grep -E '^(of|WARNING|connected|bound)' | uniq
extends SceneTree
func send(by: PacketPeerUDP) -> void:
	for number in 80:
		var datagram := PackedByteArray()
		datagram.resize(1000)
		datagram[0] = number
		by.put_packet(datagram)
func tell(title: String, reader: PacketPeerUDP) -> void:
	var numbers := []
	while reader.get_available_packet_count() > 0:
		numbers.append(reader.get_packet()[0])
	print(title, ": ", numbers.size(), ", the last ", numbers[-1])
func _init() -> void:
	var server := UDPServer.new()
	server.listen(24878, "127.0.0.1")
	var client := PacketPeerUDP.new()
	client.connect_to_host("127.0.0.1", 24878)
	client.put_packet(PackedByteArray([0]))
	while not server.is_connection_available():
		server.poll()
	var peer := server.take_connection()
	peer.get_packet()
	send(client)
	server.poll()
	tell("of a UDPServer", peer)
	send(peer)
	tell("connected", client)
	var bound := PacketPeerUDP.new()
	bound.bind(24879, "127.0.0.1")
	var other := PacketPeerUDP.new()
	other.connect_to_host("127.0.0.1", 24879)
	send(other)
	tell("bound", bound)
	quit()
GD
)"
exit "$wrong"
