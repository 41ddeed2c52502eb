# SPDX-License-Identifier: MIT
"""Reports in a real browser: the page shows the rows of tshark's tables, requests nothing from the network, and shows
texts of a capture as text, never as markup."""

import re
import struct
import unittest
from collections import defaultdict

import harness
import enet_writer as enet  # tests/common, which harness adds to the path
from browser import Browser
from repeated import repeat
from report_file import TABLES, made

ARENA = harness.PCAPS / "multiplayer" / "godot-4.6" / "arena_enet.pcap"
LOSSY = harness.PCAPS / "lossy" / "godot-4.6" / "arena_lossy_enet.pcap"
PROBLEMS = harness.PCAPS / "problems" / "godot-4.6" / "problems_enet.pcap"
SHOWN = [ARENA, LOSSY, PROBLEMS,
         harness.PCAPS / "multiplayer" / "godot-4.6" / "replication_websocket.pcap",
         harness.PCAPS / "multiplayer" / "godot-4.6" / "mesh_enet.pcap",
         harness.PCAPS / "multiplayer" / "godot-3.6" / "fleet_enet.pcap",
         harness.PCAPS / "links" / "godot-4.6" / "lossy_server.pcap",
         harness.PCAPS / "debugger" / "godot-4.6" / "session.pcap",
         harness.PCAPS / "godot-4.6" / "variants_tls.pcapng",
         harness.PCAPS / "mirror" / "arena_enet.server.pcapng",
         harness.PCAPS / "noise" / "dns.pcap"]
PORT = 24680
MOST_TEXT = 300  # bytes of a text in the report's tables
AS_GODOT4 = ("-d", f"udp.port=={PORT},godot.as_godot4")
NO_METHODS = b"d41d8cd98f00b204e9800998ecf8427e\0"

# All rows as the page shows them, with every table open.
READ_TABLES = """
const found = {};
for (const details of document.querySelectorAll("#tables details")) details.open = true;
for (const table of document.querySelectorAll("#tables .table")) {
  for (let more; (more = table.querySelector("tbody td[colspan] button")) !== null;) more.click();
  const keys = [...table.querySelectorAll("thead th[data-key]")].map((cell) => cell.dataset.key);
  const filter = (row) => { const button = row.querySelector("[data-filter]"); return button === null ? "" : button.dataset.filter; };
  const read = (row) => Object.assign(Object.fromEntries(keys.map((key, i) => [key, row.cells[i].textContent])), { filter: filter(row) });
  found[table.dataset.table] = [...table.querySelectorAll("tbody tr")].filter((row) => row.querySelector("td[colspan]") === null).map(read);
}
return found;
"""
OPEN_TABLES = 'for (const details of document.querySelectorAll("#tables details")) details.open = true;'
# The page handles the opening of a table asynchronously.
TABLES_ARE_FILLED = 'return [...document.querySelectorAll("#tables details")].every((details) => details.querySelector(".table") !== null);'


def visible(text):
    """A sender's text as the page writes it."""
    def mark(match):
        code = ord(match[0])
        return chr(0x2400 + code) if code < 32 else f"⟨{code:04x}⟩"
    return re.sub("[\0-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]", mark, text)


