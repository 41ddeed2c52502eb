#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): what HTTPRequest makes of answers that RFC 9110 and 9112 allow. Of 103 Early Hints before 200 it returns the
# 103, as a success with an empty body; of "Transfer-Encoding: Chunked", with a capital, a 200 with an empty body. A chunk with an
# extension is an error. HTTPClient.get_response_headers_as_dictionary() keeps the last one of several Set-Cookie.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "results of HTTPRequest, all of which could be: 0 (success), code 200, hello" "\
Content-Length: result 0, code 200, 'hello'
103 before it: result 0, code 103, ''
chunked: result 0, code 200, 'hello'
Chunked: result 0, code 200, ''
chunk with an extension: result 4, code 0, ''
Set-Cookie: a=1, Set-Cookie: b=2: { \"Set-Cookie\": \"b=2\", \"Content-Length\": \"5\" }" "$(godot <<'GD' | grep -v '^ERROR'
extends SceneTree
const OK_LINE := "HTTP/1.1 200 OK\r\n"
const PLAIN := OK_LINE + "Content-Length: 5\r\n\r\nhello"
var port := 24914
# The server of one connection, on a port of its own.
func answers(text: String) -> void:
	port += 1
	var listener := TCPServer.new()
	listener.listen(port, "127.0.0.1")
	var stream: StreamPeerTCP
	for step in 40:
		await create_timer(0.05).timeout
		if stream == null and listener.is_connection_available():
			stream = listener.take_connection()
		if stream != null and text != "" and stream.get_available_bytes() > 0:
			stream.put_data(text.to_utf8_buffer())
			text = ""
func asks(what: String, text: String) -> void:
	answers(text)
	var request := HTTPRequest.new()
	request.timeout = 5
	root.add_child(request)
	request.request("http://127.0.0.1:%d/" % port)
	var result: Array = await request.request_completed
	print(what, ": result ", result[0], ", code ", result[1], ", '", result[3].get_string_from_utf8(), "'")
func headers(what: String, text: String) -> void:
	answers(text)
	var client := HTTPClient.new()
	client.connect_to_host("127.0.0.1", port)
	var asked := false
	for step in 40:
		client.poll()
		if not asked and client.get_status() == HTTPClient.STATUS_CONNECTED:
			client.request(HTTPClient.METHOD_GET, "/", [])
			asked = true
		await create_timer(0.05).timeout
	print(what, ": ", client.get_response_headers_as_dictionary())
func _initialize() -> void:
	await create_timer(1).timeout
	await asks("Content-Length", PLAIN)
	await asks("103 before it", "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n" + PLAIN)
	await asks("chunked", OK_LINE + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
	await asks("Chunked", OK_LINE + "Transfer-Encoding: Chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
	await asks("chunk with an extension", OK_LINE + "Transfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\n\r\n")
	await headers("Set-Cookie: a=1, Set-Cookie: b=2", OK_LINE + "Set-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 5\r\n\r\nhello")
	quit()
GD
)"
exit "$wrong"
