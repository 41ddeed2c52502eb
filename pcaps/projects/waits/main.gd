# SPDX-License-Identifier: MIT
# One end of a connection over TCP: WebSocket, or values behind their length (put_var). It prints what it sends and
# reads, with the time in milliseconds.
# args: serve|join websocket|stream [address=IP] [rate=PER_SECOND] [writes=COUNT] [no_delay=true|false] [answers]
#       [seconds=S] [again=S]
extends Node

const PORT := 24680

var server := TCPServer.new()
var stream: StreamPeerTCP
var socket: WebSocketPeer
var options := {}
var begun := 0
var sent := 0
var due := 0.0


func _ready() -> void:
	for argument in OS.get_cmdline_user_args():
		options[argument.get_slice("=", 0)] = argument.get_slice("=", 1) if "=" in argument else "true"
	if options.has("serve"):
		print("listen ", server.listen(PORT))
		return
	if options.has("websocket"):
		socket = WebSocketPeer.new()
		print("connect ", socket.connect_to_url("ws://%s:%d/" % [options["address"], PORT]))
	else:
		stream = StreamPeerTCP.new()
		print("connect ", stream.connect_to_host(options["address"], PORT))


func now() -> String:
	return "%.2f" % (Time.get_unix_time_from_system() * 1000.0)


func accept() -> void:
	if not server.is_connection_available():
		return
	stream = server.take_connection()
	if options.has("websocket"):
		socket = WebSocketPeer.new()
		print("accept ", socket.accept_stream(stream))


func is_open() -> bool:
	if socket != null:
		socket.poll()
		return socket.get_ready_state() == WebSocketPeer.STATE_OPEN
	if stream == null:
		return false
	stream.poll()
	return stream.get_status() == StreamPeerTCP.STATUS_CONNECTED


func begin() -> void:
	begun = Time.get_ticks_msec()
	if options.has("no_delay"):
		if socket != null:
			socket.set_no_delay(options["no_delay"] == "true")
		else:
			stream.set_no_delay(options["no_delay"] == "true")


func send(value: Variant) -> void:
	if socket != null:
		socket.send(var_to_bytes(value))
	else:
		stream.put_var(value)


func read() -> void:
	while true:
		var value: Variant
		if socket != null:
			if socket.get_available_packet_count() == 0:
				return
			value = bytes_to_var(socket.get_packet())
		else:
			if stream.get_available_bytes() < 8:
				return
			value = stream.get_var()
		print("read ", value[1], " ", now())
		if options.has("answers"):
			send(["heard", value[1]])


func _process(delta: float) -> void:
	if options.has("serve") and stream == null:
		accept()
	if not is_open():
		return
	if begun == 0:
		begin()
	read()
	var time := (Time.get_ticks_msec() - begun) / 1000.0
	var rate := float(options.get("rate", "0"))
	if rate == 0.0 or time < 0.5 or time > float(options.get("seconds", "4")):
		return
	due += delta * rate
	if due < 1.0:
		return
	due = minf(due - 1.0, 1.0)
	for each in int(options.get("writes", "1")):
		sent += 1
		print("sent ", sent, " ", now())
		send(["place", sent, Vector2(sent, -sent), "walks"])