def as_shown(rows):
    """The rows with their filters as in the buttons; a filter that is too long for the report has no button."""
    def filter_of(row):
        return row["filter"] if len(row["filter"].encode()) <= MOST_TEXT else ""

    return [{key: filter_of(row) if key == "filter" else "" if value is None else visible(value) for key, value in row.items()} for row in rows]


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.session = Browser()
        cls.browser = cls.session.__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.session.__exit__(None, None, None)

    def tearDown(self):
        """The page reports no error and requests nothing during a test; each test leaves a clean state."""
        self.assertEqual((self.browser.complaints(), self.browser.requests()), ([], []))

    def show(self, report):
        """Opens it: it must be complete, without an error, and request nothing but itself."""
        self.browser.open(report.file)
        self.assertEqual(self.browser.run("return document.documentElement.dataset.ready"), "yes")
        self.assertEqual(self.browser.complaints(), [])
        self.assertEqual(self.browser.requests(), [report.file.as_uri()])

    def open_tables(self):
        self.browser.run(OPEN_TABLES)
        self.browser.wait_for("all tables are filled", TABLES_ARE_FILLED)

    def shown_tables(self):
        self.open_tables()
        return self.browser.run(READ_TABLES)

    def test_every_table_is_shown(self):
        for capture in SHOWN:
            with self.subTest(capture=capture.name):
                report = made(capture)
                self.show(report)
                found = self.shown_tables()
                self.assertEqual(set(found), set(TABLES))
                for name in TABLES:
                    for row in found[name]:
                        if "filter" not in (report.tables[name] or [row])[0]:
                            del row["filter"]  # the count per second, which tshark's table lacks
                    self.assertEqual(found[name], as_shown(report.tables[name]), name)
                sums = {row["total"] for row in found["godot,profile,seconds"]}
                self.assertEqual(bool(sums), capture.parent.name != "noise")

    def test_what_has_nothing_is_one_line(self):
        """Each section is there; one for which the capture has nothing is a line, and so are all tables without a row."""
        sections = ["summary", "timeline", "replay", "rollback", "tables", "calls"]
        empty_ones = set()
        for capture in SHOWN:
            with self.subTest(capture=capture.name):
                report = made(capture)
                self.show(report)
                found = self.browser.run("""return [...document.querySelectorAll("#main > section")].map((each) => {
                    const line = parseFloat(getComputedStyle(each).lineHeight) || 1.6 * parseFloat(getComputedStyle(each).fontSize);
                    const text = each.querySelector("p");
                    const is_line = text !== null && text.getBoundingClientRect().height < 1.5 * line;
                    return [each.id, each.dataset.empty !== undefined, is_line, each.childElementCount]; });""")
                self.assertEqual([each for each, *_ in found], sections)
                for each, is_empty, is_one_line, children in found:
                    if is_empty:
                        self.assertEqual((is_one_line, children), (True, 1), each)
                        empty_ones.add(each)
                shown = self.browser.run("return [...document.querySelectorAll('#tables > details')].map((each) => each.id)")
                with_rows = ["table-" + name.replace(",", "-") for name in TABLES if report.tables[name]]
                self.assertEqual({each for each in shown if each != "tables-empty"}, set(with_rows))
                self.assertEqual("tables-empty" in shown, len(with_rows) != len(TABLES))
        self.assertEqual(empty_ones, {"timeline", "replay", "rollback", "calls"})

    def test_each_direction_of_a_mesh_has_a_line(self):
        """A connection has two lines, from one end to the other and back; in a mesh, too, which has no server."""
        report = made(harness.PCAPS / "multiplayer" / "godot-4.6" / "mesh_enet.pcap")
        self.show(report)
        lines = self.browser.run("return [...document.querySelectorAll('#summary li[data-stream]')].map((each) => each.textContent)")
        ends = defaultdict(list)
        for line in lines:
            way, stream = re.match(r"(.*) \(ENet (\d+)\): ", line).groups()
            ends[stream].append(way.split(" → "))
        self.assertEqual(len(ends), 3)
        for one, other in ends.values():
            self.assertEqual(one, other[::-1])
            self.assertNotEqual(one, other)

    def test_the_first_section_is_from_the_tables(self):
        for capture in (ARENA, LOSSY, PROBLEMS):
            report = made(capture)
            self.show(report)
            texts = lambda selector: self.browser.run(
                "return [...document.querySelectorAll(arguments[0])].map((each) => each.textContent)", selector)
            costs = texts("#costs li")
            self.assertEqual(len(costs), 3)
            for line, row in zip(costs, report.tables["godot,profile"]):
                what = " ".join(word for word in (row["kind"], row["node"], row["member"]) if word)
                self.assertTrue(line.startswith(f"{what}: {row['percent']} %, {int(row['total']):,} bytes"), line)
            verdicts = texts("#verdicts > li, #summary ul.more > li[data-stream]")
            # Those that name a cause first, steady ones last; otherwise in the table's order.
            order = lambda row: 2 if row["verdict"].endswith(": steady") else 0 if row["verdict"] else 1
            for line, row in zip(verdicts, sorted(report.tables["enet,streams"], key=order), strict=True):
                self.assertIn(row["verdict"] or "no verdict", line)
                self.assertIn(f"(ENet {row['stream']}): ", line)
            self.assertLessEqual(len(texts("#verdicts > li")), 4)
            problems = texts("#problems > li, #summary ul.more > li:not([data-stream])")
            sums = {}
            for row in report.tables["godot,problems"]:
                sums.setdefault((row["cause"], row["problem"]), []).append(row)
            for line, ((cause, problem), rows) in zip(problems, sums.items()):
                self.assertIn(f"{cause} ({problem}): {sum(int(row['count']) for row in rows):,} time", line)
                self.assertEqual(line.count("→ " + rows[0]["remedy"]), 1, "its remedy stands there once")
            self.assertEqual(len(problems), len(sums))
            self.assertLessEqual(len(texts("#problems > li")), 5)
            # Problems are on top, then connections, then costs.
            titles = [each for each in texts("#summary h3")]
            self.assertEqual([titles[0], titles[-2:]], ["Problems", ["The largest costs", "The capture"]])
            self.assertIn("without a project", self.browser.run("return document.title"))

    def test_the_engines_are_those_of_the_fields(self):
        """They are exactly those of godot.dialect, godot.debug.version and the form of Confirm path, and they are
        right: captures are in folders by engine."""
        for capture, engines in ((ARENA, "Godot 4.3 or later"), (SHOWN[5], "Godot 3.2 to 3.6"), (SHOWN[7], "Godot 4.2 or later"),
                                 (harness.PCAPS / "multiplayer" / "godot-3.6" / "fleet_websocket.pcap", "Godot 3")):
            with self.subTest(capture=capture.name):
                report = made(capture, tables=False)
                self.show(report)
                shown = self.browser.run("return [...document.querySelectorAll('#summary dt')].find((each) => each.textContent === 'Engine').nextSibling.firstChild.textContent")
                self.assertEqual(shown.split(" (")[0], engines)
                reported = {row[7][0] for row in report.facts["overview"]["conversations"] if row[7]}
                self.assertEqual(reported, {engines})
                dialects = {name for row in harness.fields(capture, ["godot.dialect"], display_filter="godot.dialect") for name in row[0]}
                self.assertEqual(dialects, {"godot" + engines.split()[1][0]})
        report = made(harness.PCAPS / "noise" / "dns.pcap", tables=False)
        self.assertEqual(report.facts["overview"]["conversations"], [])

    def test_sorting_filtering_and_sums(self):
        report = made(ARENA)
        self.show(report)
        rows = report.tables["godot,profile"]
        read = lambda key: self.browser.run(
            "const table = document.querySelector(\"[data-table='godot,profile']\");"
            "const at = [...table.querySelectorAll('thead th')].findIndex((cell) => cell.dataset.key === arguments[0]);"
            "return [...table.querySelectorAll('tbody tr')].map((row) => row.cells[at].textContent)", key)
        here = "[data-table='godot,profile'] "
        self.browser.click(here + "th[data-key=count] button")
        self.assertEqual(read("count"), sorted((row["count"] for row in rows), key=int, reverse=True))
        self.browser.click(here + "th[data-key=count] button")
        self.assertEqual(read("count"), sorted((row["count"] for row in rows), key=int))
        self.browser.type(here + "input[type=search]", "remote CALL")
        calls = [row for row in rows if row["kind"] == "Remote call"]
        self.assertEqual(sorted(read("total")), sorted(row["total"] for row in calls))
        self.assertLess(len(calls), len(rows))
        self.browser.run("const field = document.querySelector(arguments[0]); field.value = ''; field.dispatchEvent(new Event('input'))",
                         here + "input[type=search]")
        self.browser.run("const choice = document.querySelector(arguments[0]); choice.value = 'kind'; choice.dispatchEvent(new Event('change'))",
                         here + "select")
        sums = dict(zip(read("kind"), map(int, read("total"))))
        self.assertEqual(sums, {kind: sum(int(row["total"]) for row in rows if row["kind"] == kind) for kind in {row["kind"] for row in rows}})

    def place(self, frame):
        """The position of a frame's bar in the window."""
        self.browser.settle()
        return self.browser.run("""
            const bar = timeline.bars.frame.indexOf(arguments[0]);
            timeline.canvas.scrollIntoView({ block: "center" });
            const box = timeline.canvas.getBoundingClientRect();
            return [box.left + timeline.x(timeline.bars.time[bar]) + timeline.barWidth(bar) / 2,
              box.top + timeline.lanesTop + timeline.bars.lane[bar] * sizes.lane + sizes.lane - 6]""", frame)

    def test_the_timeline(self):
        """The data that the page has decoded; a click, a drag and the keys."""
        report = made(ARENA, tables=False)
        self.show(report)
        bars = report.bars()
        decoded = self.browser.run("return [...timeline.bars.frame].map((frame, i) => [timeline.bars.time[i], frame, timeline.bars.lane[i], timeline.bars.bytes[i]])")
        self.assertEqual([[round(time * 1e6), *rest] for time, *rest in decoded], [[bar.time, bar.frame, bar.lane, bar.bytes] for bar in bars])
        call = max(bars, key=lambda bar: (any(text and "(" in text for _, text in bar.messages), len(bar.messages)))
        middle = call.time / 1e6
        self.browser.run("timeline.show(arguments[0] - 0.005, arguments[0] + 0.005)", middle)
        self.browser.click_at(*self.place(call.frame))
        shown_text = self.browser.run("return document.getElementById('packet').textContent")
        self.assertTrue(shown_text.startswith(f"Packet {call.frame}, {middle:.6f} s, {call.bytes:,} bytes, ENet "), shown_text)
        lines = self.browser.run("return [...document.querySelectorAll('#packet li')].map((each) => each.textContent)")
        self.assertEqual(len(lines), len(call.messages))
        for line, (_, text) in zip(lines, call.messages):
            self.assertIn(text or "", line)
        self.browser.run("timeline.show(0, timeline.end / 2)")
        x, y = self.browser.run("const box = timeline.canvas.getBoundingClientRect(); return [box.left + box.width / 2, box.top + 40]")
        self.browser.drag(x, y, x - 200, y)
        begin, end, whole, width = self.browser.run("return [timeline.from, timeline.to, timeline.end, timeline.width]")
        self.assertAlmostEqual(begin, 200 / width * whole / 2, places=3)
        self.assertAlmostEqual(end - begin, whole / 2)
        for key, wanted in (("0", [0, whole]), ("+", [0.15 * whole, 0.85 * whole])):
            self.browser.type("#lanes canvas", key)
            found = self.browser.run("return [timeline.from, timeline.to]")
            for one, other in zip(found, wanted):
                self.assertAlmostEqual(one, other)

    def test_the_timeline_has_its_size_before_the_first_frame_is_drawn(self):
        """On a busy machine, a user clicks before the browser draws: positions are right from the first moment on."""
        report = made(ARENA, tables=False)
        with self.browser.before_each_page("""
                // Called after the page's script and before the next frame.
                new MutationObserver(() => { if (document.documentElement?.dataset.ready) window.early ??= timeline.x(timeline.end); })
                  .observe(document, { subtree: true, attributes: true, attributeFilter: ["data-ready"] });"""):
            self.show(report)
        self.assertEqual(self.browser.run("return [window.early]"), [self.browser.run("return document.querySelector('#lanes').clientWidth")])

    def test_packets_after_the_last_bar_are_aggregated(self):
        """A real game repeated until the limit of bars is reached: packets and bytes of each lane and interval are
        tshark's; a click shows them."""
        capture = repeat(ARENA, harness.workshop().folder / "repeated.pcap", frames=170_000)
        report = made(capture, tables=False)
        timeline = report.facts["timeline"]
        first = timeline["left_out_frame"]
        self.assertGreater(timeline["left_out"], 20_000)
        self.assertLess(len(report.text), 5_000_000)
        self.assertEqual(max(bar.frame for bar in report.bars()), first - 1)
        found, length = report.coarse()
        wanted = defaultdict(lambda: [0, 0])
        lanes = {tuple(lane[1:3]): number for number, lane in enumerate(timeline["lanes"])}
        names = ["frame.time_relative", "frame.len", "enet.stream", "enet.connection.from_client"]
        for time, size, stream, from_client in harness.fields(capture, names, display_filter=f"enet && frame.number >= {first}", two_passes=False):
            sums = wanted[lanes[int(stream[0]), 0 if harness.truth_value(from_client[0]) == "1" else 1], int(time[0].replace(".", "")[:-3]) // length]
            sums[0] += 1
            sums[1] += int(size[0])
        self.assertEqual({key: list(bar[:2]) for key, bar in found.items()}, dict(wanted))
        self.assertEqual(sum(bar[0] for bar in found.values()), timeline["left_out"])
        self.assertEqual({bar[3] for bar in found.values()} - set(range(len(timeline["kinds"]))), set())
        self.show(report)
        self.assertIn(f"{timeline['left_out']:,} packets from {first} on", self.browser.run("return document.querySelector('#timeline').textContent"))
        (lane, interval), (packets, size, _, kind) = max(found.items(), key=lambda each: each[1][1])
        begin = interval * length / 1e6
        x, y = self.browser.run("""
            const [lane, from, to] = arguments;
            timeline.show(from - 5, to + 5);
            timeline.canvas.scrollIntoView({ block: "center" });
            const box = timeline.canvas.getBoundingClientRect();
            return [box.left + timeline.x((from + to) / 2), box.top + timeline.lanesTop + lane * sizes.lane + sizes.lane - 6]""",
            lane, begin, begin + length / 1e6)
        self.browser.click_at(x, y)
        text = self.browser.run("return document.getElementById('packet').textContent")
        self.assertTrue(text.startswith(f"Aggregated: {packets:,} packets from {begin:.2f} to {begin + length / 1e6:.2f} s, {size:,} bytes, "
                                        f"most of them {timeline['kinds'][kind]}, ENet "), text)

    def test_a_row_marks_its_packets(self):
        report = made(ARENA)
        self.show(report)
        rows = report.tables["godot,profile"]
        index = next(i for i, row in enumerate(rows) if row["kind"] == "Remote call" and "*" in row["node"])
        kind = report.facts["timeline"]["kinds"].index("Remote call")
        expression = re.compile(re.escape(rows[index]["node"]).replace("\\*", "[^/]*") + "$")
        wanted = [bar.frame for bar in report.bars()
                  if any(entry[0] == kind and expression.match(entry[1]) and entry[2] == rows[index]["member"] for entry, _ in bar.messages)]
        self.browser.click(f"[data-table='godot,profile'] tr[data-row='{index}'] button.show")
        self.assertEqual(self.browser.run("return timeline.markedBars().map((bar) => timeline.bars.frame[bar])"), wanted)
        self.assertIn(f"{len(wanted):,} packets with Remote call", self.browser.run("return document.getElementById('marked').textContent"))
        self.assertGreater(len(wanted), 50)

    def test_a_printed_page_has_all_lanes(self):
        """The screen draws lanes as they are scrolled into view; a print has them all."""
        self.show(made(ARENA, tables=False))
        drawn = """
            const ratio = timeline.canvas.width / timeline.width;
            const top = (timeline.lanesTop + (timeline.names.length - 1) * sizes.lane + sizes.labels) * ratio;
            const copy = document.createElement("canvas");
            [copy.width, copy.height] = [timeline.canvas.width, timeline.canvas.height];
            const context = copy.getContext("2d", { willReadFrequently: true });
            context.drawImage(timeline.canvas, 0, 0);
            const { data } = context.getImageData(0, top, copy.width, (sizes.lane - sizes.labels - 4) * ratio);
            let coloured = 0;  // not grey, as what is behind bars is
            for (let i = 0; i < data.length; i += 4)
              if (Math.max(data[i], data[i + 1], data[i + 2]) - Math.min(data[i], data[i + 1], data[i + 2]) > 60 && data[i + 3] > 200) ++coloured;
            return coloured;
        """
        self.browser.resize(1300, 500)
        try:
            self.browser.run("window.scrollTo(0, 0); timeline.draw()")
            self.assertEqual(self.browser.run(drawn), 0)
            self.browser.run("window.dispatchEvent(new Event('beforeprint'))")
            self.assertGreater(self.browser.run(drawn), 100)
        finally:
            self.browser.run("window.dispatchEvent(new Event('afterprint'))")
            self.browser.resize(1300, 1000)

    def test_the_replay(self):
        """At some times: the positions of nodes that were sent to a peer; two peers side by side."""
        report = made(ARENA, tables=False)
        self.show(report)
        sent = report.sent_values()
        peers = sorted({key[:2] for key in sent})
        self.assertEqual(self.browser.run("return replay.peers"), [f"{session} {peer}" for session, peer in peers])
        # The replay begins with the first position.
        known = self.browser.run("return [replay.now, replay.known(replay.one), (replay.now -= 0.001, replay.known(replay.one))]")
        self.assertGreater(known[0], 0)
        self.assertEqual((len(known[1]) > 0, known[2]), (True, []))
        places = 0
        names = {(session, peer): name for session, peer, name in report.facts["replay"]["names"]}
        for moment in (0.6, 1.4, 2.2, 3.1, 4.0):
            for session, peer in peers:
                wanted = {}
                for (its_session, its_peer, node, member), rows in sent.items():
                    place = any(isinstance(value, tuple) for _, _, value in rows)
                    if (its_session, its_peer) != (session, peer) or not place or node in wanted:
                        continue
                    before = [value for _, time, value in rows if time / 1000 <= moment]
                    wanted[node] = before[-1] if before else None
                found = self.browser.run("replay.one = arguments[0]; replay.now = arguments[1]; replay.draw(); return replay.known(replay.one)",
                                         f"{session} {peer}", moment)
                self.assertEqual({node: (x, y) for node, x, y, _ in found}, {node: value for node, value in wanted.items() if value})
                places += len(found)
                name = names.get((session, peer)) or peer
                self.assertIn(f"What {name} was sent", self.browser.run("return document.getElementById('replay-heading').textContent"))
        self.assertGreater(places, 30)
        # Moving the slider by hand.
        self.browser.run("document.getElementById('moment').scrollIntoView({ block: 'center' })")
        self.browser.click("#moment")
        middle, end = self.browser.run("return [replay.now, replay.end]")
        self.assertAlmostEqual(middle, end / 2, delta=end / 20)
        self.browser.run("replay.other = replay.peers[1]; replay.draw()")
        self.assertGreater(self.browser.run("return document.querySelectorAll('#replay-values tbody tr').length"), 2)

    def test_where_two_peers_differ(self):
        """At some times: the nodes whose values differ between two peers, by how much, and since when; overlaid and
        side by side."""
        report = made(ARENA, tables=False)
        self.show(report)
        sent = report.sent_values()
        one, other = self.browser.run("return replay.peers.slice(0, 2)")
        differences = 0
        for moment in (0.61, 1.43, 2.257, 3.11, 4.009):
            def at(who):
                found = {}
                for (session, peer, node, member), rows in sent.items():
                    before = [(value, time / 1000) for _, time, value in rows if time / 1000 <= moment]
                    if f"{session} {peer}" == who and before and isinstance(before[-1][0], tuple) and node not in found:
                        found[node] = before[-1]
                return found

            ones, others = at(one), at(other)
            wanted = {node: (*ones[node], *others[node]) for node in ones if node in others and ones[node][0] != others[node][0]}
            for view in ("over", "beside"):
                found = self.browser.run("[replay.one, replay.other, replay.now, replay.view] = arguments; replay.draw(); return replay.differences()",
                                         one, other, moment, view)
                self.assertEqual({each["node"]: (tuple(each["one"]), tuple(each["other"])) for each in found},
                                 {node: (here, there) for node, (here, _, there, _) in wanted.items()})
                for each in found:
                    here, since, there, other_since = wanted[each["node"]]
                    self.assertAlmostEqual(each["distance"], ((here[0] - there[0]) ** 2 + (here[1] - there[1]) ** 2) ** 0.5, places=3)
                    for age, time in zip(each["ages"], (since, other_since)):
                        self.assertAlmostEqual(age, moment - time, places=5)
                lines = self.browser.run("return [...document.querySelectorAll('#differences li')].map((each) => each.textContent)")
                self.assertEqual(len(lines), min(len(wanted), 7))
                for line, each in zip(lines[:6], found):
                    self.assertTrue(line.startswith(each["node"] + ": ") and line.endswith(" apart"), line)
                differences += len(found)
            # Side by side, each peer has its own plane: the same position is half a canvas apart.
            left, right, half = self.browser.run("return [replay.point(1, 2, 0)[0], replay.point(1, 2, 1)[0], replay.width / 2]")
            self.assertAlmostEqual(right - left, half, places=3)
        self.assertGreater(differences, 4)

    def test_authorities_values_beside_a_peers_values(self):
        """As sent by its authority: the newest value that any peer got directly from the node's authority; relayed
        values do not count."""
        report = made(ARENA, tables=False)
        self.show(report)
        relayed = {tuple(row[:4]) for row in report.facts["replay"]["series"] if row[7]}
        sent = report.sent_values()
        self.assertLess(len(relayed), len(sent))
        self.assertEqual(self.browser.run("return replay.sent"), ["1 sent"])
        peers = sorted({f"{key[0]} {key[1]}" for key in sent})
        differences = compared = 0
        for moment in (0.61, 1.43, 2.257, 3.11, 4.009):
            wanted = {}
            for key, rows in sent.items():
                before = [(time / 1000, frame, value) for frame, time, value in rows if time / 1000 <= moment]
                place = any(isinstance(value, tuple) for _, _, value in rows)
                if place and key not in relayed and before and before[-1][2] is not None:
                    wanted[key[2:]] = max(wanted.get(key[2:], (0, 0, None)), before[-1], key=lambda each: each[:2])
            found = self.browser.run("""
                [replay.one, replay.other, replay.now] = ["1 sent", ...arguments];
                replay.draw();
                return replay.series.filter((each) => each.who === replay.one && each.isPlace && replay.at(each, replay.now) >= 0).map((each) => {
                  const at = replay.at(each, replay.now);
                  return [each.node, each.member, each.x[at], each.y[at]];
                })""", peers[-1], moment)
            self.assertEqual({(node, member): (x, y) for node, member, x, y in found}, {key: value for key, (*_, value) in wanted.items()})
            compared += len(wanted)
            self.assertTrue(self.browser.run("return document.getElementById('replay-heading').textContent").startswith("What each node’s authority sent (filled), and what "))
            for peer in peers:
                lines = self.browser.run("replay.other = arguments[0]; replay.draw(); return [...document.querySelectorAll('#differences li')].map((each) => each.textContent)", peer)
                apart = self.browser.run("return replay.differences()")
                for line in lines[:6]:
                    self.assertIn(": its authority sent (", line)
                differences += len(apart)
        self.assertGreater(compared, 8)
        self.assertGreater(differences, 0)

    def one_order(self):
        """The peers that are in both, in the order of the rows and in that of the columns."""
        rows, columns = self.browser.run("""
            const texts = (found) => [...document.querySelectorAll(found)].map((each) => each.textContent);
            return [texts('table.matrix tbody th'), texts('table.matrix thead th').slice(1)];""")
        return [each for each in rows if each in columns], [each for each in columns if each in rows]

    def test_the_matrix_of_calls(self):
        report = made(ARENA, tables=False)
        self.show(report)
        for _, source, target, count, own, members in report.facts["calls"]["pairs"]:
            here = f"#calls button[data-from='{source}'][data-to='{target}']"
            self.browser.click(here)
            self.assertEqual(self.browser.run("return document.querySelector(arguments[0]).textContent", here), f"{count:,} call{'' if count == 1 else 's'}, {own:,} B")
            self.assertEqual(*self.one_order())
            rows = self.browser.run("return [...document.querySelectorAll('#calls-of tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")
            self.assertEqual(rows, [[node, member, str(calls), str(size)] for node, member, calls, size in members])
            self.assertIn(f"{count:,} call", self.browser.run("return document.querySelector('#calls-of h3').textContent"))

    def test_rollback_in_a_mesh(self):
        """Each connection has a ribbon of its own, and the inputs before its own divergence."""
        report = made(harness.PCAPS / "rollback" / "div_mesh.pcap")
        self.show(report)
        rows = report.tables["godot,diverged,ticks"]
        self.assertEqual(self.browser.run("return document.querySelectorAll('#rollback .ribbon').length"), len({row["connection"] for row in rows}))
        heads = self.browser.run("return [...document.querySelectorAll('#rollback details thead tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")
        self.assertEqual(len(heads), len(report.tables["godot,diverged"]))
        for head, row in zip(heads, report.tables["godot,diverged"]):
            self.assertEqual(sorted(head[1:]), sorted(f"{row['connection']} {end}" for end in ("requester", "acceptor")))

    def test_rollback(self):
        """The ribbon of ticks, inputs side by side, a curve for each receiver, and who stood still, from the tables."""
        for name in ("diverged", "frozen"):
            with self.subTest(capture=name):
                report = made(harness.PCAPS / "rollback" / f"{name}.pcap")
                self.show(report)
                tables = report.tables
                self.assertEqual(self.browser.run("return document.querySelectorAll('#rollback .ribbon span').length"), len(tables["godot,diverged,ticks"]))
                receivers = {row["to"] for row in tables["godot,rollback,lateness"]}
                self.assertEqual(self.browser.run("return document.querySelectorAll('#rollback svg.curve').length"), len(receivers))
                lines = self.browser.run("return [...document.querySelectorAll('#rollback svg.curve polyline')].map((line) => line.getAttribute('points'))")
                self.assertEqual(len(lines), 2 * len({(row["from"], row["to"]) for row in tables["godot,rollback,lateness"]}))
                self.assertFalse([line for line in lines if "NaN" in line or "Infinity" in line])
                stood = self.browser.run("return [...document.querySelectorAll('#rollback li')].map((item) => item.textContent)")
                self.assertEqual(len(stood), len(tables["godot,rollback,standstills"]))
                self.assertTrue(all(row["why"] in text for row, text in zip(tables["godot,rollback,standstills"], stood)))
                cells = self.browser.run("return [...document.querySelectorAll('#rollback details tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")
                ticks = {row["tick"] for row in tables["godot,diverged,inputs"]}
                self.assertEqual([row[0] for row in cells], [str(tick) for tick in sorted(ticks)])
                for row in tables["godot,diverged,inputs"]:
                    self.assertTrue(any(cell.startswith(visible(row["inputs"])) for cell in cells[sorted(ticks).index(row["tick"])]))

    def test_each_filter_is_one_and_finds_packets(self):
        """tshark accepts the filter beside each row, and it finds packets."""
        for capture in (ARENA, PROBLEMS):
            report = made(capture)
            self.show(report)
            self.open_tables()
            filters = self.browser.run("return [...new Set([...document.querySelectorAll('[data-filter]')].map((each) => each.dataset.filter))]")
            self.assertGreater(len(filters), 20)
            # io,stat ends a filter at a comma.
            for display_filter in [each for each in filters if "," in each]:
                self.assertGreater(len(harness.fields(capture, ["frame.number"], display_filter=display_filter)), 0, display_filter)
            filters = [each for each in filters if "," not in each]
            for at in range(0, len(filters), 12):
                some = filters[at : at + 12]
                done = harness.run("-q", "-2", "-z", "io,stat,0," + ",".join(some), capture=capture)
                counts = re.findall(r"^\| +\d+\.?\d* <> .*", done.stdout.decode(), re.M)
                self.assertEqual(len(counts), 1)
                frames = [int(cell.split("|")[0]) for cell in re.findall(r"\| *(\d+) \| *\d+ ", counts[0].split("<>", 1)[1])]
                self.assertEqual(len(frames), len(some))
                for display_filter, number in zip(some, frames):
                    self.assertGreater(number, 0, display_filter)

    def test_a_filter_is_copied_and_shown(self):
        """Also on a phone: no column of long texts, but a button whose filter is shown below it while it has the focus,
        and can be copied."""
        report = made(PROBLEMS)
        for width in (1300, 400):
            with self.subTest(width=width):
                self.browser.resize(width, 900)
                self.show(report)
                self.assertEqual(self.browser.run("return document.querySelectorAll('th[data-key=filter]').length"), 0)
                here = "[data-table='godot,problems'] tbody tr:nth-child(2) button.filter"
                wanted = report.tables["godot,problems"][1]["filter"]
                bar = "return document.getElementById('filter-bar').hidden ? null : document.getElementById('filter-bar').textContent"
                self.assertIsNone(self.browser.run(bar))
                self.browser.run("document.querySelector(arguments[0]).focus()", here)
                self.assertEqual(self.browser.run(bar), visible(wanted))
                self.browser.run("document.activeElement.blur()")
                self.assertIsNone(self.browser.run(bar))
                # Access to the clipboard depends on the browser: both cases.
                self.browser.run("window.copied = null; navigator.clipboard.writeText = async (text) => { window.copied = text; }")
                self.browser.run("document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", here)
                self.browser.click(here)
                self.assertEqual(self.browser.run("return window.copied"), wanted)
                self.assertEqual(self.browser.run(bar), "Copied: " + visible(wanted))
                self.browser.run("navigator.clipboard.writeText = async () => { throw new Error('no'); }; document.querySelector(arguments[0]).click()", here)
                self.browser.wait_for("the filter can be selected", "return document.querySelector('#filter-bar input')?.value === arguments[0]", wanted)
                self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
        self.browser.resize(1300, 1000)

    def test_hostile_texts_stay_text(self):
        """Made here: no engine sends such names."""
        names = ["</script><script>document.title='taken'</script>", "<img src=x onerror=\"document.title='taken'\">",
                 "'\"><svg onload=document.title='taken'>", "a\u202eb\u2066c\u200f", "{{script}}", "&lt;b&gt;", "]]>--><!--",
                 "javascript:document.title='taken'", "__proto__", "\x01\x7f\x85", "e\u2028f"]
        messages = []
        for number, name in enumerate(names):
            messages.append(b"\x01" + NO_METHODS + struct.pack("<I", number + 1) + name.encode() + b"\0")
            messages.append(bytes((0, number + 1, 2)))
        messages.append(b"\x01" + NO_METHODS + struct.pack("<I", 99) + b"bad\xff\xfeutf8\0")
        messages.append(bytes((0, 99, 2)))
        messages.append(b"\x01" + NO_METHODS + struct.pack("<I", 100) + b"x" * 60_000 + b"\0")
        messages.append(bytes((0, 100, 2)))
        capture = harness.datagrams("hostile_report", messages, PORT)
        report = made(capture, *AS_GODOT4)
        self.assertEqual(report.text.count("</script"), 2)
        self.assertEqual(report.text.count("<script"), 2)
        self.assertNotIn("<", report.facts_text)
        self.assertLess(len(report.text), 1_000_000)
        self.assertTrue(report.facts_text.isascii() or not re.search("[\u202a-\u202e\u2066-\u2069\u200f\u2028\0-\x09\x0b-\x1f]", report.facts_text))
        self.show(report)
        found = self.shown_tables()
        nodes = {row["node"] for row in found["godot,profile,nodes"]}
        for name in names[:8]:
            self.assertIn(visible(name), nodes)
        self.assertTrue(self.browser.run("return document.title").startswith("Godot network report"))
        self.assertEqual(self.browser.run("return document.querySelectorAll('img, svg, iframe, object, embed, link, form').length"), 0)
        self.assertEqual(self.browser.run("return document.scripts.length"), 2)

    def test_all_directions_have_a_line(self):
        """Made here: fifteen clients, so thirty directions. The first section shows four, and has the others in a part to open."""
        path = harness.workshop().folder / "many_connections.pcap"
        with harness.pcapwriter.Capture(path) as capture:
            for client in range(15):
                enet.Talk(capture, PORT + 1 + client, PORT).handshake(connect_id=client + 1)
        path.chmod(0o644)
        self.show(made(path, "-d", f"udp.port=={PORT},enet", tables=False))
        lines = self.browser.run("return [...document.querySelectorAll('#summary li[data-stream]')].map((each) => each.dataset.stream)")
        self.assertEqual(sorted(lines), sorted(f"{stream} {end}" for stream in range(15) for end in ("client", "server")))

    def test_names_of_a_megabyte(self):
        """Made here: paths and names of methods of a million bytes, in fragments. The report has their beginnings."""
        names = [b"x" * 1_000_000, "é".encode() * 500_000, b"</script><script>" * 60_000, b"a/" * 500_000]
        path = harness.workshop().folder / "hostile_megabytes.pcap"
        with harness.pcapwriter.Capture(path) as capture:
            talk = enet.Talk(capture, PORT + 1, PORT)
            talk.handshake()
            sequence = 1
            for number, name in enumerate([b"Main", *names]):
                for message in (b"\x01" + NO_METHODS + struct.pack("<I", number + 1) + name + b"\0", bytes((0, number + 1, 2))):
                    for piece in enet.fragments(0, sequence, message, 60_000):
                        talk.send(True, piece)
                    sequence += max(-(-len(message) // 60_000), 1)
        path.chmod(0o644)
        report = made(path, "-d", f"udp.port=={PORT},enet")
        self.assertLess(len(report.text), 500_000)
        self.assertEqual(report.text.count("<script"), 2)
        self.show(report)
        found = self.shown_tables()
        shown = {row["node"] for row in found["godot,profile,nodes"]}
        self.assertIn("Main", shown)
        for name in names:
            beginning = name[:60].decode(errors="ignore")
            mine = [text for text in shown if text.startswith(beginning)]
            self.assertTrue(mine and all(text.endswith("\u2026") and len(text) <= 301 for text in mine), beginning)

    def test_the_policy_forbids_the_network_and_other_scripts(self):
        """The content security policy would stop a script of a capture even if it became markup."""
        self.show(made(ARENA, tables=False))
        self.assertEqual(self.browser.run("""
            const script = document.createElement("script");
            script.textContent = "document.title = 'taken'";
            document.body.append(script);
            const image = document.createElement("img");
            image.setAttribute("onerror", "document.title = 'taken'");
            image.src = "http://127.0.0.1:9/x.png";
            document.body.append(image);
            return document.title.slice(0, 20)"""), "Godot network report")
        refused = self.browser.run_async("const done = arguments[0]; fetch('http://127.0.0.1:9/').then(() => done('allowed'), () => done('refused'))")
        self.assertEqual(refused, "refused")
        self.assertGreaterEqual(len([line for line in self.browser.complaints() if "Content Security Policy" in line]), 3)
        self.browser.requests()  # the refused ones are among them


if __name__ == "__main__":
    unittest.main()
