#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: ws 8.23.0, websocket 1.0.35, faye-websocket 0.11.4 (npm)
# WebSocket clients of Node.js: a program that waits for the connection with `await`, and then sets its handler of messages, has lost the
# message that came in one segment with the server's answer 101, as a greeting does: it is delivered before the awaiting function goes on.
# Nothing is reported. A handler that is set in the handler of "open" hears it, and so does one that is set before.
# shellcheck disable=SC1091,SC2154,SC2016
. "$(dirname "$0")/common.bash"
npm install --silent --no-audit --no-fund --prefix "$work" ws@8.23.0 websocket@1.0.35 faye-websocket@0.11.4 >&2
sees "of two messages, the first with the 101 and the second 0.2 s later, what clients hear" "\
ws, await, then a handler: two
ws, a handler in the handler of open: one two
ws, a handler before: one two
websocket, await, then a handler: two
websocket, a handler in the handler of open: one two
websocket, a handler before: one two
faye-websocket, await, then a handler: two
faye-websocket, a handler in the handler of open: one two
faye-websocket, a handler before: one two" "$(cd "$work" && node -e '
const text = (message) => Buffer.concat([Buffer.from([0x81, message.length]), Buffer.from(message)]);
const server = require("net").createServer((socket) => {
	socket.on("error", () => {});
	socket.once("data", (request) => {
		const key = /sec-websocket-key: *(\S+)/i.exec(request)[1];
		const accept = require("crypto").createHash("sha1").update(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest("base64");
		const head = `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;
		socket.write(Buffer.concat([Buffer.from(head), text("one")]));
		setTimeout(() => socket.write(text("two")), 200);
	});
});
const clients = {
	ws: require("ws"),
	websocket: require("websocket").w3cwebsocket,
	"faye-websocket": require("faye-websocket").Client,
};
const ways = {
	"await, then a handler": async (client, hears) => {
		await new Promise((done) => { client.onopen = done; });
		client.onmessage = hears;
	},
	"a handler in the handler of open": async (client, hears) => { client.onopen = () => { client.onmessage = hears; }; },
	"a handler before": async (client, hears) => { client.onmessage = hears; },
};
server.listen(0, "127.0.0.1", async () => {
	for (const [title, Client] of Object.entries(clients)) {
		for (const [way, act] of Object.entries(ways)) {
			const client = new Client(`ws://127.0.0.1:${server.address().port}/`);
			const heard = [];
			await act(client, (event) => heard.push(event.data));
			await new Promise((done) => setTimeout(done, 1000));
			console.log(`${title}, ${way}: ${heard.join(" ")}`);
		}
	}
	process.exit();
});')"
exit "$wrong"
