// SPDX-License-Identifier: MIT
// The values sent to each peer: nodes with a position on a plane, over time; as sent to one peer or to two.

const placeNames = ["position", "global_position", "transform", "global_transform"];

class Replay {
  constructor(facts) {
    this.facts = facts;
    this.names = new Map(facts.names.map(([session, peer, name]) => [session + " " + peer, name]));
    this.series = facts.series.map(([session, peer, node, member, isPlace, count, samples, isRelayed]) => {
      const made = { who: session + " " + peer, node, member, isPlace, isRelayed, time: new Float64Array(count), frame: new Uint32Array(count),
        x: new Float32Array(count), y: new Float32Array(count), text: new Uint32Array(count) };
      const source = numbers(samples);
      const next = () => source.next().value;
      const signed = () => { const value = next(); return value % 2 === 0 ? value / 2 : -(value + 1) / 2; };
      const bits = new DataView(new ArrayBuffer(4));
      const real = () => { bits.setUint32(0, next()); return bits.getFloat32(0); };
      let time = 0, frame = 0;
      for (let i = 0; i < count; ++i) {
        made.time[i] = (time += signed()) / 1000;
        made.frame[i] = frame += signed();
        const kind = next();  // 0: gone, 1: a position, else a text
        made.text[i] = kind;
        if (kind === 1 && isPlace) {
          made.x[i] = real();
          made.y[i] = real();
        }
      }
      return made;
    });
    this.peers = [...new Set(this.series.map((each) => each.who))];
    this.addSent();
    this.places = [...new Set(this.series.filter((each) => each.isPlace).map((each) => each.member))];
    this.property = placeNames.find((name) => this.places.some((each) => each.replace(/\?$/, "") === name)) || "";
    this.end = Math.max(facts.end, 0.001);
    this.one = this.peers[0];
    this.now = this.begin(this.one);
    this.other = "";
    this.view = "over";
    this.node = null;
    this.speed = 1;
  }

  /** Adds further series: the last value that each node's authority has sent to any peer. Values that the server relays do
      not count, because they come later than they were sent. */
  addSent() {
    const groups = new Map();
    for (const series of this.series) {
      if (series.isRelayed) continue;
      const key = JSON.stringify([series.who.split(" ")[0], series.node, series.member, series.isPlace]);
      groups.set(key, [...(groups.get(key) || []), series]);
    }
    for (const [key, all] of groups) {
      const [session, node, member, isPlace] = JSON.parse(key);
      const samples = all.flatMap((series) => Array.from(series.time, (time, i) => ({ series, i, time, frame: series.frame[i] })))
        .sort((one, other) => one.time - other.time || one.frame - other.frame);
      // A node is removed once it is removed for all peers to which it was sent.
      const there = new Set();
      const kept = samples.filter(({ series, i }) => {
        if (series.text[i] !== 0) return there.add(series);
        there.delete(series);
        return there.size === 0;
      });
      const column = (Type, name) => Type.from(kept, ({ series, i }) => series[name][i]);
      this.series.push({ who: session + " sent", node, member, isPlace, isRelayed: false, time: column(Float64Array, "time"),
        frame: column(Uint32Array, "frame"), x: column(Float32Array, "x"), y: column(Float32Array, "y"), text: column(Uint32Array, "text") });
    }
    this.sent = [...new Set(this.series.filter((each) => each.who.endsWith(" sent")).map((each) => each.who))];
  }

  isSent(who) { return who.endsWith(" sent"); }

  /** "what red was sent", "what each node's authority sent" */
  phrase(who) {
    return this.isSent(who) ? "what each node’s authority sent" + this.game(who) : ["what ", captured(this.peerName(who)), " was sent"];
  }

  game(who) {
    const sessions = new Set(this.peers.map((each) => each.split(" ")[0]));
    return sessions.size > 1 ? ` (game ${who.split(" ")[0]})` : "";
  }

  peerName(who) {
    if (this.isSent(who)) return "as sent by its authority" + this.game(who);
    const id = Number(who.split(" ")[1]);
    const name = this.names.get(who) || (id === 1 ? "server" : id === 0 ? "everyone" : String(id));
    return visible(name) + this.game(who);
  }

