# SPDX-License-Identifier: MIT
"""A stranger with a report: ten questions, whose answers stand where they are looked for. Readable means: on a desktop and on a
phone, in view, not cut at the side, and not more than one page below the place where the reader is (the page's top, or what a
link leads to). The answers themselves are those of tshark's tables and of the capture."""

import unittest

import harness
from browser import Browser
from projects import PROJECTS, copied, with_project
from report_file import made

LOSSY = harness.PCAPS / "lossy" / "godot-4.6" / "arena_lossy_enet.pcap"
NAMED = ("-o", 'uat:godot_peer_names:"Network.register","0",""')
SIZES = ((1300, 900), (400, 800))
PLACE = """
const element = document.querySelector(arguments[0]);
if (element === null) return null;
const box = element.getBoundingClientRect();
return { left: box.left, right: box.right, top: box.top + scrollY, bottom: box.bottom + scrollY, width: innerWidth, height: innerHeight,
  seen: element.checkVisibility(), size: parseFloat(getComputedStyle(element).fontSize), text: element.innerText };
"""


class Walk(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.session = Browser()
        cls.browser = cls.session.__enter__()
        project = with_project(copied(PROJECTS / "multiplayer4"))
        cls.report = made(LOSSY, *project, *NAMED, name="walk")

    @classmethod
    def tearDownClass(cls):
        cls.session.__exit__(None, None, None)

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def at_each_size(self):
        for width, height in SIZES:
            self.browser.view(width, height)
            self.browser.open(self.report.file)
            yield

    def answer(self, selector, since=0):
        """The text of an element that the reader finds within a page below `since`."""
        place = self.browser.run(PLACE, selector)
        self.assertIsNotNone(place, selector)
        selector += f" at a width of {place['width']}"
        self.assertTrue(place["seen"], selector)
        self.assertGreaterEqual(place["size"], 11, selector)
        self.assertGreaterEqual(place["left"], 0, selector)
        self.assertLessEqual(place["right"], place["width"] + 0.5, f"{selector} is cut at the side")
        self.assertGreaterEqual(place["top"], since, selector)
        self.assertLessEqual(place["bottom"], since + 2 * place["height"], f"{selector} is more than a page further down")
        return place["text"]

    def follow(self, selector):
        """A click on a link or button; returns where the reader is then."""
        self.browser.click(selector)
        return self.browser.settle()

    def test_which_capture_is_it(self):
        for _ in self.at_each_size():
            text = self.answer("#subject")
            self.assertRegex(text, r"\d{4}-\d\d-\d\d \d\d:\d\d UTC")
            self.assertIn("project ", text)

    def test_who_played_and_how_long(self):
        for _ in self.at_each_size():
            text = self.answer("#players")
            for name in ("server", "red", "green"):
                self.assertIn(name, text)
            overview = self.report.facts["overview"]
            self.assertIn(f"{float(overview['last']) - float(overview['first']):.1f} s", text)

    def test_what_is_wrong_and_what_to_do(self):
        """The most severe cause first; its remedy is beside it."""
        row = self.report.tables["godot,problems"][0]
        for _ in self.at_each_size():
            text = self.answer("#problems > li")
            self.assertTrue(text.startswith(row["cause"]), text)
            self.assertIn("→ " + row["remedy"], text)

    def test_where_is_it(self):
        """A click leads to the packet, which says kind, cause and remedy."""
        rows = self.report.tables["godot,problems"]
        mine = [row for row in rows if row["cause"] == rows[0]["cause"]]
        frame = min(int(row["first"]) for row in mine)
        for _ in self.at_each_size():
            self.assertEqual(self.answer("#problems > li button.packet"), f"packet {frame}")
            here = self.follow("#problems > li button.packet")
            text = self.answer("#packet", here)
            self.assertTrue(text.startswith(f"Packet {frame}, "), text)
            self.assertIn(f"Problem {mine[0]['problem']}: {mine[0]['cause']}", text)
            self.assertIn("→ " + mine[0]["remedy"], text)

    def test_who_lagged_and_why(self):
        """The first line has a verdict that names the network."""
        rows = self.report.tables["enet,streams"]
        lagging = [row for row in rows if row["verdict"] and not row["verdict"].endswith(": steady")]
        self.assertTrue(lagging)
        for _ in self.at_each_size():
            text = self.answer("#verdicts > li")
            self.assertIn(lagging[0]["verdict"], text)
            self.assertRegex(text, r"^(red|green|server) → (red|green|server) \(ENet \d\): ")
            self.assertIn("the network", text)

    def test_which_node_costs_most(self):
        row = self.report.tables["godot,profile"][0]
        for _ in self.at_each_size():
            self.assertTrue(self.answer("#costs > li").startswith(f"{row['kind']} {row['node']}"))

    def test_what_did_red_see(self):
        """At 5.2 s: choose red, type the time; its nodes stand beside the plane with their values and ages."""
        names = {name: f"{session} {peer}" for session, peer, name in self.report.facts["replay"]["names"]}
        wanted = {}
        for (session, peer, node, member), rows in self.report.sent_values().items():
            before = [value for _, time, value in rows if time / 1000 <= 5.2]
            if f"{session} {peer}" == names["red"] and member == "position" and before and isinstance(before[-1], tuple):
                wanted[node] = before[-1]
        self.assertGreater(len(wanted), 2)
        for _ in self.at_each_size():
            here = self.follow("#contents a[href='#replay']")
            self.browser.run("const what = document.querySelector('#replay select[aria-label=What]'); what.value = arguments[0]; what.dispatchEvent(new Event('change'))",
                             names["red"])
            self.browser.run("const field = document.getElementById('moment-number'); field.value = '5.2'; field.dispatchEvent(new Event('change'))")
            self.assertIn("What red was sent", self.answer("#replay-heading", here))
            rows = self.browser.run("return [...document.querySelectorAll('#replay-values tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")
            shown = {node: value for node, value, _ in rows}
            for node, (x, y) in list(wanted.items())[: len(rows)]:
                numbers = [float(each) for each in shown[node].strip("()").split(", ")]
                self.assertAlmostEqual(numbers[0], x, delta=abs(x) * 1e-4 + 1e-4)
                self.assertAlmostEqual(numbers[1], y, delta=abs(y) * 1e-4 + 1e-4)
            self.answer("#replay-values tbody tr", here)
            self.assertEqual(self.browser.run("return timeline.moment"), 5.2)

    def test_what_was_in_a_packet(self):
        """The pointer over a bar shows its packet; a click its messages, with the values of states, and moves the replay there."""
        states = [bar for bar in self.report.bars() if any(entry[0] == self.report.facts["timeline"]["kinds"].index("Sync") for entry, _ in bar.messages)]
        values = {frame for rows in self.report.sent_values().values() for frame, _, value in rows if isinstance(value, tuple)}
        bar = next(bar for bar in states[len(states) // 2 :] if bar.frame in values)
        for _ in self.at_each_size():
            self.browser.run("timeline.show(arguments[0] - 0.02, arguments[0] + 0.02)", bar.time / 1e6)
            self.browser.settle()
            x, y = self.browser.run("""
                const bar = timeline.bars.frame.indexOf(arguments[0]);
                timeline.canvas.scrollIntoView({ block: "end" });
                const box = timeline.canvas.getBoundingClientRect();
                return [box.left + timeline.x(timeline.bars.time[bar]) + timeline.barWidth(bar) / 2,
                  box.top + timeline.lanesTop + timeline.bars.lane[bar] * sizes.lane + sizes.lane - 6]""", bar.frame)
            self.browser.move_to(x, y)
            self.assertTrue(self.browser.run("return document.getElementById('hover').innerText").startswith(f"Packet {bar.frame}, "))
            self.browser.click_at(x, y)
            here = self.browser.run("return document.getElementById('timeline').offsetTop")
            text = self.answer("#packet", here)
            self.assertTrue(text.startswith(f"Packet {bar.frame}, "), text)
            self.assertIn(" = (", text)
            self.assertAlmostEqual(self.browser.run("return replay.now"), bar.time / 1e6)

    def test_when_was_the_most_sent(self):
        """Bytes over time refine with the zoom: the packets of a short time, each where it is."""
        bars = self.report.bars()
        middle = bars[len(bars) // 2].time / 1e6
        for _ in self.at_each_size():
            here = self.follow("#contents a[href='#timeline']")
            self.answer("#lanes canvas", here)
            self.browser.run("timeline.show(arguments[0] - 0.05, arguments[0] + 0.05)", middle)
            step, width = self.browser.run("return [timeline.stepWidth(), timeline.facts.width]")
            self.assertLess(step, width)
            layers = self.browser.run("const step = timeline.stepWidth(); return timeline.refined(step, Math.floor(timeline.from / step), Math.ceil(timeline.to / step) - 1).flatMap((layer) => layer.bins.map((bytes, bin) => [bin, bytes || 0]))")
            first = int(self.browser.run("return timeline.from") // step)
            last = -int(-self.browser.run("return timeline.to") // step) - 1
            inside = [bar for bar in bars if first <= int(bar.time / 1e6 // step) <= last]
            self.assertEqual(sum(size for _, size in layers), sum(bar.bytes for bar in inside))
            self.assertGreater(len(inside), 5)

    def test_who_calls_whom(self):
        for _ in self.at_each_size():
            here = self.follow("#contents a[href='#calls']")
            self.assertIn("red", self.answer("#calls .wide", here))


if __name__ == "__main__":
    unittest.main()
