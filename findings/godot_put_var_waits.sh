#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): StreamPeerTCP.put_var() hands the length and the value to the system one after the other. Where one end only
# sends, each value so waits for the acknowledgement of its length, which a receiver that has nothing to say delays: a value takes 40 ms
# on loopback, after the first ones. With set_no_delay(true), or with put_data() of both together, it is there at once, as over
# WebSocket.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "milliseconds from put_var() until the value is there: the median of the last twenty of forty" "\
put_var: 30 to 60
put_data of length and value: below 5
put_var, set_no_delay(true): below 5
WebSocketPeer: below 5" "$(godot <<'GD'
extends SceneTree
func median(send: Callable, receive: Callable) -> String:
	var times := []
	for i in 40:
		var begin := Time.get_ticks_usec()
		send.call()
		while not receive.call(): OS.delay_usec(100)
		if i >= 20: times.append((Time.get_ticks_usec() - begin) / 1000.0)
	times.sort()
	return "below 5" if times[10] < 5 else "30 to 60" if times[10] > 30 and times[10] < 60 else str(times[10])
func accepted(listener: TCPServer, poll: Callable) -> StreamPeerTCP:
	while not listener.is_connection_available():
		poll.call()
		OS.delay_msec(1)
	return listener.take_connection()
func _initialize() -> void:
	var listener := TCPServer.new()
	listener.listen(24810, "127.0.0.1")
	var value := var_to_bytes(7)
	var both := StreamPeerBuffer.new()
	both.put_u32(value.size())
	both.put_data(value)
	for way in ["put_var", "put_data of length and value", "put_var, set_no_delay(true)"]:
		var sender := StreamPeerTCP.new()
		sender.connect_to_host("127.0.0.1", 24810)
		var receiver := accepted(listener, sender.poll)
		while sender.get_status() != StreamPeerTCP.STATUS_CONNECTED: sender.poll()
		if way.ends_with("(true)"): sender.set_no_delay(true)
		var send := func() -> void: sender.put_data(both.data_array) if way.begins_with("put_data") else sender.put_var(7)
		print(way, ": ", median(send, func() -> bool: return receiver.get_available_bytes() >= 12 and receiver.get_var() == 7))
	var client := WebSocketPeer.new()
	client.connect_to_url("ws://127.0.0.1:24810")
	var server := WebSocketPeer.new()
	server.accept_stream(accepted(listener, client.poll))
	while client.get_ready_state() != WebSocketPeer.STATE_OPEN or server.get_ready_state() != WebSocketPeer.STATE_OPEN:
		client.poll()
		server.poll()
	var push := func() -> void:
		client.put_var(7)
		client.poll()
	var pull := func() -> bool:
		server.poll()
		return server.get_available_packet_count() > 0 and server.get_var() == 7
	print("WebSocketPeer: ", median(push, pull))
	quit()
GD
)"
exit "$wrong"
