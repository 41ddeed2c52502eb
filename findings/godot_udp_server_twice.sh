#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid), Linux: UDPServer.listen() of a port on which another UDPServer listens, of this process or of another one,
# returns OK. The later one gets all datagrams, and the earlier one hears no more, until the later one stops: a server that was started a
# second time by mistake takes the players of the first, without an error. PacketPeerUDP, ENet and TCP refuse the port.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
cat > "$root/tmp/second.gd" <<'GD'
extends SceneTree
func _initialize() -> void:
	var server := UDPServer.new()
	var answer := server.listen(24941, "127.0.0.1")
	FileAccess.open("/tmp/listens", FileAccess.WRITE).store_string("yes")
	var heard := 0
	for step in 100:
		server.poll()
		while server.is_connection_available():
			server.take_connection()
			heard += 1
		await create_timer(0.02).timeout
	print("second process: listen returned ", answer, ", datagrams ", heard)
	quit()
GD
sees "what listeners to one port return, and who hears ten datagrams" "\
first UDPServer: listen returned 0
alone: datagrams 10
second process: listen returned 0, datagrams 10
beside the second process: datagrams 0
after the second process: datagrams 10
PacketPeerUDP: 2
ENet: 20
TCP: 22" "$(godot <<'GD' | grep -v -e '^ERROR' -e '^   *at:' -e backtrace -e '^ *\[[0-9]\]'
extends SceneTree
var server := UDPServer.new()
func ten(when: String) -> void:
	var peers := []
	var heard := 0
	for number in 10:
		var peer := PacketPeerUDP.new()
		peer.connect_to_host("127.0.0.1", 24941)
		peer.put_packet([number])
		peers.append(peer)
	for step in 10:
		server.poll()
		while server.is_connection_available():
			server.take_connection()
			heard += 1
		await create_timer(0.02).timeout
	print(when, ": datagrams ", heard)
func _initialize() -> void:
	print("first UDPServer: listen returned ", server.listen(24941, "127.0.0.1"))
	await ten("alone")
	var second := OS.execute_with_pipe("godot", ["--headless", "--script", "/tmp/second.gd"])
	while not FileAccess.file_exists("/tmp/listens"):
		await create_timer(0.02).timeout
	var others := []
	for number in 10:
		var peer := PacketPeerUDP.new()
		peer.connect_to_host("127.0.0.1", 24941)
		peer.put_packet([number])
		others.append(peer)
	var heard := 0
	while OS.is_process_running(second.pid):
		server.poll()
		while server.is_connection_available():
			server.take_connection()
			heard += 1
		await create_timer(0.02).timeout
	for line in second.stdio.get_as_text().split("\n"):
		if line.begins_with("second process"):
			print(line)
	print("beside the second process: datagrams ", heard)
	await ten("after the second process")
	var peer := PacketPeerUDP.new()
	peer.bind(24942)
	print("PacketPeerUDP: ", PacketPeerUDP.new().bind(24942))
	var enet := ENetMultiplayerPeer.new()
	enet.create_server(24943)
	print("ENet: ", ENetMultiplayerPeer.new().create_server(24943))
	var stream := TCPServer.new()
	stream.listen(24944)
	print("TCP: ", TCPServer.new().listen(24944))
	quit()
GD
)"
exit "$wrong"
