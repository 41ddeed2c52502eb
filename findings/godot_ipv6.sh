#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): Debian's package uses Debian's ENet, which has no IPv6: create_client() of an IPv6 address is an error. TCP
# and UDP have IPv6, and name the other end in a form without ::, which RFC 5952 does not recommend, so that a comparison with the text in
# a list or of a capture fails.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "::1 over TCP, UDP and ENet" "\
TCP: the other end is 0:0:0:0:0:0:0:1
UDP: the other end is 0:0:0:0:0:0:0:1
2001:db8::1 is resolved to 2001:db8:0:0:0:0:0:1
ENet, create_server(): OK
ERROR: Connecting to an IPv6 server isn't supported when using vanilla ENet. Recompile Godot with the bundled ENet library.
ERROR: Couldn't connect to the ENet multiplayer server.
ENet, create_client(\"::1\"): Can't create" "$(godot <<'GD' | grep -v -e backtrace -e '^ *\['
extends SceneTree
func _initialize() -> void:
	var listener := TCPServer.new()
	listener.listen(24950, "::1")
	var stream := StreamPeerTCP.new()
	stream.connect_to_host("::1", 24950)
	await create_timer(0.5).timeout
	print("TCP: the other end is ", listener.take_connection().get_connected_host())
	var receiver := PacketPeerUDP.new()
	receiver.bind(24950, "::1")
	var sender := PacketPeerUDP.new()
	sender.set_dest_address("::1", 24950)
	sender.put_packet(PackedByteArray([1]))
	await create_timer(0.5).timeout
	receiver.get_packet()
	print("UDP: the other end is ", receiver.get_packet_ip())
	print("2001:db8::1 is resolved to ", IP.resolve_hostname("2001:db8::1"))
	print("ENet, create_server(): ", error_string(ENetMultiplayerPeer.new().create_server(24951)))
	print("ENet, create_client(\"::1\"): ", error_string(ENetMultiplayerPeer.new().create_client("::1", 24951)))
	quit()
GD
)"
exit "$wrong"
