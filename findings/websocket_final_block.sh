#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: python3-websockets 10.4-1, python3-tornado 6.2.0-3+deb12u4, python3-wsproto 1.2.0-1 with
# python3-h11 0.14.0-1.1~deb12u1 (Debian 12), websocket-driver 0.8.0 with permessage-deflate 0.1.7, ws 8.23.0 (npm)
# WebSocket servers, compression: a client may end a message with a DEFLATE block that is marked as the last one (RFC 7692, 7.2.3.4). All
# read this message, but websockets 10.4, tornado 6.2 and permessage-deflate 0.1.7 deliver every later one empty, and keep the
# connection: "two" and "three" are "". wsproto 1.2.0 reports a close with 1007. ws 8.23.0 reads all. Without such a block all of them do.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
npm install --silent --no-audit --no-fund --prefix "$work" websocket-driver@0.8.0 permessage-deflate@0.1.7 ws@8.23.0 >&2
unpacked python3-websockets 10.4-1 python3-tornado 6.2.0-3+deb12u4 python3-wsproto 1.2.0-1 python3-h11 0.14.0-1.1~deb12u1
# A client that says hello, and sends three compressed messages, the first with a last block if it is told so. Masks are of zeros.
cat > "$work/client.py" <<'PY'
import socket, sys, time, zlib

port, final = int(sys.argv[1]), sys.argv[2] == "final"
connection = socket.create_connection(("127.0.0.1", port))
connection.sendall(
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
)
answer = b""
while b"\r\n\r\n" not in answer:
    answer += connection.recv(1000)
assert b"permessage-deflate" in answer
for text, last in ((b"one", final), (b"two", False), (b"three", False)):
    compressor = zlib.compressobj(wbits=-15)
    data = compressor.compress(text)
    data += compressor.flush(zlib.Z_FINISH) + b"\0" if last else compressor.flush(zlib.Z_SYNC_FLUSH)[:-4]
    connection.sendall(bytes([0xC1, 0x80 | len(data)]) + bytes(4) + data)
time.sleep(1)
PY
# Each server prints its port, and then what it hears.
cat > "$work/hear_websockets.py" <<'PY'
import asyncio, websockets

async def hear(connection):
    async for message in connection:
        print(repr(message), flush=True)

async def main():
    server = await websockets.serve(hear, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.sleep(300)

asyncio.run(main())
PY
cat > "$work/hear_tornado.py" <<'PY'
import asyncio
from tornado import httpserver, netutil, web, websocket

class Hear(websocket.WebSocketHandler):
    def get_compression_options(self):
        return {}

    def on_message(self, message):
        print(repr(message), flush=True)

async def main():
    sockets = netutil.bind_sockets(0, "127.0.0.1")
    httpserver.HTTPServer(web.Application([("/", Hear)])).add_sockets(sockets)
    print(sockets[0].getsockname()[1], flush=True)
    await asyncio.sleep(300)

asyncio.run(main())
PY
cat > "$work/hear_wsproto.py" <<'PY'
import asyncio
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, CloseConnection, Request, TextMessage
from wsproto.extensions import PerMessageDeflate

async def hear(reader, writer):
    connection = WSConnection(ConnectionType.SERVER)
    while data := await reader.read(4096):
        connection.receive_data(data)
        for event in connection.events():
            if isinstance(event, Request):
                writer.write(connection.send(AcceptConnection(extensions=[PerMessageDeflate()])))
            elif isinstance(event, TextMessage):
                print(repr(event.data), flush=True)
            elif isinstance(event, CloseConnection):
                print("closed by", int(event.code), flush=True)

async def main():
    server = await asyncio.start_server(hear, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.sleep(300)

asyncio.run(main())
PY
cat > "$work/ws.js" <<'JS'
const server = new (require("ws").WebSocketServer)({ port: 0, host: "127.0.0.1", perMessageDeflate: true }, () => console.log(server.address().port));
server.on("connection", (connection) => connection.on("message", (message) => console.log(`'${message}'`)));
JS
cat > "$work/permessage-deflate.js" <<'JS'
const server = require("http").createServer().listen(0, "127.0.0.1", () => console.log(server.address().port));
server.on("upgrade", (request, socket, start) => {
	const driver = require("websocket-driver").http(request);
	driver.addExtension(require("permessage-deflate"));
	driver.on("message", (event) => console.log(`'${event.data}'`));
	driver.io.write(start);
	socket.pipe(driver.io).pipe(socket);
	driver.start();
});
JS
# heard KIND TITLE COMMAND...: what the server that the command starts hears.
heard() {
    local kind=$1 title=$2 server
    shift 2
    : > "$work/heard"
    "$@" > "$work/heard" 2>/dev/null &
    server=$!
    for _ in {1..600}; do
        [ ! -s "$work/heard" ] || break
        sleep 0.1
    done
    python3 "$work/client.py" "$(head -1 "$work/heard")" "$kind"
    kill "$server"
    wait "$server" 2>/dev/null || true
    echo "$title: $(tail -n +2 "$work/heard" | tr '\n' ' ' | sed 's/ $//')"
}
export PYTHONPATH=$work/unpacked/usr/lib/python3/dist-packages
for kind in usual final; do
    for name in websockets tornado wsproto; do
        heard "$kind" "$kind, $name" python3 "$work/hear_$name.py"
    done
    for name in permessage-deflate ws; do
        heard "$kind" "$kind, $name" node "$work/$name.js"
    done
done > "$work/all"
sees "what servers hear of one, two, three, where the first ends as usual, and where it ends with a last block" "\
usual, websockets: 'one' 'two' 'three'
usual, tornado: 'one' 'two' 'three'
usual, wsproto: 'one' 'two' 'three'
usual, permessage-deflate: 'one' 'two' 'three'
usual, ws: 'one' 'two' 'three'
final, websockets: 'one' '' ''
final, tornado: 'one' '' ''
final, wsproto: 'one' closed by 1007
final, permessage-deflate: 'one' '' ''
final, ws: 'one' 'two' 'three'" "$(cat "$work/all")"
exit "$wrong"
