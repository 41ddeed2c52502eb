#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): WebSocketPeer.close() with a reason of more than 123 bytes closes nothing and prints nothing: the one end stays
# closing, the other one open, and messages that were sent before arrive. Codes that a close frame may not have (1005, 1006, 1015, 2999,
# 5000) are sent, and turn into 1002 at both ends; 70000 turns into 4464, its lower 16 bits.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
closes=$(godot <<'GD' | grep '^\[' || true
extends SceneTree
func play(code: int, reason: String) -> void:
	var listener := TCPServer.new()
	listener.listen(24845)
	var near := WebSocketPeer.new()
	near.connect_to_url("ws://127.0.0.1:24845")
	while not listener.is_connection_available():
		near.poll()
		await process_frame
	var far := WebSocketPeer.new()
	far.accept_stream(listener.take_connection())
	listener.stop()
	while near.get_ready_state() != WebSocketPeer.STATE_OPEN or far.get_ready_state() != WebSocketPeer.STATE_OPEN:
		near.poll()
		far.poll()
		await process_frame
	near.send_text("before")
	near.close(code, reason)
	var end := Time.get_ticks_msec() + 8000
	var messages := 0
	while Time.get_ticks_msec() < end:
		near.poll()
		far.poll()
		while far.get_available_packet_count() > 0:
			far.get_packet()
			messages += 1
		if near.get_ready_state() == WebSocketPeer.STATE_CLOSED and far.get_ready_state() == WebSocketPeer.STATE_CLOSED: break
		await process_frame
	var states := ["connecting", "open", "closing", "closed"]
	print([code, reason.length()], ": ", states[near.get_ready_state()], " ", near.get_close_code(), ", ",
			states[far.get_ready_state()], " ", far.get_close_code(), ", messages ", messages)
func _initialize() -> void:
	for length in [123, 124]: await play(4000, "r".repeat(length))
	for code in [1001, 1005, 1006, 1015, 2999, 3000, 4999, 5000, 70000]: await play(code, "")
	quit()
GD
)
sees "code and length of the reason: the end that closes, and the other one, within 8 s" "\
[4000, 123]: closed 4000, closed 4000, messages 0
[4000, 124]: closing -1, open -1, messages 1
[1001, 0]: closed 1001, closed 1001, messages 0
[1005, 0]: closed 1002, closed 1002, messages 0
[1006, 0]: closed 1002, closed 1002, messages 0
[1015, 0]: closed 1002, closed 1002, messages 0
[2999, 0]: closed 1002, closed 1002, messages 0
[3000, 0]: closed 3000, closed 3000, messages 0
[4999, 0]: closed 4999, closed 4999, messages 0
[5000, 0]: closed 1002, closed 1002, messages 0
[70000, 0]: closed 4464, closed 4464, messages 0" "$closes"
exit "$wrong"
