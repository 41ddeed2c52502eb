// SPDX-License-Identifier: MIT
// The page of a report. Texts from the capture are inserted as text nodes only, never as HTML.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);

/** Both sides of a relay are one game: a capture of both has each peer in two sessions. Engines draw ids at random from 31
    bits, so a large id in two sessions is one peer. */
function joinSessions() {
  const least = 1 << 16;  // ids of a mesh are chosen, and small
  const { overview, replay, calls } = data;
  const first = new Map(), joined = new Map();
  const known = (session) => { while (joined.has(session)) session = joined.get(session); return session; };
  for (const [session, id] of overview.peers) {
    if (id < least) continue;
    const other = known(first.has(id) ? first.get(id) : session), own = known(session);
    if (other !== own) joined.set(Math.max(own, other), Math.min(own, other));
    first.set(id, Math.min(own, other));
  }
  if (joined.size === 0) return;
  const group = (rows, key, add) => {
    const found = new Map();
    for (const row of rows) {
      row[0] = known(row[0]);
      const before = found.get(JSON.stringify(key(row)));
      if (before === undefined) found.set(JSON.stringify(key(row)), row);
      else add(before, row);
    }
    return [...found.values()];
  };
  overview.peers = group(overview.peers, ([session, id]) => [session, id], (one, other) => { one[2] = one[2] || other[2]; one[3] += other[3]; });
  calls.pairs = group(calls.pairs, ([session, from, to]) => [session, from, to],
    (one, other) => { one[3] += other[3]; one[4] += other[4]; one[5].push(...other[5]); });
  replay.names = group(replay.names, ([session, peer]) => [session, peer], (one, other) => { one[2] = one[2] || other[2]; });
  for (const series of replay.series) series[0] = known(series[0]);
}
joinSessions();

// What the scripts of libraries of games add: functions that build a section each, and tests of the kinds of messages whose
// values apply to the node that they name.
const librarySections = [];
const kindsWithValues = [(kind) => kind === "Sync"];

// --- Building the page ----------------------------------------------------------------------------------------------

/** An element with attributes, listeners (on...) and children: nodes, or texts. */
function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

/** A text of the capture with control characters and bidirectional marks made visible, since they could hide content. */
function visible(text) {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
    (letter) => letter < " " ? String.fromCharCode(0x2400 + letter.charCodeAt(0))
      : "⟨" + letter.charCodeAt(0).toString(16).padStart(4, "0") + "⟩");
}

function captured(text) {
  return make("span", { class: "capture-text" }, visible(String(text)));
}

const grouped = new Intl.NumberFormat("en");

function bytes(count) {
  return grouped.format(count) + (count === 1 ? " byte" : " bytes");
}

function plural(count, one, many) {
  return grouped.format(count) + " " + (count === 1 ? one : many || one + "s");
}

function section(id, title, ...children) {
  document.getElementById("contents").append(make("a", { href: "#" + id }, title));
  const made = make("section", { id, "aria-labelledby": id + "-title" }, make("h2", { id: id + "-title" }, title), children);
  document.getElementById("main").append(made);
  return made;
}

/** One line instead of a section for which the capture has nothing. */
function noSection(id, title, why) {
  document.getElementById("main").append(make("section", { id, class: "quiet", "data-empty": true }, make("p", {}, make("strong", {}, title), `: ${why}.`)));
}

