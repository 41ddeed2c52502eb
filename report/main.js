// SPDX-License-Identifier: MIT
// Builds all sections, in the order of the page.

function privacy() {
  return data.masked
    ? "Masked: texts in messages, names of peers (also inside of paths), addresses and ports are tokens; the same text has the same token. Not masked: numbers, ids of peers, the date, and the names of nodes, methods, properties and scenes."
    : "This report shows addresses, names and texts that the game has sent. To share it in public, make one with “,masked” behind the file's name.";
}

document.getElementById("about").append(privacy());
summary();
showTimeline();
showReplay();
showRollback();
showTables();
showCalls();
document.getElementById("footer").append(`Made by the Godot plugin ${data.version} for Wireshark. Everything is in this file; it loads nothing.`);
document.documentElement.dataset.ready = "yes";
