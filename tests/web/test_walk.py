# SPDX-License-Identifier: MIT
"""A stranger with a capture: ten questions, from dropping the file to the answer. Readable means: on a desktop and on a phone, in
view or not more than one page below the place where the reader is, and not cut at the side. The answers are those of
godot-analyse, and of the capture's bytes."""

import csv
import re
import struct
import unittest

from page_case import PCAPS, REPORT_IS_SHOWN, PageCase, analysed

LOSSY = PCAPS / "lossy" / "godot-4.6" / "arena_lossy_enet.pcap"
SEALED = PCAPS / "godot-4.6" / "variants_dtls.pcapng"
PROJECT = PCAPS / "projects" / "multiplayer4"
SIZES = ((1300, 900), (400, 800))
PLACE = """
const element = document.querySelector(arguments[0]);
if (element === null) return null;
const box = element.getBoundingClientRect();
return { left: box.left, right: box.right, top: box.top + scrollY, bottom: box.bottom + scrollY, width: innerWidth, height: innerHeight,
  seen: element.checkVisibility(), size: parseFloat(getComputedStyle(element).fontSize), text: element.innerText };
"""


def table(name):
    lines = [line for line in analysed(LOSSY, "--project", PROJECT, f"{name},csv").splitlines() if not line.startswith("# ")]
    return list(csv.DictReader(lines))


