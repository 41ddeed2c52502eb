#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): where HTTPRequest ends an answer. Without Content-Length it reads to the end of the connection only if there is
# "Connection: close"; else the body is empty, and that is a success. So it is with HTTP/1.0, where the end of the connection is the rule: of
# a small server of Python's http.server nothing arrives. 304 with Content-Length, which has no body, is waited for until the timeout; 204
# with "Connection: close" is an error, and so is an answer without a header.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
# The server: Python's own for /python, else the raw bytes of an answer.
cat > "$work/serve.py" <<'PY'
import http.server, sys

RAW = {
    "/length": b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    "/close": b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello",
    "/end": b"HTTP/1.1 200 OK\r\nServer: a\r\n\r\nhello",
    "/1.0": b"HTTP/1.0 200 OK\r\nServer: a\r\n\r\nhello",
    "/204": b"HTTP/1.1 204 No Content\r\nServer: a\r\n\r\n",
    "/204-close": b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n",
    "/204-bare": b"HTTP/1.1 204 No Content\r\n\r\n",
    "/304": b"HTTP/1.1 304 Not Modified\r\nServer: a\r\n\r\n",
    "/304-length": b"HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n",
}

class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path in RAW:
            self.wfile.write(RAW[self.path])
            self.close_connection = self.path in ("/close", "/end", "/1.0", "/204-close")
            if not self.close_connection:
                self.rfile.read(1)  # until the client closes
        else:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"hello")

    def log_message(self, *_):
        pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
PY
python3 "$work/serve.py" > "$work/port" &
server=$!
for _ in {1..600}; do
    [ ! -s "$work/port" ] || break
    sleep 0.1
done
cp "$work/port" "$root/tmp/port"
sees "results of HTTPRequest (0 is success, 13 the timeout), codes and bodies" "\
/length: result 0, code 200, 'hello'
/close: result 0, code 200, 'hello'
/end: result 0, code 200, ''
/1.0: result 0, code 200, ''
/python: result 0, code 200, ''
/204: result 0, code 204, ''
/204-close: result 4, code 0, ''
/204-bare: result 6, code 0, ''
/304: result 0, code 304, ''
/304-length: result 13, code 0, ''" "$(godot <<'GD' | grep -v -e '^ERROR' -e '^WARNING'
extends SceneTree
func _initialize() -> void:
	await create_timer(1).timeout
	var port := FileAccess.get_file_as_string("/tmp/port").to_int()
	for path: String in ["/length", "/close", "/end", "/1.0", "/python", "/204", "/204-close", "/204-bare", "/304", "/304-length"]:
		var request := HTTPRequest.new()
		request.timeout = 4
		root.add_child(request)
		request.request("http://127.0.0.1:%d%s" % [port, path])
		var result: Array = await request.request_completed
		print(path, ": result ", result[0], ", code ", result[1], ", '", result[3].get_string_from_ascii(), "'")
	quit()
GD
)"
kill "$server"
exit "$wrong"
