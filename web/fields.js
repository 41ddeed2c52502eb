// SPDX-License-Identifier: MIT
// A packet's items as a tree, and its bytes, those of the chosen item marked. Texts are inserted as text nodes only.
"use strict";

/** Columns of an item (web/fields.h). */
const DEPTH = 0, LABEL = 1, FILTER = 2, BYTES = 3, BEGIN = 4, LENGTH = 5, ITEM_KIND = 6;
const kindsOfItems = ["", "derived", "problem"];
const bytesInRow = 16;
const mostRows = 64; // of bytes
const mostOpen = 300; // items that a packet shows at once, before its deeper ones are closed
const mostLines = 3000; // of the tree

let fields = null; // of the packet that is shown: { bytes, items }
let closed = new Set(); // indices of items whose children are not shown
let chosen = -1; // index of an item

function hasChildren(i) {
  return i + 1 < fields.items.length && fields.items[i + 1][DEPTH] > fields.items[i][DEPTH];
}

/** Indices of the items that no closed one contains. */
function openItems() {
  const found = [];
  let hiddenBelow = Infinity;
  fields.items.forEach((item, i) => {
    if (item[DEPTH] > hiddenBelow) return;
    hiddenBelow = closed.has(i) ? item[DEPTH] : Infinity;
    found.push(i);
  });
  return found;
}

function showFields(found) {
  fields = found;
  closed = new Set();
  const depth = fields.items.length > mostOpen ? 2 : Infinity;
  fields.items.forEach((item, i) => { if (item[DEPTH] >= depth && hasChildren(i)) closed.add(i); });
  at("fields-note").textContent = fields.items.length === 0
    ? "Nothing of this packet alone: its bytes belong to a message that a later packet completes." : "";
  at("tree").hidden = at("bytes").hidden = fields.items.length === 0;
  if (fields.items.length === 0) return;
  // The filter stays that of the packet until an item is chosen.
  chosen = 0;
  drawTree();
  drawBytes(rangeOf(0));
}

function drawTree() {
  const lines = openItems();
  at("tree").replaceChildren(...lines.slice(0, mostLines).map((i) => {
    const item = fields.items[i], line = document.createElement("div");
    line.id = "item-" + i;
    line.className = "item " + kindsOfItems[item[ITEM_KIND]];
    line.setAttribute("role", "treeitem");
    line.setAttribute("aria-level", item[DEPTH] + 1);
    line.setAttribute("aria-selected", i === chosen);
    if (hasChildren(i)) line.setAttribute("aria-expanded", !closed.has(i));
    line.style.paddingLeft = 1.2 * Math.min(item[DEPTH], 30) + 1.2 + "em";
    line.textContent = visible(item[LABEL]);
    line.addEventListener("click", () => { if (i === chosen && hasChildren(i)) toggle(i); chooseItem(i); });
    return line;
  }));
  if (lines.length > mostLines) at("fields-note").textContent = grouped.format(lines.length - mostLines) + " more items are not shown";
  const line = document.getElementById("item-" + chosen);
  if (line === null) return at("tree").removeAttribute("aria-activedescendant");
  at("tree").setAttribute("aria-activedescendant", line.id);
  line.scrollIntoView({ block: "nearest" });
}

function toggle(i) {
  if (!closed.delete(i)) closed.add(i);
}

/** The bytes of an item; of one without bytes, those of what contains it. */
function rangeOf(i) {
  let item = fields.items[i];
  for (let above = i; item[LENGTH] === 0 && above > 0;) {
    above--;
    if (fields.items[above][DEPTH] < item[DEPTH]) item = fields.items[above];
  }
  return { bytes: item[BYTES], begin: item[BEGIN], end: item[BEGIN] + item[LENGTH] };
}

function chooseItem(i) {
  chosen = i;
  drawTree();
  drawBytes(rangeOf(i));
  showFilter();
}

/** The innermost item that has this byte. */
function itemAt(bytes, place) {
  let found = -1;
  fields.items.forEach((item, i) => {
    const has = item[BYTES] === bytes && item[BEGIN] <= place && place < item[BEGIN] + item[LENGTH];
    if (has && (found < 0 || item[LENGTH] <= fields.items[found][LENGTH])) found = i;
  });
  return found;
}

function drawBytes({ bytes, begin, end }) {
  const of = fields.bytes[bytes];
  const shown = of === undefined ? 0 : of.hex.length / 2;
  const first = Math.max(0, Math.min(Math.floor(begin / bytesInRow) - 2, Math.ceil(shown / bytesInRow) - mostRows)) * bytesInRow;
  const last = Math.min(shown, first + mostRows * bytesInRow);
  const lines = [];
  for (let row = first; row < last; row += bytesInRow) {
    const line = document.createElement("div"), letters = document.createElement("span");
    line.append(row.toString(16).padStart(4, "0") + "  ");
    for (let place = row; place < row + bytesInRow; place++) {
      if (place >= last) {
        line.append("   ");
        continue;
      }
      const byte = of.hex.slice(place * 2, place * 2 + 2), code = parseInt(byte, 16);
      for (const [text, into] of [[byte, line], [code > 31 && code < 127 ? String.fromCharCode(code) : ".", letters]]) {
        const cell = document.createElement("span");
        cell.textContent = text;
        cell.dataset.place = place;
        if (place >= begin && place < end) cell.className = "marked";
        into.append(cell);
      }
      line.append(place % bytesInRow === 7 ? "  " : " ");
    }
    line.append(" ", letters);
    lines.push(line);
  }
  at("bytes").dataset.bytes = bytes;
  at("bytes").replaceChildren(...lines);
  at("bytes-of").textContent = of === undefined ? "" : of.title + ", " + grouped.format(of.size) + (of.size === 1 ? " byte" : " bytes") +
    (last - first < of.size ? "; shown: " + grouped.format(first) + " to " + grouped.format(last - 1) : "");
}

at("bytes").addEventListener("click", ({ target }) => {
  if (target.dataset.place === undefined) return;
  const found = itemAt(Number(at("bytes").dataset.bytes), Number(target.dataset.place));
  if (found < 0) return;
  for (let i = found, depth = fields.items[found][DEPTH]; i > 0;) {
    i--;
    if (fields.items[i][DEPTH] < depth) closed.delete(i), depth = fields.items[i][DEPTH];
  }
  chooseItem(found);
});

at("tree").addEventListener("keydown", (event) => {
  const lines = openItems(), place = lines.indexOf(chosen), isOpen = hasChildren(chosen) && !closed.has(chosen);
  const above = () => {
    for (let i = chosen - 1; i >= 0; i--) if (fields.items[i][DEPTH] < fields.items[chosen][DEPTH]) return i;
    return chosen;
  };
  const steps = {
    ArrowDown: () => lines[Math.min(place + 1, lines.length - 1)],
    ArrowUp: () => lines[Math.max(place - 1, 0)],
    Home: () => lines[0],
    End: () => lines[lines.length - 1],
    ArrowRight: () => { if (isOpen) return chosen + 1; closed.delete(chosen); return chosen; },
    ArrowLeft: () => { if (isOpen) { closed.add(chosen); return chosen; } return above(); },
    Enter: () => { if (hasChildren(chosen)) toggle(chosen); return chosen; },
  };
  if (steps[event.key] === undefined) return;
  event.preventDefault();
  chooseItem(steps[event.key]());
});
