// SPDX-License-Identifier: MIT
// Games with rollback: a ribbon of the ticks of each match, by whether the state hashes of the peers are equal.

function showRollback() {
  const stretches = records("godot,diverged,ticks");
  if (stretches.length === 0) return;
  const made = section("rollback", "Rollback", make("p", { class: "quiet" },
    "The ticks of each match: green where all peers have computed the same state, red where their hashes differ, grey where fewer than two are known. How late inputs were, and who stood still, is in the tables."));
  const matches = new Map();
  for (const stretch of stretches) matches.set(stretch.match, [...(matches.get(stretch.match) || []), stretch]);
  for (const [match, rows] of matches) {
    const ribbon = make("div", { class: "ribbon", role: "img", "aria-label": rows.map(tickText).join("; ") });
    for (const row of rows) {
      const part = make("span", { class: "ticks-" + row.state, title: tickText(row) });
      part.style.flexGrow = row.last - row.first + 1;
      ribbon.append(part);
    }
    made.append(make("h3", {}, `Match ${match}: ticks ${rows[0].first} to ${rows[rows.length - 1].last}`), ribbon);
  }
  const diverged = records("godot,diverged");
  made.append(diverged.length === 0 ? make("p", {}, "No tick differs.") : make("ul", {}, diverged.map((row) => make("li", {},
    `Match ${row.match}: tick ${row.tick} is the first that differs, after ${plural(row.agreed, "equal one")}; ${plural(row.ticks, "tick")} differ`,
    row.healed === null ? "" : `, and tick ${row.healed} is equal again`, `. Cause: ${row.cause}.`,
    row.hashes === null ? "" : [" Hashes: ", captured(row.hashes)]))));
}

function tickText(row) {
  const which = row.first === row.last ? `tick ${row.first}` : `ticks ${row.first} to ${row.last}`;
  return `${which}: ${row.state === "differ" ? "the states differ" : row.state}`;
}
