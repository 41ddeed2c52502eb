#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): how long ENet waits until it gives up a peer that is gone depends on the ping, and is neither the 5 s nor the
# 30 s of ENetPacketPeer.set_timeout(). It gives up when a retransmission is due: after 63 times the round trip plus four times its
# variance, or the next doubling if that is below 5 s; with a round trip of 0.7 s after 50 s, because the wait that begins before 30 s
# lasts until then.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "seconds from the last datagram of a client until its server emits the disconnection" "\
0 ms each way: 5 to 12
100 ms each way: 12 to 20
330 ms each way: 40 to 62" "$(godot <<'GD' | sort -n
extends SceneTree
# A client, its server, and what delays the datagrams between them.
class Way:
	var server := ENetConnection.new()
	var client := ENetConnection.new()
	var door := UDPServer.new()
	var to_server := PacketPeerUDP.new()
	var to_client: PacketPeerUDP
	var under_way := []
	var delay: int
	var is_up := true
	var cut_at := 0
	func _init(port: int, milliseconds: int) -> void:
		delay = milliseconds
		server.create_host_bound("127.0.0.1", port, 1, 1)
		door.listen(port + 1, "127.0.0.1")
		to_server.connect_to_host("127.0.0.1", port)
		client.create_host(1, 1)
		client.connect_to_host("127.0.0.1", port + 1, 1)
	func carry(from: PacketPeerUDP, to: PacketPeerUDP) -> void:
		while from.get_available_packet_count() > 0:
			under_way.append([Time.get_ticks_msec() + delay, to, from.get_packet()])
	func poll() -> void:
		door.poll()
		if to_client == null and door.is_connection_available():
			to_client = door.take_connection()
		if to_client:
			carry(to_client, to_server)
			carry(to_server, to_client)
		if cut_at > 0:
			under_way.clear()
		while under_way and under_way[0][0] <= Time.get_ticks_msec():
			var next: Array = under_way.pop_front()
			next[1].put_packet(next[2])
		while client.service()[0] > ENetConnection.EVENT_NONE: pass
		while is_up:
			var event: Array = server.service()
			if event[0] <= ENetConnection.EVENT_NONE: break
			is_up = event[0] != ENetConnection.EVENT_DISCONNECT
func _initialize() -> void:
	Engine.max_fps = 250
	var ways := [Way.new(24866, 0), Way.new(24868, 100), Way.new(24870, 330)]
	var begin := Time.get_ticks_msec()
	while ways.any(func(way: Way) -> bool: return way.is_up) and Time.get_ticks_msec() - begin < 90000:
		for way: Way in ways:
			var was_up := way.is_up
			way.poll()
			var now := Time.get_ticks_msec()
			if way.cut_at == 0 and now - begin > 12000: way.cut_at = now
			if was_up and not way.is_up:
				var seconds := (now - way.cut_at) / 1000.0
				var range := "%.1f" % seconds
				for limits in [[5, 12], [12, 20], [40, 62]]:
					if seconds >= limits[0] and seconds < limits[1]: range = "%d to %d" % limits
				print(way.delay, " ms each way: ", range)
		await process_frame
	quit()
GD
)"
exit "$wrong"
