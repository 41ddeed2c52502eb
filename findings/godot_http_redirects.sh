#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): what HTTPRequest does with a POST whose answer leads elsewhere. 301 and 302 become a GET that carries the POST's
# body; 303, 307 and 308 are not followed: they are the result, a success with the code 303, 307 or 308, though max_redirects is 8.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "the requests that the server gets, and the result" "\
GET, 301: GET /a, then GET /b; result 0, code 200
GET, 303: GET /a; result 0, code 303
GET, 307: GET /a; result 0, code 307
GET, 308: GET /a; result 0, code 308
POST, 301: POST /a with 'score=1', then GET /b with 'score=1'; result 0, code 200
POST, 302: POST /a with 'score=1', then GET /b with 'score=1'; result 0, code 200
POST, 303: POST /a with 'score=1'; result 0, code 303
POST, 307: POST /a with 'score=1'; result 0, code 307
POST, 308: POST /a with 'score=1'; result 0, code 308" "$(godot <<'GD' | grep -v -e '^WARNING'
extends SceneTree
var port := 24950
var requests := []
# Answers the first request with `first`, each other with 200.
func serves(first: String) -> void:
	var listener := TCPServer.new()
	listener.listen(port, "127.0.0.1")
	var streams := []
	for step in 100:
		if listener.is_connection_available():
			streams.append(listener.take_connection())
		for stream: StreamPeerTCP in streams:
			stream.poll()
			if stream.get_status() == StreamPeerTCP.STATUS_CONNECTED and stream.get_available_bytes() > 0:
				var text: String = stream.get_data(stream.get_available_bytes())[1].get_string_from_ascii()
				var body := text.get_slice("\r\n\r\n", 1)
				requests.append(text.get_slice(" HTTP", 0) + (" with '%s'" % body if body != "" else ""))
				stream.put_data((first if requests.size() == 1 else "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok").to_ascii_buffer())
		await create_timer(0.02).timeout
func asks(method: int, code: int) -> void:
	port += 1
	requests = []
	serves("HTTP/1.1 %d Elsewhere\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n" % code)
	var request := HTTPRequest.new()
	request.timeout = 5
	root.add_child(request)
	request.request("http://127.0.0.1:%d/a" % port, [], method, "score=1" if method == HTTPClient.METHOD_POST else "")
	var result: Array = await request.request_completed
	print("POST, " if method == HTTPClient.METHOD_POST else "GET, ", code, ": ", ", then ".join(requests), "; result ", result[0], ", code ", result[1])
func _initialize() -> void:
	await create_timer(1).timeout
	for code: int in [301, 303, 307, 308]:
		await asks(HTTPClient.METHOD_GET, code)
	for code: int in [301, 302, 303, 307, 308]:
		await asks(HTTPClient.METHOD_POST, code)
	await create_timer(2.5).timeout
	quit()
GD
)"
exit "$wrong"
