// SPDX-License-Identifier: MIT
// The capture over time: bytes stacked by kind or lane, what the links do, marks, and each packet as a bar in its lane.

/** The numbers of a column: seven bits per byte, least significant first (LEB128). */
function* numbers(text) {
  const bytes = atob(text);
  let value = 0, scale = 1;
  for (let at = 0; at < bytes.length; ++at) {
    const byte = bytes.charCodeAt(at);
    value += (byte & 127) * scale;
    scale *= 128;
    if (byte < 128) {
      yield value;
      value = 0;
      scale = 1;
    }
  }
}

const countedElsewhere = 32;  // a mirror's record of a message that the capture has in another packet, too
const flagNames = [[1, "sent again"], [2, "messages in front of it are missing"], [4, "held back by its receiver"], [8, "a problem"], [countedElsewhere, "counted elsewhere: on the network, or where its sender recorded it"]];
const flagColour = (flags) => (flags & 8) !== 0 ? "#d05050" : (flags & 1) !== 0 ? "#e0803c" : (flags & 4) !== 0 ? "#3b82c4" : "#c2a03a";
const laneColours = ["#3b82c4", "#e0803c", "#2f9e63", "#b05fb0", "#c2a03a", "#3fa7a0", "#d05050", "#8f7fd0", "#7a9e2f", "#6b7b8c"];

class Bars {
  constructor(facts) {
    const { count } = facts;
    this.count = count;
    this.time = new Float64Array(count);
    this.frame = new Uint32Array(count);
    this.lane = new Uint16Array(count);
    this.bytes = new Uint32Array(count);
    this.flags = new Uint8Array(count);
    this.main = new Uint8Array(count);
    this.first = new Uint32Array(count + 1);
    const entries = [], texts = [];
    const source = numbers(facts.bars);
    const next = () => source.next().value;
    const signed = () => { const value = next(); return value % 2 === 0 ? value / 2 : -(value + 1) / 2; };
    let time = 0, frame = 0;
    for (let bar = 0; bar < count; ++bar) {
      time += signed();
      frame += signed();
      this.time[bar] = time / 1e6;
      this.frame[bar] = frame;
      this.lane[bar] = next();
      this.bytes[bar] = next();
      this.flags[bar] = next();
      this.main[bar] = next();
      this.first[bar] = entries.length;
      for (let left = next(); left > 0; --left) {
        entries.push(next());
        texts.push(next());
      }
    }
    this.first[count] = entries.length;
    this.entries = Uint32Array.from(entries);
    this.texts = Uint32Array.from(texts);
    this.most = this.bytes.reduce((most, each) => Math.max(most, each), 1);
    // For each lane, by time: captures are not always in order.
    this.ofLane = facts.lanes.map(() => []);
    for (let bar = 0; bar < count; ++bar) this.ofLane[this.lane[bar]].push(bar);
    this.ofLane = this.ofLane.map((bars) => Uint32Array.from(bars).sort((one, other) => this.time[one] - this.time[other] || one - other));
  }

  mainEntry(bar) {
    const at = this.first[bar] + this.main[bar];
    return at < this.first[bar + 1] ? this.entries[at] : -1;
  }

