#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): WebSocketPeer refuses handshakes that RFC 6455 allows. Headers may have 4096 bytes together (other servers take
# 8 to 16 KiB): a client closes if the server's are longer; a server whose client sends more, such as the cookies of a page, neither
# answers nor closes, and prints an error in each poll(). "Connection: keep-alive, Upgrade" is refused from a server. A server without
# supported_protocols refuses a client that offers one.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "two seconds after a handshake" "\
a server, headers of 3000 bytes: its state open, the client gets HTTP/1.1 101 Switching Protocols
a server, headers of 5000 bytes: its state connecting, the client gets nothing
a server, a protocol is offered: its state closed, the client gets the end
a client, headers of 3000 bytes: open
a client, headers of 5000 bytes: closed
a client, Connection: Upgrade: open
a client, Connection: keep-alive, Upgrade: closed" "$(godot <<'GD' | grep '^a '
extends SceneTree
const STATES: Array[String] = ["connecting", "open", "closing", "closed"]
var listener := TCPServer.new()
func served(what: String, header: String) -> void:
	var stream := StreamPeerTCP.new()
	stream.connect_to_host("127.0.0.1", 24913)
	await create_timer(0.2).timeout
	stream.poll()
	var server := WebSocketPeer.new()
	server.accept_stream(listener.take_connection())
	stream.put_data(("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" + header + "\r\n\r\n").to_utf8_buffer())
	for step in 20:
		server.poll()
		await create_timer(0.1).timeout
	stream.poll()
	var answer := "nothing"
	if stream.get_available_bytes() > 0:
		answer = stream.get_string(stream.get_available_bytes()).get_slice("\r\n", 0)
	elif stream.get_status() != StreamPeerTCP.STATUS_CONNECTED:
		answer = "the end"
	print("a server, ", what, ": its state ", STATES[server.get_ready_state()], ", the client gets ", answer)
func answered(what: String, header: String) -> void:
	var client := WebSocketPeer.new()
	client.connect_to_url("ws://127.0.0.1:24913")
	var stream: StreamPeerTCP
	for step in 20:
		client.poll()
		if stream == null and listener.is_connection_available():
			stream = listener.take_connection()
		elif stream != null and stream.get_available_bytes() > 0:
			var request := stream.get_string(stream.get_available_bytes())
			var key := request.get_slice("Sec-WebSocket-Key: ", 1).get_slice("\r\n", 0)
			var accept := Marshalls.raw_to_base64((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").sha1_buffer())
			stream.put_data(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: " + accept + "\r\n" + header +
				"\r\n\r\n").to_utf8_buffer())
		await create_timer(0.1).timeout
	print("a client, ", what, ": ", STATES[client.get_ready_state()])
func _initialize() -> void:
	listener.listen(24913, "127.0.0.1")
	await served("headers of 3000 bytes", "Cookie: " + "a".repeat(3000))
	await served("headers of 5000 bytes", "Cookie: " + "a".repeat(5000))
	await served("a protocol is offered", "Sec-WebSocket-Protocol: game")
	await answered("headers of 3000 bytes", "Connection: Upgrade\r\nX-Policy: " + "a".repeat(3000))
	await answered("headers of 5000 bytes", "Connection: Upgrade\r\nX-Policy: " + "a".repeat(5000))
	await answered("Connection: Upgrade", "Connection: Upgrade")
	await answered("Connection: keep-alive, Upgrade", "Connection: keep-alive, Upgrade")
	quit()
GD
)"
exit "$wrong"
