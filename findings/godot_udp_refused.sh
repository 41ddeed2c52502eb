#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): a PacketPeerUDP that is connected (connect_to_host()) does not send a packet if the one before met a closed port:
# put_packet() returns FAILED in its place. So the first packet after the other program has begun again is lost, and to one that is closed
# every second packet is sent. get_available_packet_count() is -1 then. With set_dest_address() all are sent.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "what put_packet() returns while the port is closed, then open; what arrives of [10, 11, 12]; the count of packets before them" "\
connect_to_host(): closed [0, 1, 0, 1, 0], count -1, open [0, 0, 0], arrives [10, 11, 12]
connect_to_host(), count not asked: closed [0, 1, 0, 1, 0], open [1, 0, 0], arrives [11, 12]
set_dest_address(): closed [0, 0, 0, 0, 0], count 0, open [0, 0, 0], arrives [10, 11, 12]" "$(godot <<'GD'
extends SceneTree
func puts(sender: PacketPeerUDP, numbers: Array) -> Array:
	var answers := []
	for number: int in numbers:
		answers.append(sender.put_packet(PackedByteArray([number])))
		OS.delay_msec(20)
	return answers
func play(title: String, sender: PacketPeerUDP, port: int) -> void:
	var line := "%s: closed %s" % [title, puts(sender, [0, 1, 2, 3, 4])]
	if "not asked" not in title:
		line += ", count %d" % sender.get_available_packet_count()
	var receiver := PacketPeerUDP.new()
	receiver.bind(port, "127.0.0.1")
	line += ", open %s" % [puts(sender, [10, 11, 12])]
	var numbers := []
	while receiver.get_available_packet_count() > 0:
		numbers.append(receiver.get_packet()[0])
	print(line, ", arrives ", numbers)
func _init() -> void:
	for title: String in ["connect_to_host()", "connect_to_host(), count not asked"]:
		var connected := PacketPeerUDP.new()
		connected.connect_to_host("127.0.0.1", 24880)
		play(title, connected, 24880)
	var free := PacketPeerUDP.new()
	free.set_dest_address("127.0.0.1", 24880)
	play("set_dest_address()", free, 24880)
	quit()
GD
)"
exit "$wrong"