  /** The first of a lane's bars at or after a time. */
  from(lane, time) {
    const bars = this.ofLane[lane];
    let low = 0, high = bars.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.time[bars[middle]] < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** After the last bar: all packets of a lane within an interval are one coarse bar. */
class CoarseBars {
  constructor(facts) {
    this.width = facts.coarse_step * facts.width;
    this.most = 1;
    this.ofLane = facts.coarse.map((column) => {
      const bars = [], source = numbers(column);
      let interval = 0;
      for (let next; !(next = source.next()).done;) {
        interval += next.value;
        const [packets, bytes, flags, kind] = [0, 0, 0, 0].map(() => source.next().value);
        bars.push({ from: interval * this.width, packets, bytes, flags, kind });
        this.most = Math.max(this.most, bytes);
      }
      return bars;
    });
  }

  /** The first of a lane's bars that ends after a time. */
  from(lane, time) {
    const bars = this.ofLane[lane];
    let low = 0, high = bars.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (bars[middle].from + this.width <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  at(lane, time) {
    const bar = this.ofLane[lane][this.from(lane, time)];
    return bar !== undefined && bar.from <= time ? bar : null;
  }
}

function laneName(lane) {
  const [transport, number, way, source, sourceName, target, targetName] = lane;
  const end = (id, name, role) => name !== "" ? visible(name) : id === 1 ? "server" : id > 0 ? String(id) : role;
  const roles = transport === "ENet" || transport === "Mirror" ? ["client", "server"] : ["first", "second"];
  return `${transport} ${number}: ${end(source, sourceName, roles[way])} → ${end(target, targetName, roles[1 - way])}`;
}

const sizes = { chart: 150, lines: 90, marks: 18, lane: 34, axis: 22, left: 4, labels: 13 };

class Timeline {
  constructor(facts) {
    this.facts = facts;
    this.bars = new Bars(facts);
    this.coarse = new CoarseBars(facts);
    this.names = facts.lanes.map(laneName);
    this.kindBytes = facts.kind_bytes.map((column) => [...numbers(column)]);
    this.laneBytes = facts.lane_bytes.map((column) => [...numbers(column)]);
    this.end = Math.max(facts.width * facts.bins, 0.001);
    this.from = 0;
    this.to = this.end;
    this.by = "kind";
    this.line = this.busiestLane();
    this.selected = -1;
    this.selectedCoarse = null;  // [lane, bar]
    this.wanted = null;  // entries whose bars are marked
    this.moment = null;  // that the replay shows, in seconds
    this.problems = problemsByFrame(facts);
    this.canvas = make("canvas", { tabindex: "0", role: "application",
      "aria-label": "Timeline. Arrow keys move, plus and minus zoom, 0 shows all, N and P choose the next and previous packet." });
    this.context = this.canvas.getContext("2d");
    this.details = make("div", { id: "packet", "aria-live": "polite" }, make("p", { class: "quiet" }, "Click a bar to see its messages."));
    this.legend = make("p", { class: "legend quiet" });
    this.hover = make("div", { id: "hover", hidden: true });
    this.scroller = make("div", { class: "wide", id: "lanes" }, this.canvas, this.hover);
    this.listen();
  }

  busiestLane() {
    const counts = this.facts.trips.map((bins) => bins.filter((each) => each[1] !== null).length);
    return counts.length === 0 ? -1 : counts.indexOf(Math.max(...counts));
  }

  get height() {
    return sizes.chart + sizes.lines + sizes.marks + sizes.axis + this.names.length * sizes.lane + 6;
  }
  get lanesTop() { return sizes.chart + sizes.lines + sizes.marks + sizes.axis; }

  x(time) { return (time - this.from) / (this.to - this.from) * this.width; }
  timeAt(x) { return this.from + x / this.width * (this.to - this.from); }

  // --- Input ---

  listen() {
    const { canvas } = this;
    canvas.addEventListener("wheel", (event) => {
      if (event.ctrlKey || event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      event.preventDefault();
      this.zoom(Math.exp(event.deltaY * 0.002), this.timeAt(event.offsetX));
    }, { passive: false });
    let drag = null;
    canvas.addEventListener("pointerdown", (event) => {
      drag = { x: event.offsetX, from: this.from, to: this.to, moved: false };
      canvas.setPointerCapture(event.pointerId);
      this.hover.hidden = true;
    });
    canvas.addEventListener("pointerleave", () => { this.hover.hidden = true; });
    canvas.addEventListener("pointermove", (event) => {
      if (drag === null) return this.showHover(event.offsetX, event.offsetY);
      const shift = (event.offsetX - drag.x) / this.width * (drag.to - drag.from);
      if (Math.abs(event.offsetX - drag.x) > 3) drag.moved = true;
      if (drag.moved) this.show(drag.from - shift, drag.to - shift);
    });
    canvas.addEventListener("pointerup", (event) => {
      if (drag !== null && !drag.moved) {
        const bar = this.barAt(event.offsetX, event.offsetY);
        const coarse = bar < 0 ? this.coarseAt(event.offsetX, event.offsetY) : null;
        if (coarse === null) this.choose(bar);
        else this.chooseCoarse(...coarse);
        setMoment(bar >= 0 ? this.bars.time[bar] : this.timeAt(event.offsetX));
      }
      drag = null;
    });
    canvas.addEventListener("dblclick", () => this.show(0, this.end));
    canvas.addEventListener("keydown", (event) => {
      const span = this.to - this.from;
      const middle = (this.from + this.to) / 2;
      const acts = {
        ArrowLeft: () => this.show(this.from - span / 8, this.to - span / 8),
        ArrowRight: () => this.show(this.from + span / 8, this.to + span / 8),
        "+": () => this.zoom(0.7, middle), "=": () => this.zoom(0.7, middle), "-": () => this.zoom(1 / 0.7, middle),
        "0": () => this.show(0, this.end), n: () => this.step(1), p: () => this.step(-1),
      };
      const act = acts[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    });
    new ResizeObserver(() => this.fit()).observe(this.scroller);
    window.addEventListener("scroll", () => this.later(), { passive: true });
    for (const [event, printing] of [["beforeprint", true], ["afterprint", false]])
      window.addEventListener(event, () => {
        this.printing = printing;
        this.draw();
      });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.later());
  }

  zoom(factor, around) {
    const span = Math.min(this.end, Math.max(1e-5, (this.to - this.from) * factor));
    const part = (around - this.from) / (this.to - this.from);
    this.show(around - part * span, around + (1 - part) * span);
  }

  /** Shows this time, as far as there is a capture. */
  show(from, to) {
    const span = Math.min(to - from, this.end);
    this.from = Math.min(Math.max(0, from), this.end - span);
    this.to = this.from + span;
    this.later();
  }

  later() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  fit() {
    const ratio = window.devicePixelRatio || 1;
    this.width = Math.max(300, this.scroller.clientWidth);
    this.canvas.style.width = this.width + "px";
    this.canvas.style.height = this.height + "px";
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.later();
  }

  barAt(x, y) {
    const lane = Math.floor((y - this.lanesTop) / sizes.lane);
    if (lane < 0 || lane >= this.names.length) return -1;
    const time = this.timeAt(x);
    const bars = this.bars.ofLane[lane];
    const at = this.bars.from(lane, time);
    const near = [at - 1, at, at + 1].filter((each) => each >= 0 && each < bars.length).map((each) => bars[each]);
    const distance = (bar) => Math.abs(this.x(this.bars.time[bar]) + this.barWidth(bar) / 2 - x);
    near.sort((one, other) => distance(one) - distance(other));
    return near.length !== 0 && distance(near[0]) < 12 + this.barWidth(near[0]) ? near[0] : -1;
  }

  coarseAt(x, y) {
    const lane = Math.floor((y - this.lanesTop) / sizes.lane);
    const bar = lane < 0 || lane >= this.names.length ? null : this.coarse.at(lane, this.timeAt(x));
    return bar === null ? null : [lane, bar];
  }

  chooseCoarse(lane, bar) {
    this.selected = -1;
    this.selectedCoarse = [lane, bar];
    const flags = flagNames.filter(([bit]) => (bar.flags & bit) !== 0).map(([, name]) => name);
    this.details.replaceChildren(make("p", {}, make("strong", {}, "Aggregated"), `: ${plural(bar.packets, "packet")} from ${bar.from.toFixed(2)} to ${(bar.from + this.coarse.width).toFixed(2)} s, `,
      `${bytes(bar.bytes)}, most of them ${this.facts.kinds[bar.kind]}, ${this.names[lane]}`,
      flags.length === 0 ? "" : make("span", { class: "warn" }, ` (one or more of them: ${flags.join(", ")})`)));
    this.later();
  }

  /** A packet's line beside the pointer. */
  showHover(x, y) {
    const bar = this.barAt(x, y);
    this.hover.hidden = bar < 0;
    if (bar < 0 || this.hovered === bar) return this.placeHover(x, y);
    this.hovered = bar;
    const all = this.messagesOf(bar), [kind, text] = all[0] || ["", ""];
    const causes = this.causesOf(bar);
    this.hover.replaceChildren(make("strong", {}, `Packet ${this.bars.frame[bar]}`), `, ${this.bars.time[bar].toFixed(3)} s, ${bytes(this.bars.bytes[bar])}: `, kind,
      text === "" ? "" : [" ", captured(text.length > 100 ? text.slice(0, 100) + "…" : text)], all.length > 1 ? `, and ${all.length - 1} more` : "",
      causes.length === 0 ? "" : make("div", { class: "warn" }, visible(causes[0].cause)));
    this.placeHover(x, y);
  }

  placeHover(x, y) {
    if (this.hover.hidden) return;
    const room = this.width - this.hover.offsetWidth - 4;
    this.hover.style.left = Math.max(0, Math.min(x + 12, room)) + "px";
    const below = y + 16, least = this.height - this.hover.offsetHeight;
    this.hover.style.top = (below <= least ? below : Math.max(0, y - this.hover.offsetHeight - 8)) + "px";
  }

  step(way) {
    if (this.bars.count === 0) return;
    const next = this.selected < 0 ? 0 : this.selected + way;
    this.choose(Math.min(this.bars.count - 1, Math.max(0, next)));
    const time = this.bars.time[this.selected];
    setMoment(time);
    if (time < this.from || time > this.to) this.around(time);
  }

  /** Shows the time around a moment. */
  around(time) {
    const half = (this.to - this.from) / 2;
    this.show(time - half, time + half);
  }

  choose(bar) {
    this.selected = bar;
    this.selectedCoarse = null;
    this.details.replaceChildren(...(bar < 0 ? [make("p", { class: "quiet" }, "Click a bar to see its messages.")] : this.describe(bar)));
    this.later();
  }

  /** [kind, text, node] of each message of a bar. */
  messagesOf(bar) {
    const { bars, facts } = this, found = [];
    for (let at = bars.first[bar]; at < bars.first[bar + 1]; ++at) {
      const [kind, node, member] = facts.entries[bars.entries[at]];
      const text = bars.texts[at] === 0 ? [node, member].filter((each) => each !== null).join(".") : facts.texts[bars.texts[at] - 1];
      found.push([facts.kinds[kind], text, node]);
    }
    return found;
  }

  /** { kind, cause, remedy } of each problem of a bar, as far as the report has its mark. */
  causesOf(bar) {
    return (this.bars.flags[bar] & 8) === 0 ? [] : this.problems.get(this.bars.frame[bar]) || [];
  }

  /** "Problem not_allowed: the receiver does not let this peer call it → @rpc("any_peer")" */
  problemLines(bar) {
    if ((this.bars.flags[bar] & 8) === 0) return [];
    const causes = this.causesOf(bar);
    if (causes.length === 0) return [make("p", { class: "warn" }, "It has a problem, of which this report holds no mark: see the table of problems.")];
    return causes.map(({ kind, cause, remedy }) => make("p", { class: "cause" }, make("span", { class: "warn" }, `Problem ${kind}: `), visible(cause),
      remedy === "" ? "" : [make("br"), "→ " + remedy]));
  }

  describe(bar) {
    const { bars } = this;
    const values = valuesIn(bars.frame[bar]);
    const lines = this.messagesOf(bar).map(([kind, text, node]) => {
      const own = kindsWithValues.some((has) => has(kind)) ? values.filter((each) => each.node === node) : [];
      return make("li", {}, kind, text === "" ? "" : [": ", captured(text)],
        own.length === 0 ? "" : [": ", captured(own.map((each) => `${each.member} = ${each.value}`).join(", "))]);
    });
    const flags = flagNames.filter(([bit]) => (bars.flags[bar] & bit) !== 0).map(([, name]) => name);
    return [make("p", {}, make("strong", {}, `Packet ${bars.frame[bar]}`), `, ${bars.time[bar].toFixed(6)} s, ${bytes(bars.bytes[bar])}, `,
      this.names[bars.lane[bar]], flags.length === 0 ? "" : make("span", { class: "warn" }, " (" + flags.join(", ") + ")")),
    ...this.problemLines(bar), make("ul", {}, lines), (bars.flags[bar] & 16) === 0 ? "" : make("p", { class: "quiet" }, "… and more messages, which are not in this report")];
  }

  /** Marks the bars that have one of these entries; null: none. */
  mark(test) {
    this.wanted = test === null ? null : Uint8Array.from(this.facts.entries, (entry) => test(this.facts.kinds[entry[0]], entry[1], entry[2]) ? 1 : 0);
    this.later();
    return this.wanted === null ? 0 : this.markedBars().length;
  }

  isMarked(bar) {
    for (let at = this.bars.first[bar]; at < this.bars.first[bar + 1]; ++at) if (this.wanted[this.bars.entries[at]] === 1) return true;
    return false;
  }

  markedBars() {
    const found = [];
    for (let bar = 0; bar < this.bars.count; ++bar) if (this.isMarked(bar)) found.push(bar);
    return found;
  }

  // --- Drawing ---

  draw() {
    const { context } = this;
    const style = getComputedStyle(document.documentElement);
    this.colours = Object.fromEntries(["ground", "raised", "text", "quiet", "line", "accent", "warn"].map((name) => [name, style.getPropertyValue("--" + name).trim()]));
    context.fillStyle = this.colours.ground;
    context.fillRect(0, 0, this.width, this.height);
    context.font = "11px system-ui, sans-serif";
    this.drawChart();
    this.drawLines();
    this.drawAxis();
    this.drawLanes();
    this.drawMarks();
    this.drawLimit();
    this.drawMoment();
  }

  /** Where the replay is. */
  drawMoment() {
    if (this.moment === null || this.moment < this.from || this.moment > this.to) return;
    this.context.fillStyle = this.colours.accent;
    this.context.fillRect(this.x(this.moment) - 0.5, 0, 1, this.height);
  }

  label(text, x, y, colour, align = "left") {
    const { context } = this;
    context.textAlign = align;
    context.textBaseline = "top";
    context.fillStyle = colour || this.colours.quiet;
    context.fillText(text, x, y);
  }

  get stacked() {
    if (this.by === "kind") return this.facts.kinds.map((name, i) => ({ name, colour: this.facts.kind_colours[i], bins: this.kindBytes[i] }));
    return this.names.map((name, i) => ({ name, colour: laneColours[i % laneColours.length], bins: this.laneBytes[i] }));
  }

  /** The bytes of the packets in the window in finer steps, as far as each has a bar. A packet counts as the kind with
      most of it. */
  refined(width, first, last) {
    const { bars, facts } = this;
    const names = this.by === "kind" ? facts.kinds : this.names;
    const layers = names.map((name, i) => ({ name, bins: [], colour: this.by === "kind" ? facts.kind_colours[i] : laneColours[i % laneColours.length] }));
    bars.ofLane.forEach((list, lane) => {
      for (let at = bars.from(lane, first * width); at < list.length; ++at) {
        const bar = list[at], bin = Math.floor(bars.time[bar] / width);
        if (bin > last) break;
        if ((bars.flags[bar] & countedElsewhere) !== 0) continue;
        const entry = bars.mainEntry(bar);
        const layer = this.by !== "kind" ? lane : entry < 0 ? -1 : facts.entries[entry][0];
        if (layer >= 0) layers[layer].bins[bin] = (layers[layer].bins[bin] || 0) + bars.bytes[bar];
      }
    });
    return layers;
  }

  /** The length of a step of the bytes over time: that of the report, or a fraction of it that is some pixels wide. */
  stepWidth() {
    const { facts } = this;
    const hasBars = facts.lanes_left_out === 0 && (facts.left_out === 0 || this.to < facts.left_out_from);
    let width = facts.width;
    if (hasBars) while (width > 1e-5 && width / (this.to - this.from) * this.width > 16) width /= 2;
    return width;
  }

  drawChart() {
    const { context, facts } = this;
    const step = this.stepWidth(), isFine = step < facts.width;
    const first = Math.max(0, Math.floor(this.from / step));
    const last = Math.min(Math.ceil(facts.bins * facts.width / step) - 1, Math.ceil(this.to / step));
    const layers = (isFine ? this.refined(step, first, last) : this.stacked).filter((layer) => layer.bins.length !== 0);
    let most = 1;
    for (let bin = first; bin <= last; ++bin) most = Math.max(most, layers.reduce((sum, layer) => sum + (layer.bins[bin] || 0), 0));
    const height = sizes.chart - 18;
    for (let bin = first; bin <= last; ++bin) {
      const x = this.x(bin * step);
      const width = Math.max(1, this.x((bin + 1) * step) - x - (this.to - this.from < 60 * step ? 1 : 0));
      let y = sizes.chart;
      for (const layer of layers) {
        const part = (layer.bins[bin] || 0) / most * height;
        if (part === 0) continue;
        context.fillStyle = layer.colour;
        context.fillRect(x, y - part, width, part);
        y -= part;
      }
    }
    this.label(isFine ? `${bytes(most)} at most in ${+(step * 1000).toPrecision(3)} ms${this.by === "kind" ? " (each packet as the kind with most of it)" : ""}`
      : `${bytes(Math.round(most / step))}/s at most (steps of ${step.toFixed(2)} s)`, sizes.left, 2);
    // Each change of the document costs a layout of the whole document.
    if (this.legendOf === this.by) return;
    this.legendOf = this.by;
    this.legend.replaceChildren(...this.stacked.filter((layer) => layer.bins.length !== 0).flatMap((layer) => {
      const box = make("i", { class: "swatch" });
      box.style.background = layer.colour;
      return [make("span", { class: "key" }, box, layer.name), " "];
    }));
  }

  drawLines() {
    const { context } = this;
    const top = sizes.chart + 8;
    const height = sizes.lines - 12;
    context.strokeStyle = this.colours.line;
    context.strokeRect(0, top, this.width, height);
    if (this.line < 0) return;
    const bins = this.facts.trips[this.line];
    const inside = bins.filter(([bin]) => (bin + 1) * this.facts.width >= this.from && bin * this.facts.width <= this.to);
    const draw = (at, colour, scale) => {
      context.strokeStyle = colour;
      context.lineWidth = 1.5;
      context.beginPath();
      let before = null;
      for (const row of inside) {
        if (row[at] === null) continue;
        const x = this.x((row[0] + 0.5) * this.facts.width);
        const y = top + height - row[at] / scale * (height - 14);
        if (before !== null && (row[0] - before) * this.facts.width < 2) context.lineTo(x, y);
        else context.moveTo(x, y);
        before = row[0];
      }
      context.stroke();
      context.lineWidth = 1;
    };
    const most = (at) => inside.reduce((found, row) => Math.max(found, row[at] || 0), 0);
    const trip = Math.max(most(1), most(2)), flight = most(3);
    if (flight > 0) draw(3, "#2f9e63", flight);
    if (trip > 0) draw(2, "#c2a03a", trip);
    if (trip > 0) draw(1, "#d05050", trip);
    const trips = trip > 0 ? `round trip (red) and jitter (yellow): up to ${trip.toFixed(1)} ms` : "no round trips";
    const inFlight = flight > 0 ? `reliable bytes in flight (green): up to ${grouped.format(flight)}` : "";
    const isNarrow = context.measureText(trips).width + context.measureText(inFlight).width > this.width - sizes.left - 20;
    this.label(trips, sizes.left, top + 2);
    this.label(inFlight, this.width - 6, top + (isNarrow ? 14 : 2), null, "right");
  }

  drawAxis() {
    const { context } = this;
    const top = sizes.chart + sizes.lines + sizes.marks;
    const span = this.to - this.from;
    const step = [1, 2, 5].map((each) => each * 10 ** Math.floor(Math.log10(span / 6))).find((each) => span / each <= 12) || 10 ** Math.ceil(Math.log10(span / 6));
    const decimals = Math.min(6, Math.max(0, -Math.floor(Math.log10(step))));
    for (let at = Math.ceil(this.from / step); at * step <= this.to; ++at) {
      const x = this.x(at * step);
      context.fillStyle = this.colours.line;
      context.fillRect(x, 0, 1, this.height);
      this.label((at * step).toFixed(decimals) + " s", x + 3, top + 4);
    }
  }

  barWidth(bar) {
    const room = Math.min(14, this.width / Math.max(1, (this.to - this.from) * 400));
    return Math.max(1.5, this.bars.bytes[bar] / this.bars.most * room);
  }

  drawLanes() {
    const { context, bars, facts } = this;
    const colours = facts.entries.map((entry) => facts.kind_colours[entry[0]]);
    const scale = (sizes.lane - sizes.labels - 3) / bars.most;
    // Draws only the lanes in the window: a long list of lanes is drawn as it is scrolled into view.
    const box = this.canvas.getBoundingClientRect();
    const perSecond = this.width / (this.to - this.from);
    const room = Math.min(14, this.width / Math.max(1, (this.to - this.from) * 400)) / bars.most;
    let style = "";
    const use = (colour) => {
      if (colour !== style) context.fillStyle = style = colour;
    };
    for (let lane = 0; lane < this.names.length; ++lane) {
      const top = this.lanesTop + lane * sizes.lane;
      if (!this.printing && (box.top + top + sizes.lane < 0 || box.top + top > window.innerHeight)) continue;
      style = "";
      context.fillStyle = this.colours.line;
      context.fillRect(0, top + sizes.lane - 1, this.width, 1);
      const bottom = top + sizes.lane - 2;
      const list = bars.ofLane[lane];
      // Of the bars in one column of pixels, the highest one is drawn; marked bars and bars with problems are drawn in
      // any case.
      let column = -1, highest = -1, flags = 0, marked = false;
      const paint = () => {
        if (highest < 0) return;
        const x = (bars.time[highest] - this.from) * perSecond;
        const height = Math.max(2, bars.bytes[highest] * scale);
        const width = Math.max(1.5, bars.bytes[highest] * room);
        const entry = bars.mainEntry(highest);
        if (this.wanted !== null) context.globalAlpha = marked ? 1 : 0.25;
        use(entry < 0 ? "#888888" : colours[entry]);
        context.fillRect(x, bottom - height, width, height);
        if ((flags & 15) !== 0) {
          use(flagColour(flags));
          context.fillRect(x - 0.5, bottom - height - 2.5, width + 1, 2);
        }
        if (this.wanted !== null) context.globalAlpha = 1;
      };
      for (let at = bars.from(lane, this.from - 1e-9); at < list.length; ++at) {
        const bar = list[at];
        if (bars.time[bar] > this.to) break;
        const here = Math.floor((bars.time[bar] - this.from) * perSecond);
        if (here !== column) {
          paint();
          column = here;
          highest = -1;
          flags = 0;
          marked = false;
        }
        if (highest < 0 || bars.bytes[bar] > bars.bytes[highest]) highest = bar;
        flags |= bars.flags[bar];
        if (this.wanted !== null && !marked) marked = this.isMarked(bar);
      }
      paint();
      this.drawCoarse(lane, top, bottom);
      this.label(this.names[lane], sizes.left, top + 2, this.colours.text);
    }
    if (this.selected >= 0) {
      const x = this.x(bars.time[this.selected]);
      const top = this.lanesTop + bars.lane[this.selected] * sizes.lane;
      context.strokeStyle = this.colours.accent;
      context.lineWidth = 2;
      context.strokeRect(x - 3, top + 1, this.barWidth(this.selected) + 6, sizes.lane - 3);
      context.lineWidth = 1;
    }
  }

  /** Pale, with a line on top, so that nobody takes them for packets. */
  drawCoarse(lane, top, bottom) {
    const { context, coarse } = this;
    const scale = (sizes.lane - sizes.labels - 3) / coarse.most;
    const list = coarse.ofLane[lane];
    const width = Math.max(1, this.x(this.from + coarse.width) - 0.5);
    for (let at = coarse.from(lane, this.from); at < list.length && list[at].from <= this.to; ++at) {
      const bar = list[at], x = this.x(bar.from), height = Math.max(2, bar.bytes * scale);
      context.fillStyle = this.facts.kind_colours[bar.kind];
      context.globalAlpha = 0.4;
      context.fillRect(x, bottom - height, width, height);
      context.globalAlpha = 1;
      if ((bar.flags & 15) !== 0) context.fillStyle = flagColour(bar.flags);
      context.fillRect(x, bottom - height, width, 1.5);
    }
    if (this.selectedCoarse === null || this.selectedCoarse[0] !== lane) return;
    context.strokeStyle = this.colours.accent;
    context.lineWidth = 2;
    context.strokeRect(this.x(this.selectedCoarse[1].from), top + 1, width, sizes.lane - 3);
    context.lineWidth = 1;
  }

  /** Where packets begin to have no bar of their own. */
  drawLimit() {
    if (this.facts.left_out === 0) return;
    const { context } = this, x = this.x(this.facts.left_out_from);
    if (x > this.width) return;
    context.strokeStyle = this.colours.warn;
    context.setLineDash([4, 3]);
    context.beginPath();
    context.moveTo(x, this.lanesTop);
    context.lineTo(x, this.height);
    context.stroke();
    context.setLineDash([]);
    const text = "aggregated →";
    const room = context.measureText(text).width + 6;
    // Beside the lane's name if the limit is left of it.
    const name = this.context.measureText(this.names[0]).width + 12;
    const left = Math.max(name, Math.min(x + 1, this.width - room));
    context.fillStyle = this.colours.ground;
    context.fillRect(left, this.lanesTop, room, 14);
    this.label(text, left + 3, this.lanesTop + 1, this.colours.warn);
  }

  drawMarks() {
    const { context } = this;
    const top = sizes.chart + sizes.lines;
    const shapes = { problem: ["#d05050", "!"], join: ["#2f9e63", "+"], leave: ["#6b7b8c", "−"], spawn: ["#3b82c4", "s"], despawn: ["#8f7fd0", "d"] };
    let last = -20;
    for (const [time, what] of this.facts.marks) {
      const x = this.x(time);
      if (x < 0 || x > this.width) continue;
      const [colour, letter] = shapes[what];
      context.fillStyle = colour;
      context.fillRect(x, top + 12, 1.5, 5);
      if (x - last < 9 && what !== "problem") continue;
      this.label(letter, x, top, colour, "center");
      last = x;
    }
  }
}

let timeline = null;

/** The moment that timeline and replay show. */
function setMoment(time) {
  if (timeline !== null && replay !== null) {
    timeline.moment = time;
    timeline.later();
  }
  if (replay !== null) replay.showMoment(time);
}

/** The problems of each packet that has a mark for them: the mark has the cause, the table kind and remedy. */
function problemsByFrame(facts) {
  const rows = records("godot,problems").map((row, i) => ({ kind: row.problem, cause: row.cause, remedy: data.remedies[i] }));
  const found = new Map();
  for (const [, what, frame, , cause] of facts.marks) {
    if (what !== "problem") continue;
    const row = rows.find((each) => each.cause === cause || each.kind === cause) || { kind: "", cause, remedy: "" };
    const others = found.get(frame) || [];
    if (!others.includes(row)) found.set(frame, [...others, row]);
  }
  return found;
}

/** The values of properties in a packet: node, member, value. */
function valuesIn(frame) {
  const all = replay || (sentValues ??= new Replay(data.replay));
  const found = [];
  for (const series of all.series) {
    if (all.isSent(series.who)) continue;
    let low = 0, high = series.frame.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (series.frame[middle] < frame) low = middle + 1;
      else high = middle;
    }
    for (; low < series.frame.length && series.frame[low] === frame; ++low)
      if (series.text[low] !== 0) found.push({ node: series.node, member: series.member, value: all.value(series, low) });
  }
  return found;
}
let sentValues = null;

/** Scrolls to the timeline, with the bars of a row of the profile marked. */
function showRow(row) {
  const named = (pattern_) => pattern_ === null ? null : new RegExp("^" + pattern(pattern_) + "$");
  const node = named(row.node || null), member = named(row.kind === timeline.facts.kind_of_states ? null : row.member || null);
  const count = timeline.mark((kind, itsNode, itsMember) => kind === row.kind && (node === null || node.test(itsNode || "")) &&
    (member === null || member.test(itsMember || "")));
  const what = [row.kind, row.node, row.member].filter((each) => each).join(" ");
  document.getElementById("marked").replaceChildren(plural(count, "packet"), " with ", captured(what), " marked. ",
    make("button", { onclick: () => { timeline.mark(null); document.getElementById("marked").replaceChildren(); } }, "Mark none"));
  document.getElementById("timeline").scrollIntoView();
}

function leftOut(facts) {
  const lines = [];
  if (facts.left_out !== 0) {
    lines.push(`${plural(facts.left_out, "packet")} from ${facts.left_out_frame} on (${facts.left_out_from.toFixed(1)} s) have no bar of their own: ` +
      `this report holds as many as fit into its size. There a pale bar is aggregated: all packets of its lane in ${timeline.coarse.width.toFixed(2)} s. The bytes over time have them all.`);
  }
  if (facts.lanes_left_out !== 0) lines.push(`Only the first ${facts.lanes.length} lanes are drawn.`);
  if (facts.texts_left_out !== 0) lines.push(`${plural(facts.texts_left_out, "message")} are shown without their arguments.`);
  if (facts.mark_width !== 0) lines.push(`Marks of one kind within ${facts.mark_width} s are drawn as one.`);
  return lines.map((line) => make("p", { class: "warn" }, line));
}

function showTimeline() {
  const facts = data.timeline;
  if (facts.bins === 0) return noSection("timeline", "Timeline", "no packet of Godot");
  timeline = new Timeline(facts);
  const choose = (label, options, value, act) => make("label", {}, label + " ",
    make("select", { onchange: (event) => { act(event.target.value); timeline.later(); } },
      options.map(([key, name]) => make("option", { value: key, selected: key === value }, name))));
  const links = facts.trips.map((bins, i) => [i, timeline.names[i], bins.length]).filter(([, , length]) => length !== 0);
  section("timeline", "Timeline",
    make("div", { class: "tools" },
      choose("Bytes by", [["kind", "kind"], ["lane", "lane"]], "kind", (value) => { timeline.by = value; }),
      links.length === 0 ? "" : choose("Round trips of", links.map(([i, name]) => [i, name]), timeline.line, (value) => { timeline.line = Number(value); }),
      make("button", { onclick: () => timeline.zoom(0.5, (timeline.from + timeline.to) / 2) }, "Zoom in"),
      make("button", { onclick: () => timeline.zoom(2, (timeline.from + timeline.to) / 2) }, "Zoom out"),
      make("button", { onclick: () => timeline.show(0, timeline.end) }, "All"),
      make("span", { id: "marked", "aria-live": "polite" })),
    timeline.legend, timeline.scroller, timeline.details, leftOut(facts),
    make("p", { class: "quiet" }, "Each bar is a packet: its height and width are its bytes, its colour is the kind that most of it is. On top of a bar, red: a problem, ",
      "orange: sent again, blue: held back by its receiver, yellow: something in front of it is missing. Above the lanes, !: problems, +: joins, −: leaves, s: spawns, d: despawns. ",
      "A click shows a packet's messages, their values, its problems and what to do, and moves the replay to its time. ",
      "Wheel or + and − zoom, dragging and the arrow keys move, 0 or a double click shows all."));
  // The observer of the size is called with the first frame, but clicks may come before it.
  timeline.fit();
}
