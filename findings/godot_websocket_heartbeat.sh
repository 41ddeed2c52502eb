#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3: with heartbeat_interval = 1, WebSocketPeer does not only send a ping each second: it ends the connection when the ping
# before has no pong, so that a game that stands still for more than a second, as it loads a level, is put out. Both ends have the code -1, as for
# a line that is cut; no Close is sent. Without a heartbeat the connection outlives three seconds.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
godot > "$work/all" <<'GD'
extends SceneTree
func _initialize() -> void:
	await create_timer(0.5).timeout
	await play(0)
	await play(1)
	quit()
func play(interval: float) -> void:
	var server := TCPServer.new()
	server.listen(24880, "127.0.0.1")
	var here := WebSocketPeer.new()
	here.heartbeat_interval = interval
	here.connect_to_url("ws://127.0.0.1:24880")
	var there := WebSocketPeer.new()
	for frame in 150:
		here.poll()
		if server.is_connection_available(): there.accept_stream(server.take_connection())
		there.poll()
		await create_timer(0.02).timeout
	print("heartbeat ", interval, ", both look for 3 s: ", state(here), " and ", state(there))
	var begin := Time.get_ticks_msec()
	while here.get_ready_state() == WebSocketPeer.STATE_OPEN and Time.get_ticks_msec() - begin < 3000:
		here.poll()
		await create_timer(0.02).timeout
	print("  the other end stands still: ", state(here), " after ", "1 to 2.2 s" if Time.get_ticks_msec() - begin < 2200 else "3 s")
	for frame in 20:
		here.poll()
		there.poll()
		await create_timer(0.02).timeout
	print("  it looks again: ", state(here), " and ", state(there))
	server.stop()
func state(peer: WebSocketPeer) -> String:
	return "open" if peer.get_ready_state() == WebSocketPeer.STATE_OPEN else "closed with %d" % peer.get_close_code()
GD
sees "two ends of a connection" "\
heartbeat 0.0, both look for 3 s: open and open
  the other end stands still: open after 3 s
  it looks again: open and open
heartbeat 1.0, both look for 3 s: open and open
  the other end stands still: closed with -1 after 1 to 2.2 s
  it looks again: closed with -1 and closed with -1" "$(cat "$work/all")"
exit "$wrong"
