// SPDX-License-Identifier: MIT
// The matrix of calls between peers; a click on a cell lists the calls.

function showCalls() {
  const { pairs, left_out: left } = data.calls;
  if (pairs.length === 0) return noSection("calls", "Who calls whom", "no call");
  const sessions = [...new Set(pairs.map(([session]) => session))];
  const several = sessions.length > 1;
  const unique = (list) => [...new Set(list)];
  const details = make("div", { id: "calls-of", "aria-live": "polite" }, make("p", { class: "quiet" }, "Choose a cell to see its calls."));
  const choose = (pair, button) => {
    const [, from, to, count, size, members] = pair;
    for (const each of document.querySelectorAll("#calls td button")) each.setAttribute("aria-pressed", each === button);
    details.replaceChildren(make("h3", {}, captured(from), " → ", captured(to), `: ${plural(count, "call")}, ${bytes(size)}`),
      make("div", { class: "wide", tabindex: "0" }, make("table", {},
        make("thead", {}, make("tr", {}, ["Node", "Member"].map((title) => make("th", { class: "head", scope: "col" }, title)),
          ["Calls", "Bytes"].map((title) => make("th", { class: "head number", scope: "col" }, title)))),
        make("tbody", {}, members.map(([node, member, calls, own]) => make("tr", {},
          make("td", {}, node === null ? "" : captured(node)), make("td", {}, member === null ? "" : captured(member)),
          make("td", { class: "number" }, String(calls)), make("td", { class: "number" }, String(own))))))));
  };
  const made = section("calls", "Who calls whom", make("p", { class: "quiet" },
    "Rows call columns: calls, and their own bytes before compression. What the server passes on counts once, for its first speaker."));
  for (const session of sessions) {
    const own = pairs.filter((pair) => pair[0] === session);
    // One order for rows and columns.
    const speak = own.map((pair) => pair[1]), hear = own.map((pair) => pair[2]), all = unique([...speak, ...hear]);
    const speakers = all.filter((each) => speak.includes(each)), hearers = all.filter((each) => hear.includes(each));
    const most = Math.max(...own.map((pair) => pair[3]));
    const cell = (from, to) => {
      const pair = own.find((each) => each[1] === from && each[2] === to);
      if (pair === undefined) return make("td", {});
      const shade = make("i");
      shade.style.width = pair[3] / most * 100 + "%";
      return make("td", { class: "number percent" }, shade, make("span", {},
        make("button", { "data-from": from, "data-to": to, onclick: (event) => choose(pair, event.target) }, `${plural(pair[3], "call")}, ${grouped.format(pair[4])} B`)));
    };
    made.append(several ? make("h3", {}, "Game " + session) : "", make("div", { class: "wide", tabindex: "0" }, make("table", { class: "matrix" },
      make("thead", {}, make("tr", {}, make("th", { class: "head" }, "caller, receiver"), hearers.map((to) => make("th", { class: "head number", scope: "col" }, captured(to))))),
      make("tbody", {}, speakers.map((from) => make("tr", {}, make("th", { class: "head", scope: "row" }, captured(from)), hearers.map((to) => cell(from, to))))))));
  }
  made.append(details);
  if (left !== 0) made.append(make("p", { class: "warn" }, `${plural(left, "call")} did not fit in, or only into the sums.`));
}
