// SPDX-License-Identifier: MIT
// A player of a game over WebRTC, without the game: one data channel, which the client opens, and ten messages a second
// each way. pcaps/make-ice starts it, and carries descriptions and candidates between two of them, a line of JSON each.
//
//   node peer.cjs '{"role": "client", "stack": "native", "servers": ["stun:203.0.113.1:3478"], "truth": FILE}'
//
// `stack`: "native" is libdatachannel, which Godot's extension for WebRTC uses, by npm's node-datachannel; "browser" is
// libwebrtc, which browsers use, by npm's @roamhq/wrtc; "chromium" is that browser, started by the words of `chromium`
// and the address of a page. Every event is written into FILE.
"use strict";
const fs = require("fs");
const options = JSON.parse(process.argv[2]);
const { make_player, browser, make_listener } = require("./browser.js");
const modules = process.env.ICE_MODULES;
const truth = fs.openSync(options.truth, "w");

function note(event, more) {
  const time = Number(process.hrtime.bigint() / 1000n);
  fs.writeSync(truth, JSON.stringify({ t_us: time, role: options.role, event, ...more }) + "\n");
}
function say(line) {
  process.stdout.write(JSON.stringify(line) + "\n");
}

function native() {
  const play = make_player(options, note);
  const { PeerConnection, initLogger } = require(`${modules}/node-datachannel`);
  if (options.log) initLogger("Debug", (level, text) => process.stderr.write(`${level} ${text}\n`));
  const connection = new PeerConnection(options.role, { iceServers: options.servers, iceTransportPolicy: options.policy || "all", disableAutoNegotiation: true });
  const use = (channel) => {
    const own = { is_open: () => channel.isOpen(), send: (text) => channel.sendMessage(text), end: () => connection.close() };
    channel.onOpen(() => play(own));
    channel.onMessage((text) => note("hears", { text: String(text) }));
    channel.onClosed(() => note("channel", { state: "closed" }));
    if (channel.isOpen()) play(own);
  };
  connection.onLocalDescription((sdp, type) => {
    note("description", { type });
    say({ description: { sdp, type } });
  });
  connection.onLocalCandidate((candidate, mid) => {
    note("candidate", { candidate });
    say({ candidate: { candidate, sdpMid: mid } });
  });
  connection.onIceStateChange((state) => {
    note("ice", { state });
    const pair = state === "completed" || state === "connected" ? connection.getSelectedCandidatePair() : null;
    if (pair) note("selected", { local: pair.local, remote: pair.remote });
  });
  connection.onStateChange((state) => note("connection", { state }));
  connection.onGatheringStateChange((state) => note("gathering", { state }));
  connection.onDataChannel(use);
  if (options.role === "client") {
    use(connection.createDataChannel("game"));
    connection.setLocalDescription();
  }
  return {
    description(description) {
      connection.setRemoteDescription(description.sdp, description.type);
      if (description.type === "offer") connection.setLocalDescription();
    },
    candidate(candidate) {
      connection.addRemoteCandidate(candidate.candidate, candidate.sdpMid);
    },
  };
}

// A page that Chromium loads from this process: its events come by POST, and lines go to it as server-sent events.
function chromium() {
  const http = require("http");
  const path = require("path");
  const waiting = [];
  let page = null;
  const server = http.createServer((request, response) => {
    if (request.url === "/lines") {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      page = response;
      for (const line of waiting.splice(0)) page.write(`data: ${line}\n\n`);
      return;
    }
    if (request.method === "POST") {
      let text = "";
      request.on("data", (part) => (text += part));
      request.on("end", () => {
        const { event, more, line } = JSON.parse(text);
        if (line) say(line);
        else note(event, more);
        response.end();
      });
      return;
    }
    if (request.url === "/options") return response.end(JSON.stringify(options));
    const name = request.url === "/browser.js" ? "browser.js" : "page.html";
    response.writeHead(200, { "Content-Type": name.endsWith(".js") ? "text/javascript" : "text/html" });
    response.end(fs.readFileSync(path.join(__dirname, name)));
  });
  server.listen(0, "127.0.0.1", () => {
    const [command, ...words] = options.chromium;
    const started = require("child_process").spawn(command, [...words, `http://127.0.0.1:${server.address().port}/`], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    started.on("exit", (code) => note("chromium", { code }));
  });
  return (line) => (page ? page.write(`data: ${line}\n\n`) : waiting.push(line));
}

let listen;
if (options.stack === "chromium") listen = chromium();
else if (options.stack === "browser")
  listen = make_listener(browser(require(`${modules}/@roamhq/wrtc`).RTCPeerConnection, options, note, say), note);
else listen = make_listener(native(), note);
require("readline").createInterface({ input: process.stdin }).on("line", listen);
