// SPDX-License-Identifier: MIT
// The statistics tables: shown, sorted, filtered, summed; each row with a filter for Wireshark.

const tables = new Map(data.tables.map((table) => [table.name, table]));

function column(table, key) {
  return table.columns.findIndex((each) => each[0] === key);
}

/** The rows as objects, by the columns' keys. */
function records(name) {
  const table = tables.get(name);
  return table.rows.map((row) => Object.fromEntries(table.columns.map((each, i) => [each[0], row[i]])));
}

/** A cell's text as in tshark's table. */
function cellText([, , type, decimals], cell) {
  if (cell === null || cell === undefined) return "";
  return type === "number" ? cell.toFixed(decimals) : String(cell);
}

// --- Filters of Wireshark -------------------------------------------------------------------------------------------

/** A regular expression for a name of the tables: * matches any part of one name, … at the end anything. */
function pattern(text) {
  const group = text.replace(/ \((?:res:\/\/|scene ).*\)$/, "");
  return group.replace(/[.*+?^${}()|[\]\\\/"]|\u2026$/g, (letter) =>
    letter === "*" ? "[^/]*" : letter === "\u2026" ? ".*" : letter === '"' ? "\\x22" : letter === "/" ? "/" : "\\" + letter);
}

/** The filter from the table; null: it has none, or the report is masked. */
function filterOf(name, row) {
  if (data.masked) return null;
  if (name === "godot,profile,seconds") return `frame.time_relative >= ${row.second} && frame.time_relative < ${row.second + 1}`;
  return row.filter || null;
}

/** Shows a filter at the window's lower edge, while its button has the focus or the pointer. */
const filterBar = {
  element: make("div", { id: "filter-bar", role: "status", hidden: true }),

  show(text, said) {
    this.element.replaceChildren(said === undefined ? "" : make("strong", {}, said + " "), make("code", {}, captured(text)));
    this.element.hidden = false;
  },

  hide() { this.element.hidden = true; },

  /** Pages opened from disk may not copy to the clipboard: shows a field to copy from by hand. */
  ask(text) {
    const field = make("input", { value: text, readonly: true, "aria-label": "Wireshark filter", onblur: () => this.hide() });
    this.element.replaceChildren(make("strong", {}, "Copy this: "), field);
    this.element.hidden = false;
    field.select();
  },
};

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    filterBar.show(text, "Copied:");
  } catch {
    filterBar.ask(text);
  }
}

/** A button that copies a filter, and shows it before. */
function filterButton(filter) {
  return make("button", { class: "filter", "data-filter": filter, "aria-label": "Copy the filter for Wireshark",
    onclick: () => copy(filter), onfocus: () => filterBar.show(filter), onblur: (event) => { if (!filterBar.element.contains(event.relatedTarget)) filterBar.hide(); },
    onmouseenter: () => filterBar.show(filter), onmouseleave: () => { if (!filterBar.element.contains(document.activeElement)) filterBar.hide(); } }, "filter");
}

// --- A table that sorts, filters and sums ---------------------------------------------------------------------------

const firstRows = 100;

/** Columns that can be summed; a group leaves the others empty. */
const summed = new Set(["count", "own", "protocol", "share", "again", "total", "percent", "per_second", "bytes", "datagrams",
  "full", "delta", "missed", "stale", "doubles", "changed", "values", "retransmissions", "overtaken", "window_full"]);

