#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): the largest packet that PacketPeerStream.put_packet() takes, 65532 bytes with the sizes that it has by itself,
# never arrives: with its length it fills the receiver's ring buffer, which holds a byte less than its size. All later packets wait behind
# it; nothing is printed, and the connection stays. One byte less arrives, one byte more is an error.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "a packet of this size, then one of 1 byte: the errors of put_packet(), and the sizes that arrive" "\
65531: errors [0, 0], arrived [65531, 1], connected
65532: errors [0, 0], arrived [], connected
65533: errors [31, 0], arrived [1], connected" "$(godot <<'GD' | grep '^6'
extends SceneTree
func play(size: int) -> void:
	var listener := TCPServer.new()
	listener.listen(24800 + size % 10)
	var near := StreamPeerTCP.new()
	near.connect_to_host("127.0.0.1", 24800 + size % 10)
	while not listener.is_connection_available(): await process_frame
	var sender := PacketPeerStream.new()
	sender.stream_peer = near
	var receiver := PacketPeerStream.new()
	receiver.stream_peer = listener.take_connection()
	near.poll()
	var packet := PackedByteArray()
	packet.resize(size)
	var errors := [sender.put_packet(packet), sender.put_packet(PackedByteArray([1]))]
	var arrived := []
	for i in 60:
		while receiver.get_available_packet_count() > 0: arrived.append(receiver.get_packet().size())
		await process_frame
	var stands: bool = receiver.stream_peer.get_status() == StreamPeerTCP.STATUS_CONNECTED
	print(size, ": errors ", errors, ", arrived ", arrived, ", ", "connected" if stands else "not connected")
func _initialize() -> void:
	for size in [65531, 65532, 65533]: await play(size)
	quit()
GD
)"
exit "$wrong"
