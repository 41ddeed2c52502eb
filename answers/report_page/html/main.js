// SPDX-License-Identifier: MIT
// Builds all sections, in the order of the page.

function privacy() {
  return data.masked
    ? "Masked: every name, text, number and address that the game or its players wrote is replaced by a token or by N; the same text of one kind has the same token. Not masked: kinds, types, counts, sizes and times, ids of peers and channels, the date, ticks, and the positions that the replay draws."
    : "It shows addresses, names and texts of the game. To share it in public, make one with “,masked” behind the file's name.";
}

/** "arena.pcap, 2026-11-26 10:31 UTC, project Arena" */
function subject() {
  const { begin } = data.overview;
  const when = begin > 0 ? new Date(begin * 1000).toISOString().replace("T", " ").slice(0, 16) + " UTC" : "";
  const project = data.projects.length > 0 ? "project " + data.projects.join(", ") : "without a project";
  return visible([data.capture, when, project].filter((each) => each).join(", "));
}

/** "6.1 s; server, red, green" */
function players() {
  const { overview } = data, most = 8;
  const several = new Set(overview.peers.map(([session]) => session)).size > 1;
  const names = overview.peers.map((peer) => [several ? `game ${peer[0]}: ` : "", peerName(peer)]);
  return [seconds(overview.first, overview.last), names.length === 0 ? "" : "; ", names.slice(0, most).flatMap((name, i) => [i === 0 ? "" : ", ", name]),
    names.length > most ? `, and ${names.length - most} more` : ""];
}

document.title = "Godot network report: " + subject();
document.getElementById("about").append(make("div", { id: "subject" }, subject()), make("div", { id: "players" }, players()), privacy());
summary();
showTimeline();
showReplay();
for (const show of librarySections) show();
showTables();
showCalls();
document.getElementById("footer").append(`Made by the Godot plugin ${data.version} for Wireshark. Everything is in this file; it loads nothing.`);
document.documentElement.dataset.ready = "yes";