  /** The index of the sample that is valid at a time; -1: none, or the node was removed. */
  at(series, time) {
    let low = 0, high = series.time.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (series.time[middle] <= time) low = middle + 1;
      else high = middle;
    }
    return low === 0 || series.text[low - 1] === 0 ? -1 : low - 1;
  }

  /** The series with a node's position, for the property chosen on the page; null: none. */
  placeOf(who, node) {
    const all = this.series.filter((each) => each.who === who && each.node === node && each.isPlace);
    if (this.property !== "") {
      const wanted = all.find((each) => each.member.replace(/\?$/, "") === this.property.replace(/\?$/, ""));
      if (wanted !== undefined) return wanted;
      if (placeNames.includes(this.property)) return all.find((each) => placeNames.includes(each.member.replace(/\?$/, ""))) || all[0] || null;
      return null;
    }
    return all[0] || null;
  }

  /** The time at which the first drawn position is sent to a peer. */
  begin(who) {
    const times = this.nodes(who).map((node) => {
      const series = this.placeOf(who, node);
      const first = series === null ? -1 : series.text.indexOf(1);
      return first < 0 ? Infinity : series.time[first];
    });
    const first = times.reduce((one, other) => Math.min(one, other), Infinity);
    return Number.isFinite(first) ? first : 0;
  }

  nodes(who) {
    return [...new Set(this.series.filter((each) => each.who === who && each.isPlace).map((each) => each.node))];
  }

  value(series, sample) {
    if (series.text[sample] === 1 && series.isPlace) return `(${Number(series.x[sample].toPrecision(6))}, ${Number(series.y[sample].toPrecision(6))})`;
    return series.text[sample] > 2 ? this.facts.texts[series.text[sample] - 3] : "(not in this report)";
  }

  // --- The page ---

  element() {
    const option = ([key, name], chosen) => make("option", { value: key, selected: key === chosen }, name);
    const select = (label, options, chosen, act) => make("label", {}, label + " ",
      make("select", { "aria-label": label, onchange: (event) => { act(event.target.value); this.range = null; this.draw(); } }, options.map((each) => option(each, chosen))));
    const peers = [...this.peers, ...this.sent].map((who) => [who, this.peerName(who)]);
    this.canvas = make("canvas", { role: "img", "aria-label": "Nodes at the positions that a peer was sent" });
    this.scrub = make("input", { type: "range", id: "moment", min: 0, max: this.end, step: 0.001, value: this.now, "aria-label": "Moment",
      oninput: (event) => setMoment(Number(event.target.value)) });
    this.title = make("h3", { id: "replay-heading" });
    this.moment = make("label", {}, "at ", make("input", { type: "number", id: "moment-number", min: 0, max: this.end, step: "any", "aria-label": "Moment in seconds",
      onchange: (event) => setMoment(Math.min(this.end, Math.max(0, Number(event.target.value) || 0))) }), " s");
    this.play = make("button", { "aria-pressed": "false", onclick: () => this.toggle() }, "Play");
    this.table = make("div", { class: "wide", id: "replay-values", tabindex: "0" });
    this.box = make("div", { class: "plane" }, this.canvas);
    this.gaps = make("ul", { id: "differences" });
    this.canvas.addEventListener("click", (event) => this.choose(event.offsetX, event.offsetY));
    new ResizeObserver(() => this.draw()).observe(this.box);
    return [
      make("div", { class: "tools" }, select("What", peers, this.one, (value) => { this.one = value; }),
        select("And", [["", "nobody else"], ...peers], this.other, (value) => { this.other = value; }),
        select("How", [["over", "over each other"], ["beside", "side by side"]], this.view, (value) => { this.view = value; }),
        select("Place", [["", "the first of each node"], ...this.places.map((name) => [name, visible(name)])], this.property, (value) => { this.property = value; }),
        select("Speed", [0.1, 0.25, 0.5, 1, 2, 4].map((speed) => [String(speed), speed + "×"]), "1", (value) => { this.speed = Number(value); }), this.play, this.moment),
      this.title, this.scrub, make("div", { class: "beside" }, this.box, this.table), this.gaps];
  }

  toggle() {
    this.playing = !this.playing;
    this.play.setAttribute("aria-pressed", this.playing);
    this.play.textContent = this.playing ? "Pause" : "Play";
    let last = performance.now();
    const step = (now) => {
      if (!this.playing) return;
      this.now += (now - last) / 1000 * this.speed;
      last = now;
      if (this.now >= this.end) {
        this.now = this.end;
        this.toggle();
      }
      setMoment(this.now);
      requestAnimationFrame(step);
    };
    if (this.playing) {
      if (this.now >= this.end) this.now = 0;
      requestAnimationFrame(step);
    }
  }

  showMoment(time) {
    this.now = Math.min(this.end, time);
    this.scrub.value = this.now;
    this.draw();
  }

  /** The drawn area contains all positions that the chosen peers are ever sent. */
  measure() {
    let left = Infinity, right = -Infinity, top = Infinity, bottom = -Infinity;
    for (const who of [this.one, this.other]) {
      for (const node of this.nodes(who)) {
        const series = this.placeOf(who, node);
        if (series === null) continue;
        for (let i = 0; i < series.x.length; ++i) {
          if (series.text[i] !== 1 || !Number.isFinite(series.x[i]) || !Number.isFinite(series.y[i])) continue;
          left = Math.min(left, series.x[i]);
          right = Math.max(right, series.x[i]);
          top = Math.min(top, series.y[i]);
          bottom = Math.max(bottom, series.y[i]);
        }
      }
    }
    if (left > right) [left, right, top, bottom] = [0, 1, 0, 1];
    const margin = Math.max(right - left, bottom - top, 1e-3) * 0.08;
    this.range = { left: left - margin, top: top - margin, width: right - left + 2 * margin, height: bottom - top + 2 * margin };
  }

  point(x, y, plane = 0) {
    const width = this.width / this.planes();
    const scale = Math.min(width / this.range.width, this.height / this.range.height);
    return [(x - this.range.left) * scale + (width - this.range.width * scale) / 2 + plane * width, (y - this.range.top) * scale + (this.height - this.range.height * scale) / 2];
  }

  /** [node, x, y, age] of all nodes that a peer has at this time. */
  known(who) {
    return this.nodes(who).flatMap((node) => {
      const series = this.placeOf(who, node);
      const sample = series === null ? -1 : this.at(series, this.now);
      if (sample < 0 || series.text[sample] !== 1) return [];
      return [[node, series.x[sample], series.y[sample], this.now - series.time[sample]]];
    });
  }

  /** The number of planes drawn: one, or one for each of two peers. */
  planes() { return this.view === "beside" && this.other !== "" ? 2 : 1; }

  /** The nodes whose positions differ between the two peers at this time, the largest distance first: both positions and
      their ages. */
  differences() {
    if (this.other === "") return [];
    const others = new Map(this.known(this.other).map((each) => [each[0], each]));
    return this.known(this.one).flatMap(([node, x, y, age]) => {
      const there = others.get(node);
      if (there === undefined || (there[1] === x && there[2] === y)) return [];
      return [{ node, one: [x, y], other: [there[1], there[2]], distance: Math.hypot(there[1] - x, there[2] - y), ages: [age, there[3]] }];
    }).filter((each) => Number.isFinite(each.distance)).sort((a, b) => b.distance - a.distance);
  }

  /** The nodes that a peer knows of, on a plane: rings over the other peer's, or filled; the position
      that the other was sent is a dashed ring at the end of a line. */
  drawNodes(context, colour, nodes, apart, plane, rings) {
    const known = new Set(this.known(this.one).map((each) => each[0]));
    for (const [node, x, y, age] of nodes) {
      const [left, top] = this.point(x, y, plane);
      const away = apart.get(node);
      const radius = node === this.node ? 8 : 5;
      if (away !== undefined && (plane === 1 || !rings)) {
        const [toLeft, toTop] = this.point(...(plane === 1 ? away.one : away.other), plane);
        if (Math.hypot(toLeft - left, toTop - top) > 1) {
          context.strokeStyle = colour("warn");
          context.beginPath();
          context.moveTo(left, top);
          context.lineTo(toLeft, toTop);
          context.stroke();
          if (this.planes() === 2) {
            context.setLineDash([3, 3]);
            context.beginPath();
            context.arc(toLeft, toTop, radius, 0, 7);
            context.stroke();
            context.setLineDash([]);
          }
        }
      }
      context.globalAlpha = age > 1 ? 0.45 : 1;
      context.beginPath();
      context.arc(left, top, rings ? radius + 2 : radius, 0, 7);
      if (rings) {
        context.strokeStyle = colour("warn");
        context.lineWidth = 2;
        context.stroke();
        context.lineWidth = 1;
      } else {
        context.fillStyle = colour("accent");
        context.fill();
      }
      context.globalAlpha = 1;
      if (rings && known.has(node)) continue;
      context.fillStyle = colour(rings ? "warn" : "text");
      const label = visible(node.slice(node.lastIndexOf("/") + 1)) + (age > 1 ? ` (${age.toFixed(1)} s old)` : "");
      const room = context.measureText(label).width + 9;
      const edge = (plane + 1) * this.width / this.planes();
      context.fillText(label, left + room < edge ? left + 9 : left - room, top + 4);
    }
  }

  /** "Ball: red was sent (1, 2), 0.10 s ago, the server (1, 4), 0.00 s ago: 2 apart" */
  showDifferences(all) {
    const most = 6;
    const number = (value) => String(Number(value.toPrecision(6)));
    const placed = (who, [x, y], age) => [this.isSent(who) ? "its authority sent" : [captured(this.peerName(who)), " was sent"],
      ` (${number(x)}, ${number(y)}), ${age.toFixed(2)} s ago`];
    this.gaps.replaceChildren(...all.slice(0, most).map((each) => make("li", {}, make("strong", {}, captured(each.node)), ": ",
      placed(this.one, each.one, each.ages[0]), "; ", placed(this.other, each.other, each.ages[1]), `: ${number(each.distance)} apart`)));
    if (all.length > most) this.gaps.append(make("li", { class: "quiet" }, `and ${all.length - most} more`));
  }

  draw() {
    const ratio = window.devicePixelRatio || 1;
    this.width = Math.max(200, this.box.clientWidth);
    this.height = Math.min(520, Math.max(260, this.width * 0.6));
    this.canvas.style.height = this.height + "px";
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    if (!this.range) this.measure();
    const context = this.canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue("--" + name).trim();
    context.fillStyle = colour("raised");
    context.fillRect(0, 0, this.width, this.height);
    context.font = "12px system-ui, sans-serif";
    const one = this.known(this.one), other = this.other === "" ? [] : this.known(this.other);
    const apart = new Map(this.differences().map((each) => [each.node, each]));
    const beside = this.planes() === 2;
    if (beside) {
      context.strokeStyle = colour("line");
      context.strokeRect(this.width / 2, -1, 0, this.height + 2);
      context.fillStyle = colour("quiet");
      [this.one, this.other].forEach((who, plane) => context.fillText(this.peerName(who), plane * this.width / 2 + 8, 16));
    }
    this.drawNodes(context, colour, one, apart, 0, false);
    this.drawNodes(context, colour, other, apart, beside ? 1 : 0, !beside);
    this.showDifferences([...apart.values()]);
    const title = (who) => [this.phrase(who)].flat();
    const [first, ...rest] = title(this.one);
    this.title.replaceChildren(first[0].toUpperCase() + first.slice(1), ...rest,
      ...(this.other === "" ? [] : [beside ? " (left), and " : " (filled), and ", ...title(this.other), beside ? " (right)" : " (rings)"]));
    this.moment.querySelector("input").value = this.now.toFixed(3);
    this.showValues();
  }

  choose(x, y) {
    let nearest = null, distance = 20;
    for (const [plane, who] of [this.one, this.other].entries()) {
      for (const [node, nodeX, nodeY] of who === "" ? [] : this.known(who)) {
        const [left, top] = this.point(nodeX, nodeY, this.planes() === 2 ? plane : 0);
        const far = Math.hypot(left - x, top - y);
        if (far < distance) [nearest, distance] = [node, far];
      }
    }
    this.node = nearest;
    this.draw();
  }

  showValues() {
    const who = [this.one, this.other].filter((each) => each !== "");
    const rows = [];
    const members = (node) => [...new Set(this.series.filter((each) => who.includes(each.who) && each.node === node).map((each) => each.member))];
    const nodes = this.node !== null ? [this.node] : [...new Set(who.flatMap((each) => this.known(each).map(([node]) => node)))].slice(0, 12);
    for (const node of nodes) {
      for (const member of this.node !== null ? members(node) : [null]) {
        const cells = who.map((each) => {
          const series = member === null ? this.placeOf(each, node) : this.series.find((one) => one.who === each && one.node === node && one.member === member);
          const sample = series ? this.at(series, this.now) : -1;
          return sample < 0 ? ["—", ""] : [this.value(series, sample), (this.now - series.time[sample]).toFixed(2) + " s"];
        });
        const differ = cells.length === 2 && cells[0][0] !== cells[1][0];
        rows.push(make("tr", { class: differ ? "differs" : null }, make("td", {}, captured(member === null ? node : node + ": " + member)),
          cells.map(([text, age]) => [make("td", {}, captured(text)), make("td", { class: "number" }, age)])));
      }
    }
    this.table.replaceChildren(make("table", {}, make("thead", {}, make("tr", {}, make("th", { class: "head" }, this.node === null ? "Node" : "Property"),
      who.map((each) => [make("th", { class: "head" }, captured(this.peerName(each))), make("th", { class: "head number" }, "age")]))), make("tbody", {}, rows)));
  }
}

let replay = null;

function showReplay() {
  const facts = data.replay;
  if (!facts.series.some((series) => series[4])) return noSection("replay", "What each peer was sent", "no position of a node");
  replay = new Replay(facts);
  section("replay", "What each peer was sent", make("p", { class: "quiet" },
    "Nodes at the positions that a peer was sent: not what it displayed, which may be smoothed, predicted or late. Vector3 and Transform3D are seen from above (x and z). ",
    "Two at once, also what a peer was sent beside what each node's authority sent (its newest value, to whomever): side by side, or filled and rings; a line leads to the position that the other one was sent, and differences and their ages stand below. A click on a node shows its properties."), replay.element(),
    facts.full_in !== 0 ? make("p", { class: "warn" }, `From packet ${facts.full_in} on (${facts.full_at.toFixed(1)} s) nothing more fitted into this report.`) : "",
    facts.left_out !== 0 && facts.full_in === 0 ? make("p", { class: "warn" }, plural(facts.left_out, "value") + " did not fit into this report.") : "");
  replay.draw();
}
