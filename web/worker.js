// SPDX-License-Identifier: MIT
// The worker of the page: it unpacks the engine, mounts the files, which are read piece by piece, and answers once. Then
// it makes the items of each packet that is asked for.
"use strict";

let godot = null;
let isRefused = false; // more memory, by the browser

const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (pages) {
  try {
    return grow.call(this, pages);
  } catch (error) {
    isRefused = true;
    throw error;
  }
};

/** The engine ends by an abort that does not say why: it is of memory if more was refused, or its 4 GiB are full. */
function failure(error) {
  const memory = godot?.HEAPU8?.length ?? 0, why = String(error && error.message || error).replace(/\. Build with .*/, "");
  const almostAll = 3.9 * 2 ** 30;
  return { kind: "failed", why, memory, isOfMemory: isRefused || memory > almostAll || /allocation failed|out of memory/i.test(why) };
}

/** Files of a browser below a folder; names are paths in it. */
function mount(folder, files) {
  godot.FS.mkdir(folder);
  if (files.length !== 0) godot.FS.mount(godot.WORKERFS, { blobs: files }, folder);
}

async function answer({ engine, captures, project }) {
  godot = await makeGodot({
    wasmBinary: unlzma(engine),
    onProgress: (read, size, pass) => postMessage({ kind: "progress", read, size, pass }),
    onRows: (rows) => postMessage({ kind: "rows", rows: JSON.parse("[" + rows + "]") }),
    printErr: () => {},
  });
  godot.FS.mkdir("/out");
  // Each capture in a folder of its own: several may have one name.
  godot.FS.mkdir("/captures");
  const names = captures.map(({ name, data, packed }, i) => {
    // The engine gets a list of names, a line each.
    const safe = name.replace(/[\u0000-\u001f\u007f/]/g, "_");
    mount("/captures/" + i, [{ name: safe, data: data ?? new Blob([unlzma(packed)]) }]);
    return "/captures/" + i + "/" + safe;
  });
  mount("/project", project);
  const folders = [...new Set(project.filter((file) => file.name.endsWith("project.godot"))
    .map((file) => ("/project/" + file.name).replace(/\/project\.godot$/, "")))];
  const outcome = JSON.parse(godot.ccall("godot_analyse", "string", ["string", "string", "string"],
    [names.join("\n"), folders.join("\n"), "/out"]));
  const tables = {};
  for (const name of godot.FS.readdir("/out"))
    if (name.endsWith(".csv")) tables[name.slice(0, -4)] = godot.FS.readFile("/out/" + name, { encoding: "utf8" });
  const memory = godot.HEAPU8 === undefined ? 0 : godot.HEAPU8.length;
  postMessage({ kind: "done", outcome, tables, memory, report: godot.FS.readFile("/out/report.html", { encoding: "utf8" }) });
}

/** The items of a packet (web/fields.h). */
async function show({ number }) {
  postMessage({ kind: "fields", number, fields: JSON.parse(godot.ccall("godot_show", "string", ["number"], [number])) });
}

onmessage = ({ data }) => (data.kind === "show" ? show(data) : answer(data))
  .catch((error) => postMessage(failure(error)));
