#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: python3-gevent-websocket 0.10.1-5, python3-pyqt5.qtwebsockets 5.15.9+dfsg-1, python3-websockets 10.4-1 (Debian 12),
# websocket-driver 0.8.0, ws 8.23.0 (npm)
# WebSocket servers, what they answer to a Close with a reason. To the registered codes 1012 to 1014 (service restart, try again later, bad
# gateway) Qt 5.15.9 and websocket-driver 0.8.0 answer 1002, a protocol error, and gevent-websocket 0.10.1 no code. To the other codes
# gevent-websocket answers 25209 and half of a Python text: it writes the reason where the code belongs. websockets and ws answer each code.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm python3-gevent-websocket 0.10.1-5 python3-pyqt5.qtwebsockets 5.15.9+dfsg-1 python3-websockets 10.4-1
npm install --silent --no-audit --no-fund --prefix "$work" websocket-driver@0.8.0 ws@8.23.0 >&2
cat > "$root/tmp/client.py" <<'PY'
import socket, struct, sys

answers = []
for code in map(int, sys.argv[2:]):
    connection = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
    connection.sendall(
        b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        b"Sec-WebSocket-Version: 13\r\n\r\n"
    )
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += connection.recv(1000)
    connection.sendall(bytes([0x88, 0x85]) + bytes(4) + struct.pack(">H", code) + b"bye")
    connection.settimeout(2)
    frame = connection.recv(200)
    answers.append(f"{code}: {struct.unpack('>H', frame[2:4])[0]} {frame[4:].decode()!r}" if len(frame) > 3 else f"{code}: no code")
print(*answers, sep=", ")
PY
cat > "$root/tmp/gevent_server.py" <<'PY'
from gevent.pywsgi import WSGIServer
from geventwebsocket.handler import WebSocketHandler

def hear(environment, start):
    connection = environment["wsgi.websocket"]
    while connection.receive() is not None:
        pass
    return []

server = WSGIServer(("127.0.0.1", 0), hear, handler_class=WebSocketHandler, log=None)
server.start()
print(server.server_port, flush=True)
server.serve_forever()
PY
cat > "$root/tmp/qt_server.py" <<'PY'
from PyQt5.QtCore import QCoreApplication
from PyQt5.QtNetwork import QHostAddress
from PyQt5.QtWebSockets import QWebSocketServer

application = QCoreApplication([])
server = QWebSocketServer("", QWebSocketServer.NonSecureMode)
server.listen(QHostAddress.LocalHost, 0)
connections = []
server.newConnection.connect(lambda: connections.append(server.nextPendingConnection()))
print(server.serverPort(), flush=True)
application.exec_()
PY
cat > "$root/tmp/websockets_server.py" <<'PY'
import asyncio, websockets

async def hear(connection):
    await connection.wait_closed()

async def main():
    server = await websockets.serve(hear, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.sleep(300)

asyncio.run(main())
PY
cat > "$work/ws.js" <<'JS'
const server = new (require("ws").WebSocketServer)({ port: 0, host: "127.0.0.1" }, () => console.log(server.address().port));
JS
cat > "$work/websocket-driver.js" <<'JS'
const server = require("http").createServer().listen(0, "127.0.0.1", () => console.log(server.address().port));
server.on("upgrade", (request, socket, start) => {
	const driver = require("websocket-driver").http(request);
	driver.io.write(start);
	socket.pipe(driver.io).pipe(socket);
	driver.start();
});
JS
# answers TITLE COMMAND...: what the server that the command starts answers.
answers() {
    local title=$1 server
    shift
    : > "$work/port"
    "$@" > "$work/port" 2>/dev/null &
    server=$!
    for _ in {1..600}; do
        [ ! -s "$work/port" ] || break
        sleep 0.1
    done
    chroot "$root" python3 /tmp/client.py "$(head -1 "$work/port")" 1000 1001 1012 1013 1014 4000 | sed "s/^/$title, /"
    kill "$server"
    wait "$server" 2>/dev/null || true
}
for name in gevent qt websockets; do
    answers "$name" chroot "$root" python3 "/tmp/${name}_server.py"
done > "$work/all"
for name in websocket-driver ws; do
    answers "$name" node "$work/$name.js"
done >> "$work/all"
invalid="1002 'Invalid close code 1002 detected.'"
sees "answers to codes with the reason 'bye'" "\
gevent, 1000: 25209 \"tearray(b'bye')\", 1001: 25209 \"tearray(b'bye')\", 1012: no code, 1013: no code, 1014: no code, 4000: 25209 \"tearray(b'bye')\"
qt, 1000: 1000 'bye', 1001: 1001 'bye', 1012: $invalid, 1013: $invalid, 1014: $invalid, 4000: 4000 'bye'
websockets, 1000: 1000 'bye', 1001: 1001 'bye', 1012: 1012 'bye', 1013: 1013 'bye', 1014: 1014 'bye', 4000: 4000 'bye'
websocket-driver, 1000: 1000 'bye', 1001: 1001 'bye', 1012: 1002 'bye', 1013: 1002 'bye', 1014: 1002 'bye', 4000: 4000 'bye'
ws, 1000: 1000 'bye', 1001: 1001 'bye', 1012: 1012 'bye', 1013: 1013 'bye', 1014: 1014 'bye', 4000: 4000 'bye'" "$(cat "$work/all")"
exit "$wrong"
