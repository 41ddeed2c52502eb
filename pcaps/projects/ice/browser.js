// SPDX-License-Identifier: MIT
// What a player does with the interface of browsers: in Chromium (page.html), or in node with libwebrtc (peer.cjs).
"use strict";

// Ten messages a second on an open channel: { is_open(), send(text), end() }.
function make_player(options, note) {
  let sent = 0;
  let sending = null;
  return function play(channel) {
    note("channel", { state: "open" });
    if (sending) return;
    sending = setInterval(() => {
      if (options.close_after && sent === options.close_after) {
        clearInterval(sending);
        note("closes", {});
        return channel.end();
      }
      if (!channel.is_open()) return;
      if (channel.send(`move ${sent}`)) note("sends", { step: sent++ });
    }, 100);
  };
}

function browser(RTCPeerConnection, options, note, say) {
  const play = make_player(options, note);
  const servers = options.servers.map((url) => {
    const parts = /^(turns?):([^:]+):([^@]+)@(.*)$/.exec(url);
    return parts ? { urls: `${parts[1]}:${parts[4]}`, username: parts[2], credential: parts[3] } : { urls: url };
  });
  const connection = new RTCPeerConnection({ iceServers: servers, iceTransportPolicy: options.policy || "all" });
  const use = (channel) => {
    const own = {
      is_open: () => channel.readyState === "open",
      send(text) {
        channel.send(text);
        return true;
      },
      end: () => connection.close(),
    };
    channel.onopen = () => play(own);
    channel.onmessage = (message) => note("hears", { text: String(message.data) });
    channel.onclose = () => note("channel", { state: "closed" });
    if (channel.readyState === "open") play(own);
  };
  const describe = async (make) => {
    await connection.setLocalDescription(await make());
    const { sdp, type } = connection.localDescription;
    note("description", { type });
    say({ description: { sdp, type } });
  };
  connection.onicecandidate = ({ candidate }) => {
    if (!candidate || !candidate.candidate) return;
    note("candidate", { candidate: candidate.candidate });
    say({ candidate: { candidate: candidate.candidate, sdpMid: candidate.sdpMid } });
  };
  connection.oniceconnectionstatechange = () => note("ice", { state: connection.iceConnectionState });
  connection.onconnectionstatechange = () => note("connection", { state: connection.connectionState });
  connection.onicegatheringstatechange = () => note("gathering", { state: connection.iceGatheringState });
  connection.ondatachannel = ({ channel }) => use(channel);
  if (options.role === "client") {
    use(connection.createDataChannel("game"));
    describe(() => connection.createOffer());
  }
  return {
    async description(description) {
      await connection.setRemoteDescription(description);
      if (description.type === "offer") describe(() => connection.createAnswer());
    },
    async candidate(candidate) {
      await connection.addIceCandidate(candidate);
    },
  };
}

// Candidates wait for the description.
function make_listener(peer, note) {
  let order = Promise.resolve();
  return (line) => {
    const { description, candidate } = JSON.parse(line);
    order = order
      .then(() => (description ? peer.description(description) : peer.candidate(candidate)))
      .then(() => note("told", description ? { type: description.type } : { candidate: candidate.candidate }))
      .catch((error) => note("refused", { text: String(error) }));
  };
}

if (typeof module !== "undefined") module.exports = { make_player, browser, make_listener };
