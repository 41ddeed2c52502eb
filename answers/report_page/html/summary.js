// SPDX-License-Identifier: MIT
// The first section: a summary to read in ten seconds.

function seconds(from, to) {
  const length = to - from;
  return length < 120 ? length.toFixed(1) + " s" : Math.floor(length / 60) + " min " + Math.round(length % 60) + " s";
}

function peerName([, id, name]) {
  if (name !== "") return captured(name);
  return id === 1 ? "server" : String(id);
}

function peersText() {
  const { peers, more_peers: more } = data.overview;
  const sessions = new Set(peers.map(([session]) => session)).size;
  const parts = peers.flatMap((peer, i) => [i === 0 ? "" : ", ", peerName(peer),
    make("span", { class: "quiet" }, ` (${sessions > 1 ? "game " + peer[0] + ", " : ""}${peer[2] === "" ? "" : "id " + peer[1] + ", "}${plural(peer[3], "message")})`)]);
  return parts.length === 0 ? ["none that the wire names"] : [...parts, more ? ", and more" : ""];
}

/** "Godot 4.3 or later (ENet 0, 1)": the versions of the engine that send this format. */
function enginesText() {
  const found = new Map();
  for (const [name, number, , , , , , engines] of data.overview.conversations) {
    const known = engines.length === 0 ? "not recognised" : engines.join(" and, at the other end, ");
    found.set(known, [...(found.get(known) || []), `${name} ${number}`]);
  }
  const most = 8;
  return [...found].map(([engine, conversations]) => make("div", {}, engine, found.size === 1 ? "" : make("span", { class: "quiet" },
    ` (${conversations.slice(0, most).join(", ")}${conversations.length > most ? `, and ${conversations.length - most} more` : ""})`)));
}

/** The assessment of one direction of a connection, from the row of its table. */
function connectionSentence(row) {
  if (row.verdict) return row.verdict;
  const parts = [];
  if (row.rtt_mean !== null) parts.push(`RTT ${row.rtt_mean.toFixed(1)} ms in the mean`);
  if (row.lost && !row.lost.startsWith("0 of ")) parts.push(row.lost);
  if (row.unreliable_missing > 0) parts.push(`${row.unreliable_missing.toFixed(1)} % of the unreliable ones missing`);
  return "no verdict: " + (parts.length === 0 ? "the capture says too little" : parts.join(", "));
}

function costLine(row) {
  const what = [row.kind, row.node, row.member].filter((each) => each).join(" ");
  return make("li", { "data-cost": row.total }, captured(what), `: ${row.percent.toFixed(2)} %, ${bytes(row.total)}`,
    make("span", { class: "quiet" }, ` (${plural(row.count, "time")})`));
}

/** The rows of the table of problems by cause, in their order: the most severe first. */
function causes() {
  const groups = new Map();
  records("godot,problems").forEach((row, index) => {
    const key = row.problem + "\n" + row.cause;
    if (!groups.has(key)) groups.set(key, { rows: [], remedy: data.remedies[index] });
    groups.get(key).rows.push(row);
  });
  return [...groups.values()];
}

/** Chooses a packet on the timeline. */
function showPacket(frame) {
  const bar = timeline === null ? -1 : timeline.bars.frame.indexOf(frame);
  if (bar < 0) return;
  timeline.choose(bar);
  timeline.around(timeline.bars.time[bar]);
  setMoment(timeline.bars.time[bar]);
  document.getElementById("timeline").scrollIntoView();
}

/** "packet 84", a button where the timeline has its bar. */
function packetLink(frame) {
  if (data.timeline.count === 0) return `packet ${frame}`;
  return make("button", { class: "packet", "data-packet": frame, onclick: () => showPacket(frame) }, `packet ${frame}`);
}

function problemRow(row) {
  const who = [row.from, row.to].some((each) => each) ? `, ${row.from || "?"} → ${row.to || "?"}` : "";
  const what = [row.node, row.member].filter((each) => each).join(".");
  return make("div", { class: "quiet" }, plural(row.count, "time"), ", first in ", packetLink(row.first),
    what === "" ? "" : [", ", captured(what)], visible(who));
}

/** "waits at the receiver for a lost message (held): 12 times on 9 nodes", what to do, and its first rows. */
function causeLine({ rows, remedy }) {
  const sum = rows.reduce((all, row) => all + row.count, 0);
  const nodes = new Set(rows.map((row) => row.node).filter((each) => each)).size;
  const first = rows.reduce((least, row) => row.first < least.first ? row : least);
  const where = make("details", {}, make("summary", {}, rows.length === 1 ? "where" : `where: ${plural(rows.length, "row")}`),
    rows.slice(0, shownRows).map(problemRow),
    rows.length > shownRows ? make("div", { class: "quiet" }, make("a", { href: "#tables" }, `and ${rows.length - shownRows} more rows`)) : "");
  return make("li", {}, make("strong", {}, visible(rows[0].cause)), ` (${rows[0].problem}): ${plural(sum, "time")}`,
    nodes > 1 ? ` on ${nodes} nodes` : nodes === 1 ? [" on ", captured(rows.find((row) => row.node).node)] : "",
    ", first in ", packetLink(first.first), remedy ? [make("br"), "→ " + remedy] : "", where);
}

