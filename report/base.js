// SPDX-License-Identifier: MIT
// The page of a report. Texts from the capture are inserted as text nodes only, never as HTML.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);

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