class TableView {
  constructor(name) {
    this.name = name;
    this.table = tables.get(name);
    this.sorted = null;  // column, direction
    this.text = "";
    this.group = "";
    this.all = false;
    this.head = make("thead");
    this.body = make("tbody");
    this.foot = make("tfoot");
    this.count = make("span", { class: "quiet", "aria-live": "polite" });
    this.element = make("div", { class: "table", "data-table": name }, this.tools(),
      make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": `${this.table.title}: ${name}` },
        make("table", {}, this.head, this.body, this.foot)));
    this.show();
  }

  tools() {
    const texts = this.table.columns.filter((each) => each[2] === "text" && each[0] !== "filter");
    const choice = make("select", { "aria-label": "Sum by", onchange: (event) => { this.group = event.target.value; this.show(); } },
      make("option", { value: "" }, "each row"), texts.map((each) => make("option", { value: each[0] }, "sum by " + each[1])));
    const command = `tshark -2 -q -r CAPTURE -z ${this.name}`;
    return make("div", { class: "tools" },
      make("input", { type: "search", placeholder: "filter", "aria-label": "Filter rows of " + this.table.title,
        oninput: (event) => { this.text = event.target.value.toLowerCase(); this.show(); } }),
      texts.length > 1 ? choice : null, this.count, make("code", { class: "quiet" }, command));
  }

  /** The rows to show: [cells, row of the table or null]. */
  rows() {
    const { columns, rows } = this.table;
    const wanted = (row) => row.some((cell, i) => columns[i][0] !== "filter" && cellText(columns[i], cell).toLowerCase().includes(this.text));
    let shown = rows.map((row, index) => [row, index]).filter(([row]) => this.text === "" || wanted(row));
    this.found = shown.length;
    if (this.group !== "") shown = this.grouped(shown);
    if (this.sorted !== null) {
      const [at, way] = this.sorted;
      const order = (one, other) => one === null ? 1 : other === null ? -1
        : typeof one === "number" ? way * (one - other) : way * String(one).localeCompare(String(other));
      shown = [...shown].sort(([one], [other]) => order(one[at], other[at]));
    }
    return shown;
  }

  grouped(rows) {
    const { columns } = this.table;
    const by = column(this.table, this.group);
    const groups = new Map();
    for (const [row] of rows) {
      if (!groups.has(row[by])) groups.set(row[by], columns.map((each, i) => i === by ? row[by] : summed.has(each[0]) ? 0 : null));
      const group = groups.get(row[by]);
      columns.forEach((each, i) => { if (summed.has(each[0])) group[i] += row[i] || 0; });
    }
    return [...groups.values()].map((row) => [row, null]);
  }

  show() {
    const { columns, sum } = this.table;
    const rows = this.rows();
    this.head.replaceChildren(make("tr", {}, columns.map((each, i) => each[0] === "filter" ? null : this.title(each, i)), make("td", { class: "act" })));
    const limit = this.all ? rows.length : firstRows;
    this.body.replaceChildren(...rows.slice(0, limit).map(([row, index]) => this.row(row, index)));
    const left = rows.length - limit;
    if (left > 0) {
      this.body.append(make("tr", {}, make("td", { colspan: columns.length + 1 },
        make("button", { onclick: () => { this.all = true; this.show(); } }, "Show " + plural(left, "more row")))));
    }
    if (this.table.rows.length === 0) this.body.append(make("tr", {}, make("td", { colspan: columns.length + 1 }, openLines())));
    this.foot.replaceChildren();
    if (sum.length !== 0 && this.text === "" && this.group === "") this.foot.append(this.row(sum, null));
    const missing = this.table.left_out;
    this.count.textContent = plural(this.found, "row") + (this.text === "" ? "" : " of " + grouped.format(this.table.rows.length)) +
      (missing === 0 ? "" : `; ${plural(missing, "more row")} did not fit into this report`);
    this.count.classList.toggle("warn", missing !== 0);
  }

  title(each, index) {
    const way = this.sorted !== null && this.sorted[0] === index ? this.sorted[1] : 0;
    const sort = () => { this.sorted = [index, way === 0 ? (each[2] === "text" ? 1 : -1) : -way]; this.show(); this.head.querySelectorAll("button")[index].focus(); };
    return make("th", { class: each[2] === "text" ? null : "number", scope: "col", "data-key": each[0],
      "aria-sort": way === 0 ? "none" : way > 0 ? "ascending" : "descending" },
    make("button", { onclick: sort }, each[1] + (way === 0 ? "" : way > 0 ? " ▲" : " ▼")));
  }

  row(row, index) {
    const { columns } = this.table;
    return make("tr", { "data-row": index === null ? null : index }, columns.map((each, i) => each[0] === "filter" ? null : this.cell(each, row[i])), this.act(row, index));
  }

  cell(each, cell) {
    const text = cellText(each, cell);
    if (each[2] === "text") return make("td", { class: text.length > 30 ? "long" : text.length <= 20 ? "short" : null }, text === "" ? "" : captured(text));
    if (each[0] !== "percent" || text === "") return make("td", { class: "number" }, text);
    const bar = make("i");
    bar.style.width = Math.min(100, Math.max(0, cell)) + "%";
    return make("td", { class: "number percent" }, bar, make("span", {}, text));
  }

  act(row, index) {
    const cell = make("td", { class: "act" });
    if (index === null) return cell;
    const record = Object.fromEntries(this.table.columns.map((each, i) => [each[0], row[i]]));
    const filter = filterOf(this.name, record);
    if (filter !== null) {
      cell.append(filterButton(filter));
    }
    if ((this.name === "godot,profile" || this.name === "godot,profile,nodes") && timeline !== null) {
      cell.append(make("button", { title: "Mark its packets on the timeline", class: "show", onclick: () => showRow(record) }, "show"));
    }
    return cell;
  }
}

function showTables() {
  document.body.append(filterBar.element);
  const made = section("tables", "Tables", make("p", { class: "quiet" },
    "Own: a message's own bytes. Protocol: headers of its own. Share: its part of what a packet has once. Again: what was sent again."));
  const empty = data.tables.filter((table) => table.rows.length + table.left_out === 0);
  const withoutRows = make("details", { id: "tables-empty" }, make("summary", {}, plural(empty.length, "table has no row", "tables have no row")));
  for (const table of data.tables) {
    const inside = make("div");
    const details = make("details", { id: "table-" + table.name.replaceAll(",", "-") },
      make("summary", {}, `${table.heading} (${grouped.format(table.rows.length + table.left_out)})`), inside);
    const fill = () => { if (inside.firstChild === null) inside.append(new TableView(table.name).element); };
    details.addEventListener("toggle", () => { if (details.open) fill(); });
    if (table.open && table.rows.length !== 0) {
      details.open = true;
      fill();
    }
    (empty.includes(table) ? withoutRows : made).append(details);
  }
  if (empty.length !== 0) made.append(withoutRows);
}

