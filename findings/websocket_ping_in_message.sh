#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: python3-aiohttp 3.8.4-1+deb12u1, python3-tornado 6.2.0-3+deb12u4, python3-websockets 10.4-1 (Debian 12), ws 8.23.0 (npm)
# WebSocket servers, compression: a client may send a ping between two frames of a message (RFC 6455, 5.4), as a large one is sent that way
# so that pings need not wait. If the message is compressed, aiohttp 3.8.4 then ends the connection with 1007, and tornado 6.2 without a
# Close, for they take the rest for uncompressed. websockets 10.4 and ws 8.23.0 read it; so do all without the ping, or without compression.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm python3-aiohttp 3.8.4-1+deb12u1 python3-tornado 6.2.0-3+deb12u4 python3-websockets 10.4-1
npm install --silent --no-audit --no-fund --prefix "$work" ws@8.23.0 >&2
# A client that sends "a long message" in two frames, and "next". Prints what the server answers, which it does only to pings and to errors.
cat > "$root/tmp/client.py" <<'PY'
import socket, struct, sys, zlib

port, compressed, ping = int(sys.argv[1]), "compressed" in sys.argv, "ping" in sys.argv
connection = socket.create_connection(("127.0.0.1", port))
connection.sendall(
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
)
answer = b""
while b"\r\n\r\n" not in answer:
    answer += connection.recv(1000)
assert b"permessage-deflate" in answer
compressor = zlib.compressobj(wbits=-15)

def frame(first, data):
    return bytes([first, 0x80 | len(data)]) + bytes(4) + data

def payload(text):
    return compressor.compress(text) + compressor.flush(zlib.Z_SYNC_FLUSH)[:-4] if compressed else text

mark = 0x40 if compressed else 0
long, then = payload(b"a long message"), payload(b"next")
connection.sendall(frame(0x01 | mark, long[:5]) + (frame(0x89, b"") if ping else b"") + frame(0x80, long[5:]) + frame(0x81 | mark, then))
connection.settimeout(1)
heard = []
try:
    while head := connection.recv(2):
        data = connection.recv(head[1]) if head[1] else b""
        heard.append({0x8A: "a pong", 0x88: f"close {struct.unpack('>H', data[:2])[0]}" if data else "close"}.get(head[0], head.hex()))
    heard.append("the end")
except TimeoutError:
    pass
print("the client gets", " and ".join(heard) or "nothing")
PY
# Each server prints its port, and then what it hears.
cat > "$root/tmp/aiohttp_server.py" <<'PY'
import asyncio
from aiohttp import WSMsgType, web

async def hear(request):
    connection = web.WebSocketResponse()
    await connection.prepare(request)
    async for message in connection:
        print(repr(message.data) if message.type == WSMsgType.TEXT else message.type.name, flush=True)
    return connection

async def main():
    application = web.Application()
    application.router.add_get("/", hear)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.sleep(300)

asyncio.run(main())
PY
cat > "$root/tmp/tornado_server.py" <<'PY'
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
cat > "$root/tmp/websockets_server.py" <<'PY'
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
cat > "$work/ws.js" <<'JS'
const server = new (require("ws").WebSocketServer)({ port: 0, host: "127.0.0.1", perMessageDeflate: true }, () => console.log(server.address().port));
server.on("connection", (connection) => connection.on("message", (message) => console.log(`'${message}'`)));
JS
# heard TITLE "WORDS OF THE CLIENT" COMMAND...: what the server that the command starts hears, and the client.
heard() {
    local title=$1 words=$2 server got
    shift 2
    : > "$work/heard"
    "$@" > "$work/heard" 2>/dev/null &
    server=$!
    for _ in {1..600}; do
        [ ! -s "$work/heard" ] || break
        sleep 0.1
    done
    # shellcheck disable=SC2086
    got=$(chroot "$root" python3 /tmp/client.py "$(head -1 "$work/heard")" $words)
    kill "$server"
    wait "$server" 2>/dev/null || true
    echo "$title, $words: $(tail -n +2 "$work/heard" | tr '\n' ' ' | sed 's/ $//'); $got"
}
for words in "compressed" "plain ping" "compressed ping"; do
    for name in aiohttp tornado websockets; do
        heard "$name" "$words" chroot "$root" python3 "/tmp/${name}_server.py"
    done
    heard ws "$words" node "$work/ws.js"
done > "$work/all"
sees "what servers hear of a message in two frames and a next one" "\
aiohttp, compressed: 'a long message' 'next'; the client gets nothing
tornado, compressed: 'a long message' 'next'; the client gets nothing
websockets, compressed: 'a long message' 'next'; the client gets nothing
ws, compressed: 'a long message' 'next'; the client gets nothing
aiohttp, plain ping: 'a long message' 'next'; the client gets a pong
tornado, plain ping: 'a long message' 'next'; the client gets a pong
websockets, plain ping: 'a long message' 'next'; the client gets a pong
ws, plain ping: 'a long message' 'next'; the client gets a pong
aiohttp, compressed ping: ERROR; the client gets a pong and close 1007 and the end
tornado, compressed ping: ; the client gets a pong and the end
websockets, compressed ping: 'a long message' 'next'; the client gets a pong
ws, compressed ping: 'a long message' 'next'; the client gets a pong" "$(cat "$work/all")"
exit "$wrong"