class Walk(PageCase):
    def drop(self, *captures):
        """From the desktop's files onto the page."""
        box = self.browser.run("const box = document.getElementById('drop').getBoundingClientRect(); return [box.left + 20, box.top + 20]")
        data = {"items": [], "files": [str(each) for each in captures], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.browser._devtools("Input.dispatchDragEvent", type=kind, x=int(box[0]), y=int(box[1]), data=data)

    def at_each_size(self, *captures):
        """The page is opened, gets the project, and the capture is dropped on it."""
        for width, height in SIZES:
            self.browser.view(width, height)
            self.setUp()
            self.choose_project(PROJECT)
            self.drop(*(captures or (LOSSY,)))
            self.browser.wait_for("the capture is read", "return document.getElementById('running').hidden && (answer !== null)")
            yield

    def in_report(self):
        self.browser.wait_for("the report is shown", REPORT_IS_SHOWN)
        return self.browser.inside("iframe")

    def answer_at(self, selector, since=0):
        """The text of an element that the reader finds within a page below `since`."""
        place = self.browser.run(PLACE, selector)
        self.assertIsNotNone(place, selector)
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
        frames = self.frames()
        for _ in self.at_each_size():
            self.assertEqual(self.answer_at("#of"), f"{LOSSY.name}: {frames:,} packets")
            with self.in_report():
                self.assertRegex(self.answer_at("#subject"), r"\d{4}-\d\d-\d\d \d\d:\d\d UTC")

    def frames(self):
        """Packets of a pcap file, read apart from the program."""
        data, at, count = LOSSY.read_bytes(), 24, 0
        while at < len(data):
            at += 16 + int.from_bytes(data[at + 8 : at + 12], "little")
            count += 1
        return count

    def test_who_played_and_how_long(self):
        lines = analysed(LOSSY, "--calls").splitlines()
        lasts = float(lines[-1].split()[1]) - float(lines[0].split()[1])
        for _ in self.at_each_size():
            with self.in_report():
                text = self.answer_at("#players")
            self.assertIn("server", text)
            self.assertAlmostEqual(float(re.search(r"([\d.]+) s\b", text)[1]), lasts, delta=1.0)

    def test_what_is_wrong_and_what_to_do(self):
        """The most severe cause first; its remedy is beside it."""
        row = table("godot,problems")[0]
        for _ in self.at_each_size():
            with self.in_report():
                text = self.answer_at("#problems > li")
            self.assertTrue(text.startswith(row["cause"]), text)
            self.assertIn("\u2192 " + row["remedy"], text)

    def test_where_is_it(self):
        """A click in the report leads to the packet in the list; what is said of it there is the table's row."""
        rows = table("godot,problems")
        mine = [row for row in rows if row["cause"] == rows[0]["cause"]]
        frame = min(int(row["first"]) for row in mine)
        for _ in self.at_each_size():
            with self.in_report():
                self.browser.click("#problems > li button.packet")
            self.assertEqual(self.browser.run("return rows[shown[selected]][0]"), frame)
            here = self.browser.run("return document.getElementById('packets-panel').offsetTop")
            self.assertIn(f"{mine[0]['problem']}: {mine[0]['cause']} \u2192 {mine[0]['remedy']}", self.answer_at("#row-fields", here))
            self.assertEqual(self.browser.run("return document.getElementById('filter').value"), f"frame.number == {frame}")

    def test_who_lagged_and_why(self):
        lagging = [row for row in table("enet,streams") if row["verdict"] and not row["verdict"].endswith(": steady")]
        self.assertTrue(lagging)
        for _ in self.at_each_size():
            with self.in_report():
                text = self.answer_at("#verdicts > li")
            self.assertIn(lagging[0]["verdict"], text)
            self.assertIn("the network", text)

    def test_which_node_costs_most(self):
        row = table("godot,profile")[0]
        for _ in self.at_each_size():
            with self.in_report():
                self.assertTrue(self.answer_at("#costs > li").startswith(f"{row['kind']} {row['node']}"))

    def test_what_did_a_player_see(self):
        """The replay at a time: each node has the position of the last state that was sent to this player."""
        sent = {}
        for line in analysed(LOSSY, "--project", PROJECT, "--calls").splitlines():
            state = re.match(r" *\d+ +([\d.]+)  server \u2192 (\S+)  sync (.*)", line)
            if state and float(state[1]) <= 5.2:
                for node, x, y in re.findall(r"([\w/]+): position = Vector2\(([-\d.e]+), ([-\d.e]+)\)", state[3]):
                    sent.setdefault(state[2], {})[node] = float(x), float(y)
        for _ in self.at_each_size():
            with self.in_report():
                here = self.follow("#contents a[href='#replay']")
                self.browser.run("const field = document.getElementById('moment-number'); field.value = '5.2'; field.dispatchEvent(new Event('change'))")
                player = re.search(r"What (\S+) was sent", self.answer_at("#replay-heading", here))[1]
                self.answer_at("#replay-values tbody tr", here)
                shown = self.browser.run("return [...document.querySelectorAll('#replay-values tbody tr')].map((row) => [...row.cells].slice(0, 2).map((cell) => cell.textContent))")
            self.assertGreater(len(sent[player]), 2)
            self.assertEqual({node for node, _ in shown}, set(sent[player]))
            for node, value in shown:
                for number, wanted in zip(value.strip("()").split(", "), sent[player][node]):
                    self.assertAlmostEqual(float(number), wanted, delta=abs(wanted) * 1e-3 + 1e-3)

    def test_what_was_in_a_packet(self):
        """Words lead to a call; its argument is a field, whose bytes are marked: they say the number, and stand in the capture."""
        for _ in self.at_each_size():
            self.browser.click("#tab-packets")
            self.browser.type("#words", "move(")
            self.browser.run("fields = null")
            self.browser.type("#list", "\ue015")
            self.browser.wait_for("its fields are shown", "return fields !== null && asked === 0")
            here = self.browser.run("return document.getElementById('packet').getBoundingClientRect().top + scrollY")
            number, line = self.browser.run("return [rows[shown[selected]][0], rows[shown[selected]][6]]")
            self.assertIn("direction: Vector2(", self.answer_at("#tree", here))
            self.answer_at("#bytes", here)
            index = self.browser.run("return fields.items.findIndex((item) => item[2] === 'godot.variant.vector2.x')")
            self.browser.click(f"#item-{index}")
            marked = self.browser.run("return [...document.querySelectorAll('#bytes .marked')].filter((cell) => cell.textContent.length === 2).map((cell) => cell.textContent).join('')")
            self.assertEqual(struct.unpack("<f", bytes.fromhex(marked))[0], float(re.search(r"direction: Vector2\(([-\d.e]+),", line)[1]))
            self.assertEqual(self.text(f"#item-{index}"), "x: " + re.search(r"direction: Vector2\(([-\d.e]+),", line)[1])
            self.assertIn(bytes.fromhex(self.browser.run("return fields.bytes[0].hex")), LOSSY.read_bytes())
            # What Wireshark is told.
            self.assertEqual(self.browser.run("return document.getElementById('filter').value"), f"frame.number == {number} && godot.variant.vector2.x")

    def test_which_packets_are_of_this_node(self):
        """A click on a table's row offers them; the list has the packets whose calls the program prints."""
        calls = {}
        for line in analysed(LOSSY, "--project", PROJECT, "--calls").splitlines():
            called = re.match(r" *(\d+) +[\d.]+  \S.* \u2192 \S+  (?:\[\w+\] )?([\w/]+)\.\w+\(", line)
            if called:
                calls.setdefault(called[2], set()).add(int(called[1]))
        for _ in self.at_each_size():
            with self.in_report():
                node = self.browser.run("""
                    for (const row of document.querySelectorAll('tr')) {
                      const texts = [...row.cells].map((cell) => cell.textContent.trim());
                      const found = texts.find((text) => arguments[0].includes(text));
                      if (found !== undefined && texts.includes('Remote call')) { row.cells[0].click(); return found; }
                    }
                    return null;""", sorted(calls))
            self.assertIsNotNone(node)
            self.browser.click("#to-rows")
            self.assertEqual(self.browser.run("return [document.getElementById('node').value, document.getElementById('kind').value]"), [node, "Remote call"])
            listed = set(self.browser.run("return shown.map((i) => rows[i][0])"))
            self.assertGreater(len(listed), 5)
            self.assertEqual(calls[node] - listed, set())
            self.assertTrue(self.answer_at("#count").startswith(f"{len(listed)} of "))

    def test_what_about_a_folder(self):
        """Dropped whole: what to drop instead is said, and nothing is read."""
        self.drop(PROJECT)
        self.browser.wait_for("it is said", "return document.getElementById('message').textContent !== ''")
        self.assertIn(f"{PROJECT.name} is a folder: ", self.answer_at("#message"))
        self.assertTrue(self.browser.run("return worker === null && document.getElementById('running').hidden"))

    def test_why_is_there_nothing(self):
        """An encrypted game: the page says so, and what to do."""
        for _ in self.at_each_size(SEALED):
            text = self.answer_at("#message")
            self.assertIn("encrypted", text)
            self.assertIn("mirror", text)


if __name__ == "__main__":
    unittest.main()
