// SPDX-License-Identifier: MIT
// The page: gets files, shows what the worker answers. Texts from files are inserted as text nodes only, never as HTML.
"use strict";

const at = (id) => document.getElementById(id);
const grouped = new Intl.NumberFormat("en");

/** Columns of a row of the packet list (web/packets.h). */
const NUMBER = 0, TIME = 1, FROM = 2, TO = 3, CHANNEL = 4, KIND = 5, LINE = 6, NODES = 7, PROBLEMS = 8;
const rowHeight = 24; // of page.css
// Browsers draw nothing below some 16 million pixels.
const mostHeight = 8_000_000;

let worker = null;
let workerAddress = null;
let answer = null; // of the captures that are shown: { outcome, tables, report, name }
let given = []; // the captures that were read last: [{ name, data }], [{ name, packed }] for the example
let rows = []; // of the packet list
let shown = []; // indices of the rows that the filters let through
let selected = -1; // index in shown
let asked = 0; // the packet whose items the worker makes; 0: none
let wanted = 0; // the packet whose items are to be shown

/** Control characters and bidirectional marks made visible, since they could hide content. */
function visible(text) {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
    (letter) => letter < " " ? String.fromCharCode(0x2400 + letter.charCodeAt(0))
      : "⟨" + letter.charCodeAt(0).toString(16).padStart(4, "0") + "⟩");
}

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

function megabytes(count) {
  return (count / 1e6).toFixed(1) + " MB";
}

function say(text) {
  at("message").textContent = visible(text).replaceAll("\u240a", "\n");
}

// --- Reading --------------------------------------------------------------------------------------------------------

function hideProgress() {
  if (workerAddress !== null) URL.revokeObjectURL(workerAddress);
  workerAddress = null;
  at("running").hidden = true;
}

function stop() {
  if (worker !== null) worker.terminate();
  worker = null;
  asked = wanted = 0;
  hideProgress();
}

/** Text files of a project; all others (pictures, sounds, what the editor has imported) are not read. */
const projectFiles = /\.(gd|cs|tscn|tres|godot|cfg|csproj|gdextension)$/;

