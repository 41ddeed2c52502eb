// SPDX-License-Identifier: MIT
// Games with rollback: a ribbon of the ticks of each match, by whether the state hashes of the peers are equal; the inputs
// before a tick that differs; how late inputs came to each peer; who stood still.

function showRollback() {
  const stretches = records("godot,diverged,ticks");
  const lateness = records("godot,rollback,lateness");
  if (stretches.length === 0 && lateness.length === 0) return noSection("rollback", "Rollback", "no state hash and no input of godot-rollback-netcode");
  const made = section("rollback", "Rollback", make("p", { class: "quiet" },
    "The ticks of each match: green where all peers have computed the same state, red where their hashes differ, grey where fewer than two are known."));
  for (const [match, rows] of groups(stretches, matchText)) {
    const ribbon = make("div", { class: "ribbon", role: "img", "aria-label": rows.map(tickText).join("; ") });
    for (const row of rows) {
      const part = make("span", { class: "ticks-" + row.state, title: tickText(row) });
      part.style.flexGrow = row.last - row.first + 1;
      ribbon.append(part);
    }
    made.append(make("h3", {}, `${match}: ticks ${rows[0].first} to ${rows[rows.length - 1].last}`), ribbon);
  }
  const diverged = records("godot,diverged");
  if (stretches.length !== 0 && diverged.length === 0) made.append(make("p", {}, "No tick differs."));
  for (const row of diverged) made.append(divergence(row), inputsBefore(row));
  for (const [name, rows] of groups(lateness, (row) => `Match ${row.match}: how late inputs came to ${visible(row.to)}`))
    made.append(make("h3", {}, name), curve(rows));
  const stood = records("godot,rollback,standstills");
  if (stood.length !== 0) made.append(make("h3", {}, "Who stood still"), make("ul", {}, stood.map(standstill)));
}

function groups(rows, key) {
  const found = new Map();
  for (const row of rows) {
    if (!found.has(key(row))) found.set(key(row), []);
    found.get(key(row)).push(row);
  }
  return found;
}

/** "Match 1"; in a mesh each connection has matches of its own. */
function matchText(row) {
  return row.connection === null || row.connection === "" ? `Match ${row.match}` : `${row.connection}, match ${row.match}`;
}

function tickText(row) {
  const which = row.first === row.last ? `tick ${row.first}` : `ticks ${row.first} to ${row.last}`;
  return `${which}: ${row.state === "differ" ? "the states differ" : row.state}`;
}

function divergence(row) {
  return make("p", {}, `${matchText(row)}: tick ${row.tick} is the first that differs, after ${plural(row.agreed, "equal one")}; ${plural(row.ticks, "tick")} differ`,
    row.healed === null ? "" : `, and tick ${row.healed} is equal again`, `. Cause: ${row.cause}.`,
    row.agree === null ? "" : [" Same hash: ", captured(row.agree), "."], row.hashes === null ? "" : [" Hashes: ", captured(row.hashes)]);
}

/** The peers' inputs side by side, a row for each tick. */
function inputsBefore(row) {
  const mine = records("godot,diverged,inputs").filter((each) => matchText(each) === matchText(row) && each.diverged === row.tick);
  if (mine.length === 0) return [];
  const peers = [...new Set(mine.map((each) => each.peer))];
  const cell = (each) => each === undefined ? make("td", { class: "quiet" }, "not captured") : make("td", {},
    each.inputs === null ? "" : captured(each.inputs), make("div", { class: each.bytes.startsWith("other") ? "" : "quiet" }, visible(each.bytes)),
    each.arrived === null ? "" : make("div", { class: "quiet" }, visible(each.arrived)));
  return make("details", {}, make("summary", {}, `Inputs of the ticks before tick ${row.tick}`), make("div", { class: "wide", tabindex: "0" }, make("table", {},
    make("thead", {}, make("tr", {}, make("th", {}, "Tick"), peers.map((peer) => make("th", {}, visible(peer))))),
    make("tbody", {}, [...groups(mine, (each) => each.tick)].map(([tick, rows]) =>
      make("tr", {}, make("td", {}, String(tick)), peers.map((peer) => cell(rows.find((each) => each.peer === peer)))))))));
}

/** Ticks behind over time, a line for each sender: the mean of each second, and above it the latest one. */
function curve(rows) {
  const width = 900, height = 120, left = 30, bottom = 16;
  const first = Math.min(...rows.map((row) => row.begin)), last = Math.max(...rows.map((row) => row.begin + 1));
  const most = Math.max(4, ...rows.map((row) => row.most));
  const x = (time) => left + (time - first) / (last - first) * (width - left);
  const y = (ticks) => (height - bottom) * (1 - Math.max(0, ticks) / most);
  const draw = (name, attributes, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.append(text);
    return element;
  };
  const senders = [...groups(rows, (row) => row.from)];
  const predicted = rows.reduce((sum, row) => sum + row.predicted, 0);
  const label = `Up to ${plural(most, "tick")} behind between ${first} and ${last} s; ${plural(predicted, "input")} of ${rows.reduce((sum, row) => sum + row.inputs, 0)} predicted`;
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, class: "curve", role: "img", "aria-label": label });
  // Above this line the receiver has to predict.
  svg.append(draw("line", { x1: left, x2: width, y1: y(2), y2: y(2), class: "limit" }));
  for (const [text, at, where] of [[String(most), y(most) + 10, 0], ["2", y(2) + 4, 0], [`${first} s`, height - 2, left], [`${last} s`, height - 2, width - 40]])
    svg.append(draw("text", { x: where, y: at }, text));
  senders.forEach(([name, of], index) => {
    const colour = laneColours[index % laneColours.length];
    const points = (value) => of.map((row) => `${x(row.begin + 0.5).toFixed(1)},${y(value(row)).toFixed(1)}`).join(" ");
    svg.append(draw("polyline", { points: points((row) => row.behind), stroke: colour }));
    const highest = draw("polyline", { points: points((row) => row.most), stroke: colour, "stroke-dasharray": "2 3" });
    highest.append(draw("title", {}, visible(name)));
    svg.append(highest);
  });
  return make("div", {}, svg, make("p", { class: "quiet" }, label, ". From: ", senders.map(([name], index) => {
    const mark = make("i", { class: "swatch" });
    mark.style.background = laneColours[index % laneColours.length];
    return [mark, visible(name)];
  }), ". Lines: mean of each second; dotted: the latest."));
}

function standstill(row) {
  return make("li", {}, captured(row.peer), ` at tick ${row.tick}, ${row.begin.toFixed(3)} s, for ${row.length.toFixed(3)} s: ${row.why}`,
    row.waits_for === null ? "" : [" for ", captured(row.waits_for), ` (${plural(row.behind, "tick")} behind)`],
    row.others === null || row.others === "" ? "" : [". Meanwhile: ", captured(row.others), " ticks"]);
}

librarySections.push(showRollback);