/** What was not judged, and what to do about it: an empty list does not mean that nothing is wrong. */
function openLines() {
  if (data.not_judged.length === 0) return make("p", { class: "quiet", "data-open": 0 }, "Nothing was left unjudged.");
  return make("ul", { class: "quiet", "data-open": data.not_judged.length },
    data.not_judged.map((each) => make("li", { "data-reason": each.reason }, `Not judged: ${each.what}. ${each.what_to_do}`)));
}

const shownCauses = 5;
const shownRows = 12;
const shownStreams = 4;

/** "red → server": one direction of a connection, by the peers at its ends. */
function streamName(row) {
  const way = row.from === "requester" || row.from.startsWith("client") ? 0 : 1;
  const lane = data.timeline.lanes.find(([transport, number, itsWay]) => transport === "ENet" && number === row.stream && itsWay === way);
  const quiet = make("span", { class: "quiet" }, ` (ENet ${row.stream})`);
  if (lane === undefined) return [`the ${row.from}`, quiet];
  const [, , , source, sourceName, target, targetName] = lane;
  const end = (id, name, role) => name !== "" ? captured(name) : id === 1 ? "server" : id > 0 ? String(id) : role;
  return [end(source, sourceName, way === 0 ? "client" : "server"), " → ", end(target, targetName, way === 0 ? "server" : "client"), quiet];
}

/** What needs a look first: a verdict that names a cause, then none, then a steady connection. */
function streamOrder(row) {
  return row.verdict === "" || row.verdict === null ? 1 : row.verdict.endsWith(": steady") ? 2 : 0;
}

/** The first lines, and the others in a part to open. */
function firstLines(list, most, id, what) {
  const made = make("ul", { id }, list.slice(0, most));
  return list.length <= most ? made
    : [made, make("details", {}, make("summary", {}, `${list.length - most} more ${what}`), make("ul", { class: "more" }, list.slice(most)))];
}

function summary() {
  const { overview } = data;
  const facts = make("dl", {});
  const fact = (title, ...text) => facts.append(make("dt", {}, title), make("dd", {}, text));
  const whole = tables.get("godot,profile");
  const total = whole.sum[column(whole, "total")];
  fact("Captured", overview.begin > 0 ? new Date(overview.begin * 1000).toISOString().replace("T", " ").slice(0, 16) + " UTC, " : "",
    seconds(overview.first, overview.last), ", ", plural(overview.packets, "packet"), " of Godot, ", bytes(total), " with all of their conversations");
  fact("Engine", ...(overview.conversations.length === 0 ? ["none"]
    : [enginesText(), make("div", { class: "quiet" }, "by the form of the messages, which several versions share; a recording names its own")]));
  fact("Transports", overview.transports.map(([name, packets, size]) => `${name}: ${plural(packets, "packet")}, ${bytes(size)}`).join("; ") || "none");
  fact("Peers", peersText());
  const ends = overview.conversations.slice(0, 20).map(([name, number, one, other, directed, packets]) =>
    make("div", {}, `${name} ${number}: `, captured(one), directed ? " → " : " — ", captured(other), make("span", { class: "quiet" }, ` (${plural(packets, "packet")})`)));
  fact("Connections", ends.length === 0 ? "none" : ends,
    overview.conversations.length > 20 ? make("div", { class: "quiet" }, `and ${overview.conversations.length - 20} more`) : "");
  const streams = records("enet,streams").sort((one, other) => streamOrder(one) - streamOrder(other)).map((row) =>
    make("li", { "data-stream": `${row.stream} ${row.from}` }, streamName(row), ": ", connectionSentence(row)));
  const costs = records("godot,profile").slice(0, 3).map(costLine);
  const problems = causes();
  section("summary", "In ten seconds",
    make("h3", {}, "Problems"),
    problems.length === 0 ? make("p", {}, "None was found in what was judged.") : firstLines(problems.map(causeLine), shownCauses, "problems", "causes"),
    openLines(),
    streams.length === 0 ? "" : [make("h3", {}, "How the connections do"), firstLines(streams, shownStreams, "verdicts", "directions")],
    make("h3", {}, "The largest costs"), costs.length === 0 ? make("p", {}, "Nothing of Godot is in this capture.") : make("ol", { id: "costs" }, costs),
    make("h3", {}, "The capture"), facts);
}