function filesOfProject() {
  return [...at("project").files].filter((file) => projectFiles.test(file.name) && !/(^|\/)\.godot\//.test(file.webkitRelativePath))
    .map((file) => ({ name: file.webkitRelativePath, data: file }));
}

/** Reads files: [{ name, data }], or what LZMA has packed: [{ name, packed }]. */
function read(captures) {
  stop();
  given = captures;
  say("");
  answer = null;
  rows = [];
  at("result").hidden = true;
  at("running").hidden = false;
  at("progress").value = 0;
  at("progress-text").textContent = "Starting";
  workerAddress = URL.createObjectURL(new Blob([at("worker").textContent], { type: "text/javascript" }));
  worker = new Worker(workerAddress);
  worker.onerror = (event) => { stop(); say("The engine could not start: " + event.message); };
  worker.onmessage = ({ data }) => take(data, captures);
  worker.postMessage({ engine: bytesOf(at("engine").textContent), captures, project: filesOfProject() });
}

function take(message, captures) {
  switch (message.kind) {
    case "progress": {
      const { read, size, pass } = message;
      at("progress").value = size === 0 ? 0 : (read / size + pass - 1) / 2;
      at("progress-text").textContent = megabytes(read) + " of " + megabytes(size) + (pass === 1 ? ", first reading" : ", second reading");
      break;
    }
    case "rows":
      for (const row of message.rows) rows.push(row);
      break;
    case "failed":
      stop();
      if (answer !== null) return say("The packet's fields cannot be shown: " + message.why + ".");
      say(message.isOfMemory
        ? "The browser gives no more memory: the engine had " + megabytes(message.memory) + ".\n" +
          "Read a part of the captures (editcap -c cuts them), or all of them by godot-analyse, which needs no browser."
        : "The captures could not be read: " + message.why + ".\nCopy them again, or try godot-analyse, which needs no browser.");
      break;
    case "fields":
      asked = 0;
      if (message.number === wanted) showFields(message.fields);
      else askForFields();
      break;
    case "done":
      hideProgress();
      answer = { ...message, name: captures.map((each) => each.name).join(", ") };
      show();
      break;
  }
}

/** What to do about a file that the engine complains of (capture/file/capture_reader.cpp, analyse/reading/merged_frames.cpp). */
const advice = [
  [/ends after 0 bytes/, "The file is empty: stop the recording before you copy its file, or record again."],
  [/expected the head of a pcap/, "It is no capture: save one by Wireshark, tcpdump, or the mirror (the addon); leave other files out."],
  [/the capture ends/, "It is cut: copy it again when the recording has been stopped."],
  [/packed data is damaged/, "Copy it again, or unpack it first."],
  [/./, "It is damaged: copy it again. Wireshark may repair it: open it there, and save it under another name."],
];

/** What is wrong with the captures, and what to do. */
function remarks({ error, frames, sealed, other, rows }) {
  const found = [];
  if (error !== "")
    found.push(error.replace(/^\/captures\/\d+\//, "") + "\n" + advice.find(([pattern]) => pattern.test(error))[1] +
      (frames === 0 ? "" : " What comes before the damage is shown."));
  if (frames !== 0 && rows === 0 && sealed === 0)
    found.push("Nothing of Godot was found in " + grouped.format(frames) + (frames === 1 ? " packet." : " packets.") +
      " Is it the interface on which the game sends (often the loopback), and its port?");
  if (sealed !== 0)
    found.push(grouped.format(sealed) + " bytes are encrypted (TLS, DTLS) and were not read. If they are the game's, record it with the " +
      "mirror (the addon), or give Wireshark the keys.");
  if (other !== 0)
    found.push(grouped.format(other) + " bytes over TCP are no protocol of Godot, or the capture lacks parts of their connections.");
  return found.join("\n");
}

// --- The result -----------------------------------------------------------------------------------------------------

function show() {
  const { outcome, tables, report } = answer;
  say(remarks(outcome));
  if (outcome.frames === 0) {
    if (outcome.error === "") say("There are no packets in it: nothing was sent on the interface that was recorded, or a filter kept all out.");
    return;
  }
  at("of").textContent = visible(answer.name) + ": " + grouped.format(outcome.frames) + (outcome.frames === 1 ? " packet" : " packets");
  const frame = document.createElement("iframe");
  frame.title = "Report";
  frame.srcdoc = report;
  frame.addEventListener("load", () => followReport(frame.contentDocument));
  at("report-panel").replaceChildren(frame);
  at("to-packet").hidden = at("to-rows").hidden = true;
  at("table").replaceChildren(...Object.keys(tables).sort().map((name) => new Option(name)));
  fillChoices();
  filterRows();
  at("result").hidden = false;
  choose("report");
}

/** What the list can be filtered by: the choices that have one of these texts. */
function choicesOf(texts) {
  const found = {};
  for (const id of ["problem", "kind", "node", "peer"])
    for (const option of at(id).options)
      if (option.value !== "" && option.value !== "*" && found[id] === undefined && texts.includes(option.value)) found[id] = option.value;
  return found;
}

/** Offers the packets of what was clicked in the report. */
function offerRows(texts) {
  const found = choicesOf(texts);
  at("to-rows").hidden = Object.keys(found).length === 0;
  at("to-rows").textContent = visible("Packets of " + Object.values(found).join(", "));
  at("to-rows").dataset.filters = JSON.stringify(found);
}

/** Where a link inside the report leads: the browser itself would look for it in this page. */
function goTo(page, name) {
  const there = page.getElementById(name);
  if (there === null) return;
  there.scrollIntoView();
  if (!there.hasAttribute("tabindex")) there.tabIndex = -1;
  there.focus({ preventScroll: true });
}

/** A click on a packet's number in the report shows the packet; a click on a bar or on a row of a table offers its packets. */
function followReport(page) {
  page.addEventListener("click", (event) => {
    const { target } = event, link = target.closest("a[href^='#']");
    if (link !== null) {
      event.preventDefault();
      return goTo(page, link.getAttribute("href").slice(1));
    }
    const button = target.closest("[data-packet]");
    if (button !== null) return showPacket(Number(button.dataset.packet));
    const row = target.closest("tr");
    if (row !== null) offerRows([...row.cells].map((cell) => cell.textContent.trim()));
  });
  const details = page.getElementById("packet");
  if (details === null) return;
  new MutationObserver(() => {
    const found = /^Packet (\d+),/.exec(details.textContent);
    at("to-packet").hidden = found === null;
    if (found === null) return;
    const row = rows.find((each) => each[NUMBER] === Number(found[1]));
    if (row !== undefined) offerRows([...row[NODES].split(", ").slice(0, 1), ...row[KIND].split(", ").slice(0, 1)]);
    at("to-packet").textContent = "Packet " + found[1] + " in the list";
    at("to-packet").dataset.packet = found[1];
  }).observe(details, { childList: true, subtree: true, characterData: true });
}

function choose(view) {
  for (const name of ["report", "packets"]) {
    const is = name === view;
    at("tab-" + name).setAttribute("aria-selected", is);
    at("tab-" + name).tabIndex = is ? 0 : -1;
    at(name + "-panel").hidden = !is;
  }
  if (view === "packets") draw();
}

function save(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function baseName() {
  return answer.name.split(", ")[0].replace(/(\.(pcapng|pcap|cap))?(\.(gz|zst))?$/, "");
}

// --- The packet list ------------------------------------------------------------------------------------------------

function fillChoices() {
  const mostChoices = 500;
  const split = (column) => (row) => row[column] === "" ? [] : row[column].split(", ");
  const problemsOf = (row) => row[PROBLEMS] === "" ? [] : row[PROBLEMS].split(":")[0].split(", ");
  for (const [id, all, of] of [["peer", "all", (row) => [row[FROM], row[TO]]], ["node", "all", split(NODES)], ["kind", "all", split(KIND)],
    ["problem", "any or none", problemsOf]]) {
    const found = new Set();
    for (const row of rows) for (const each of of(row)) if (found.size < mostChoices && each !== "") found.add(each);
    const choices = [...found].sort().map((text) => new Option(visible(text), text));
    if (id === "problem") choices.unshift(new Option("any", "*"));
    at(id).replaceChildren(new Option(all, ""), ...choices);
  }
  at("words").value = "";
}

/** The rows that have all words and what is chosen. */
function filterRows() {
  const words = at("words").value.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const [peer, node, kind, problem] = ["peer", "node", "kind", "problem"].map((id) => at(id).value);
  const has = (text, one) => text === one || text.split(", ").includes(one);
  const fits = (row) => (peer === "" || row[FROM] === peer || row[TO] === peer) && (node === "" || has(row[NODES], node)) &&
    (kind === "" || has(row[KIND], kind)) && (problem === "" || (problem === "*" ? row[PROBLEMS] !== "" : has(row[PROBLEMS].split(":")[0], problem))) &&
    words.every((word) => row.some((cell) => String(cell).toLowerCase().includes(word)));
  const before = selected < 0 ? -1 : shown[selected];
  shown = [];
  rows.forEach((row, i) => { if (fits(row)) shown.push(i); });
  selected = shown.indexOf(before);
  const left = answer.outcome.left_out;
  at("count").textContent = grouped.format(shown.length) + " of " + grouped.format(rows.length) + " packets with something of Godot" +
    (left === 0 ? "" : "; " + grouped.format(left) + " more are not listed: cut the capture (editcap) to see them");
  at("list").setAttribute("aria-rowcount", shown.length + 1);
  at("rows").style.height = Math.min(shown.length * rowHeight, mostHeight) + "px";
  at("list").scrollTop = 0;
  showDetails();
  draw();
}

/** Rows that are not seen have no elements. If all of them are too high for a browser, positions are in proportion. */
function draw() {
  const list = at("list"), height = Math.min(shown.length * rowHeight, mostHeight);
  const view = list.clientHeight - rowHeight;
  const room = Math.max(1, height - view);
  const first = Math.max(0, Math.floor(list.scrollTop / room * Math.max(0, shown.length - view / rowHeight)));
  const count = Math.ceil(view / rowHeight) + 1;
  const top = height === shown.length * rowHeight ? first * rowHeight : Math.min(list.scrollTop, Math.max(0, height - count * rowHeight));
  const made = [];
  for (let i = first; i < Math.min(shown.length, first + count); i++) made.push(elementOf(i, top + (i - first) * rowHeight));
  at("rows").replaceChildren(...made);
  if (selected >= first && selected < first + count) list.setAttribute("aria-activedescendant", "row-" + selected);
  else list.removeAttribute("aria-activedescendant");
}

function timeOf(row) {
  return (row[TIME] / 1e9).toFixed(6);
}

function elementOf(i, top) {
  const row = rows[shown[i]];
  const element = document.createElement("div");
  element.className = row[PROBLEMS] === "" ? "row" : "row problem";
  element.id = "row-" + i;
  element.setAttribute("role", "row");
  element.setAttribute("aria-rowindex", i + 2);
  element.setAttribute("aria-selected", i === selected);
  element.style.top = top + "px";
  for (const text of [row[NUMBER], timeOf(row), row[FROM], row[TO], row[CHANNEL], row[LINE]]) {
    const cell = document.createElement("span");
    cell.setAttribute("role", "gridcell");
    cell.textContent = visible(String(text));
    element.append(cell);
  }
  element.addEventListener("click", () => select(i));
  return element;
}

function select(i) {
  if (shown.length === 0) return;
  selected = Math.max(0, Math.min(shown.length - 1, i));
  const list = at("list"), view = list.clientHeight - rowHeight, height = Math.min(shown.length * rowHeight, mostHeight);
  const scale = (height - view) / Math.max(1, shown.length * rowHeight - view);
  const begin = selected * rowHeight, end = begin + rowHeight - view;
  if (height <= view) list.scrollTop = 0;
  else if (begin * scale < list.scrollTop) list.scrollTop = begin * scale;
  else if (end * scale > list.scrollTop) list.scrollTop = Math.ceil(end * scale);
  showDetails();
  draw();
}

function showDetails() {
  at("packet").hidden = selected < 0;
  if (selected < 0) return;
  const row = rows[shown[selected]];
  const parts = [["Number", row[NUMBER]], ["Time", timeOf(row) + " s"], ["From", row[FROM]], ["To", row[TO]], ["Channel", row[CHANNEL]],
    ["Kind", row[KIND]], ["Node", row[NODES]], ["Line", row[LINE]], ["Problem", row[PROBLEMS]]];
  at("row-fields").replaceChildren(...parts.filter(([, text]) => text !== "").flatMap(([title, text]) => {
    const term = document.createElement("dt"), value = document.createElement("dd");
    term.textContent = title;
    value.textContent = visible(String(text));
    return [term, value];
  }));
  fields = null;
  at("tree").hidden = at("bytes").hidden = true;
  at("bytes-of").textContent = "";
  at("fields-note").textContent = worker === null ? "" : "Reading";
  wanted = row[NUMBER];
  showFilter();
  askForFields();
  at("wireshark").textContent = answer.name.includes(", ")
    ? "The number is that of the captures merged in time: mergecap -w all.pcapng, then the captures."
    : "Or open it there: wireshark -g " + row[NUMBER] + " -r, then the capture's name.";
}

/** One packet at a time: of those that were selected meanwhile, the last. */
function askForFields() {
  if (worker === null || asked !== 0 || wanted === 0) return;
  asked = wanted;
  worker.postMessage({ kind: "show", number: asked });
}

/** The display filter of the packet, and of the chosen item's field in it. */
function showFilter() {
  const item = fields === null || chosen < 0 ? "" : fields.items[chosen][FILTER];
  at("filter").value = "frame.number == " + rows[shown[selected]][NUMBER] + (item === "" ? "" : " && " + item);
}

/** Fields as RFC 4180 has them. A text that a spreadsheet would take for a formula begins with a quote. */
function csvOf(cells) {
  return cells.map((cell) => {
    const text = typeof cell === "string" && /^[=+\-@\t\r]/.test(cell) ? "'" + cell : String(cell);
    return /[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
  }).join(",") + "\n";
}

function rowsAsCsv() {
  const head = ["number", "seconds", "from", "to", "channel", "kind", "line", "nodes", "problems"];
  return csvOf(head) + shown.map((i) => csvOf(rows[i].map((cell, column) => column === TIME ? (cell / 1e9).toFixed(6) : cell))).join("");
}

function showPacket(number) {
  const find = () => shown.findIndex((i) => rows[i][NUMBER] === number);
  if (find() < 0) {
    for (const id of ["words", "peer", "node", "kind", "problem"]) at(id).value = "";
    filterRows();
  }
  const found = find();
  if (found < 0) return;
  choose("packets");
  select(found);
  at("list").focus();
}

// --- What the user does ---------------------------------------------------------------------------------------------

const filesOf = (list) => [...list].map((file) => ({ name: file.name, data: file }));

at("captures").addEventListener("change", () => {
  at("read").disabled = at("captures").files.length === 0;
  if (at("captures").files.length !== 0) read(filesOf(at("captures").files));
});
at("project").addEventListener("change", () => {
  say(filesOfProject().some((file) => file.name.endsWith("project.godot")) ? "" : "There is no project.godot in this folder.");
  // Captures that came before it get its names.
  if (given.length !== 0) read(given);
});
at("read").addEventListener("click", () => read(filesOf(at("captures").files)));
at("stop").addEventListener("click", () => { stop(); say("Stopped. Nothing was answered."); });
at("try").addEventListener("click", () => {
  const example = at("example");
  read([{ name: example.dataset.name, packed: bytesOf(example.textContent) }]);
});

/** A browser hands over a folder as a file that cannot be read. */
function dropped({ items, files }) {
  const folder = [...items].map((item) => item.webkitGetAsEntry?.()).find((entry) => entry?.isDirectory);
  if (folder !== undefined)
    return say(folder.name + " is a folder: drop the captures that are in it, or choose it as the project's folder.");
  if (files.length !== 0) read(filesOf(files));
}

for (const name of ["dragover", "dragleave", "drop"])
  document.addEventListener(name, (event) => {
    event.preventDefault();
    at("drop").classList.toggle("over", name === "dragover");
    if (name === "drop") dropped(event.dataTransfer);
  });

for (const view of ["report", "packets"]) {
  at("tab-" + view).addEventListener("click", () => choose(view));
  at("tab-" + view).addEventListener("keydown", ({ key }) => {
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    const other = view === "report" ? "packets" : "report";
    choose(other);
    at("tab-" + other).focus();
  });
}
at("save-report").addEventListener("click", () => save(baseName() + ".html", answer.report, "text/html"));
at("save-table").addEventListener("click", () => {
  const name = at("table").value;
  save(baseName() + "-" + name.replaceAll(",", "-") + ".csv", answer.tables[name], "text/csv");
});
at("to-rows").addEventListener("click", () => {
  const filters = JSON.parse(at("to-rows").dataset.filters);
  at("words").value = "";
  for (const id of ["peer", "node", "kind", "problem"]) at(id).value = filters[id] ?? "";
  filterRows();
  choose("packets");
  at("list").focus();
});
at("save-rows").addEventListener("click", () => save(baseName() + "-packets.csv", rowsAsCsv(), "text/csv"));
at("copy").addEventListener("click", () => {
  at("filter").select();
  at("copied").textContent = document.execCommand("copy") ? "Copied" : "Press Ctrl+C";
});
at("to-packet").addEventListener("click", () => showPacket(Number(at("to-packet").dataset.packet)));
at("words").addEventListener("input", filterRows);
for (const id of ["peer", "node", "kind", "problem"]) at(id).addEventListener("change", filterRows);
at("list").addEventListener("scroll", draw);
addEventListener("resize", () => { if (answer !== null && !at("packets-panel").hidden) draw(); });
const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
at("list").addEventListener("keydown", (event) => {
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  select(selected < 0 && step > 0 && step !== Infinity ? 0 : selected + step);
});
document.documentElement.dataset.ready = "yes";
