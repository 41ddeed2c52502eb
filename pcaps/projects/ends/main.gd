# SPDX-License-Identifier: MIT
# A client of WebSocket: sends a score every 0.2 s for a second, and prints what becomes of the connection.
# args: URL [protocol=NAME] [stands_still] [again=SECONDS] [heartbeat=SECONDS]
extends Node

var socket := WebSocketPeer.new()
var state := -1
var begun := Time.get_ticks_msec()
var sent := 0
var read := 0
var still := false
var again := 0.0


func _ready() -> void:
	var arguments := OS.get_cmdline_user_args()
	for argument in arguments.slice(1):
		if argument.begins_with("protocol="):
			socket.supported_protocols = PackedStringArray([argument.get_slice("=", 1)])
		if argument.begins_with("again="):
			again = argument.get_slice("=", 1).to_float()
		if argument.begins_with("heartbeat="):
			socket.heartbeat_interval = argument.get_slice("=", 1).to_float()
		still = still or argument == "stands_still"
	print("connect ", socket.connect_to_url(arguments[0]))


func _process(_delta: float) -> void:
	socket.poll()
	while socket.get_available_packet_count() > 0:
		var packet := socket.get_packet()
		read += 1
		if packet.size() < 200:
			print("read ", bytes_to_var(packet) if not socket.was_string_packet() else packet.get_string_from_utf8())
	if socket.get_ready_state() != state:
		state = socket.get_ready_state()
		print("state ", state, " code ", socket.get_close_code(), " reason ", socket.get_close_reason(), " read ", read)
		begun = Time.get_ticks_msec()
	if state != WebSocketPeer.STATE_OPEN:
		return
	var time := (Time.get_ticks_msec() - begun) / 1000.0
	if sent < 5 and time > 0.2 * (sent + 1):
		sent += 1
		socket.send(var_to_bytes(["score", sent]))
	if again > 0.0 and time > again:
		again = 0.0
		socket.send(var_to_bytes(["again", sent]))
	if still and time > 1.5:
		still = false
		print("stands still")
		OS.delay_msec(5000)
		print("goes on")
