# SPDX-License-Identifier: MIT
"""The page in a real browser: its report, tables and lines are those of godot-analyse; it requests nothing; what is in a
capture or in its name changes nothing of it."""

import csv
import gzip
import random
import re
import shutil
import socket
import struct
import sys
import unittest

from page_case import ARENA, HAS_ENDED, PAGE, PCAPS, REPORT_IS_SHOWN, PageCase, analysed
from repeated import repeat

sys.path.append(str(PCAPS / "vectors"))
import pcapwriter  # noqa: E402

SHOWN = [ARENA,
         PCAPS / "multiplayer" / "godot-4.6" / "replication_websocket.pcap",
         PCAPS / "multiplayer" / "godot-4.6" / "mesh_enet.pcap",
         PCAPS / "multiplayer" / "godot-4.6" / "peers_enet_range_coder.pcap",
         PCAPS / "multiplayer" / "godot-3.6" / "fleet_enet.pcap",
         PCAPS / "lossy" / "godot-4.6" / "arena_lossy_enet.pcap",
         PCAPS / "problems" / "godot-4.6" / "problems_enet.pcap",
         PCAPS / "links" / "godot-4.6" / "lossy_server.pcap",
         PCAPS / "debugger" / "godot-4.6" / "session.pcap",
         PCAPS / "files" / "godot-4.6" / "remote.pcap",
         PCAPS / "godot-3.6" / "variants_tcp_be.pcap",
         PCAPS / "mirror" / "arena_enet.server.pcapng",
         *sorted((PCAPS / "enet" / "godot-4.6").glob("*z*.pcap*"))]
MIRRORED = PCAPS / "mirror" / "arena_enet.server.pcapng"
SEALED = PCAPS / "godot-4.6" / "variants_tls.pcapng"
NOTHING = PCAPS / "noise" / "dns.pcap"
PROJECT = PCAPS / "projects" / "multiplayer4"
BIG = 20_000_000
TAB, ENTER, LEFT, RIGHT, DOWN = "\ue004", "\ue007", "\ue012", "\ue014", "\ue015"


class Page(PageCase):
    def assert_answers(self, found, *words):
        """All that the page has is what the program writes."""
        report = self.folder / "expected.html"
        analysed(*words, "--report", report)
        self.assertEqual(found["report"], report.read_text(encoding="utf-8"))
        report.unlink()
        self.assertGreater(len(found["tables"]), 15)
        for name, text in found["tables"].items():
            self.assertEqual(text, analysed(*words, name + ",csv"), name)

    def test_the_answers_are_those_of_the_program(self):
        rows = 0
        for capture in SHOWN:
            with self.subTest(capture=capture.name):
                self.read(capture)
                self.assert_answers(self.answer(), capture)
                rows += sum(text.count("\n") for text in self.answer()["tables"].values())
        self.assertGreater(rows, 1000)

    def test_the_list_has_the_lines_of_the_program(self):
        for capture in SHOWN[:6]:
            with self.subTest(capture=capture.name):
                self.read(capture)
                mine = {row[0]: row for row in self.browser.run("return rows")}
                sent = {}
                for line in analysed(capture, "--calls").splitlines():
                    number, time, problem, rest = re.match(r" *(\d+) +([\d.]+)  (\[[^\]]*\] )?(.*)", line).groups()
                    sent.setdefault(int(number), []).append((time, problem, rest))
                self.assertGreater(len(sent), 10)
                for number, lines in sent.items():
                    _, nanoseconds, begin, end, _, _, text, _, problems = mine[number]
                    self.assertEqual(f"{nanoseconds / 1e9:.6f}", lines[0][0])
                    if any(problem for _, problem, _ in lines):
                        self.assertNotEqual(problems, "", lines)
                    ends = f"{begin} \u2192 {end}  " if begin else ""
                    self.assertTrue(lines[0][2].startswith(ends), (ends, lines))
                    wanted = "; ".join([lines[0][2].removeprefix(ends), *(re.sub(r"^.*? \u2192 .*?  " if ends else r"^$", "", rest) for _, _, rest in lines[1:])])
                    self.assertTrue(wanted.startswith(text.removesuffix("\u2026")), (text, lines))

    def test_several_captures_are_one_game(self):
        pair = [PCAPS / "links" / "godot-4.6" / f"lossy_{side}.pcap" for side in ("client", "server")]
        pair = pair if all(each.exists() for each in pair) else SHOWN[:2]
        self.read(*pair)
        self.assert_answers(self.answer(), *pair)

    def test_a_packed_capture(self):
        packed = self.folder / "packed.pcap.gz"
        packed.write_bytes(gzip.compress(ARENA.read_bytes()))
        self.read(packed)
        self.assert_answers(self.answer(), packed)

    def test_names_come_from_a_project(self):
        self.read(ARENA)
        without = self.answer()["tables"]
        # Chosen behind the captures: they are read again.
        self.choose_project(PROJECT)
        self.browser.wait_for("it is read again", HAS_ENDED)
        with_names = self.answer()["tables"]
        self.assertNotEqual(without, with_names)
        for name, text in with_names.items():
            self.assertEqual(text, analysed(ARENA, "--project", PROJECT, name + ",csv"), name)

    def test_the_example(self):
        """From the page alone to the answer: a click, and the report is shown."""
        self.browser.click("#try")
        self.browser.wait_for("the example is read", HAS_ENDED)
        self.assert_answers(self.answer(), ARENA)
        self.browser.wait_for("the report is shown", REPORT_IS_SHOWN)

    def test_the_report_leads_to_packets(self):
        """A problem's packet, and a bar of the timeline."""
        self.read(PCAPS / "problems" / "godot-4.6" / "problems_enet.pcap")
        self.browser.wait_for("the report is shown", REPORT_IS_SHOWN)
        number = self.browser.run("""
            const button = document.querySelector('iframe').contentDocument.querySelector('[data-packet]');
            button.click();
            return Number(button.dataset.packet);""")
        self.assertEqual(self.browser.run("return document.getElementById('filter').value"), f"frame.number == {number}")
        self.browser.click("#tab-report")
        other = self.browser.run("return rows.find((row) => row[0] !== arguments[0])[0]", number)
        self.browser.run("document.querySelector('iframe').contentDocument.getElementById('packet').textContent = `Packet ${arguments[0]}, 1.0 s`", other)
        self.browser.wait_for("it is offered", "return !document.getElementById('to-packet').hidden")
        self.browser.click("#to-packet")
        self.assertEqual(self.browser.run("return document.getElementById('filter').value"), f"frame.number == {other}")

    def test_filters_and_keys_of_the_list(self):
        self.read(PCAPS / "problems" / "godot-4.6" / "problems_enet.pcap")
        rows = self.browser.run("return rows")
        self.browser.click("#tab-packets")
        drawn = "return [...document.querySelectorAll('#rows .row')].map((row) => Number(row.cells ? row.cells[0].textContent : row.firstChild.textContent))"
        self.assertEqual(self.browser.run(drawn)[:5], [row[0] for row in rows][:5])
        self.browser.run("document.getElementById('problem').value = '*'; document.getElementById('problem').dispatchEvent(new Event('change'))")
        wanted = [row[0] for row in rows if row[8] != ""]
        self.assertGreater(len(wanted), 3)
        self.assertEqual(self.browser.run(drawn)[:3], wanted[:3])
        self.assertTrue(self.text("#count").startswith(f"{len(wanted)} of "), self.text("#count"))
        for keys, index in (("\ue015", 0), ("\ue015", 1), ("\ue013", 0), ("\ue010", len(wanted) - 1), ("\ue011", 0)):
            self.browser.type("#list", keys)
            self.assertEqual(self.browser.run("return document.getElementById('filter').value"), f"frame.number == {wanted[index]}")
        kind = next(row[5] for row in rows if row[5] != "" and "," not in row[5])
        self.browser.run("""for (const [id, value] of [['problem', ''], ['kind', arguments[0]]]) document.getElementById(id).value = value;
            document.getElementById('kind').dispatchEvent(new Event('change'))""", kind)
        self.assertEqual(self.browser.run("return shown.map((i) => rows[i][0])"), [row[0] for row in rows if kind in row[5].split(", ")])
        self.browser.run("document.getElementById('kind').value = ''")
        word = rows[len(rows) // 2][2].split()[0]
        self.browser.type("#words", word)
        self.assertEqual(self.browser.run("return shown.map((i) => rows[i][0])"),
                         [row[0] for row in rows if any(word.lower() in str(cell).lower() for cell in row)])

    def packet(self, number):
        """Shows a packet, and waits for its items: (depth, label, filter, which bytes, begin, length, kind)."""
        self.browser.run("fields = null; showPacket(arguments[0])", number)
        self.browser.wait_for(f"the fields of packet {number} are shown", "return fields !== null && asked === 0")
        return self.browser.run("return fields.items")

    def test_a_packets_fields_and_bytes(self):
        """A call of the example: what it says stands in the capture's bytes."""
        self.read(ARENA)
        number = self.browser.run("return rows.find((row) => row[5] === 'Remote call')[0]")
        items = self.packet(number)
        self.assertTrue(items[0][1].startswith("ENet, stream "), items[0])
        call = next(item for item in items if item[1].startswith("Godot Multiplayer, "))
        line = self.browser.run("return rows.find((row) => row[0] === arguments[0])[6]", number)
        self.assertTrue(call[1].endswith(line), (call, line))
        method = next(item for item in items if item[2] == "godot.rpc.method_id")
        self.browser.click(f"#item-{items.index(method)}")
        self.assertEqual(self.browser.run("return document.getElementById('filter').value"), f"frame.number == {number} && godot.rpc.method_id")
        marked = self.browser.run("return [...document.querySelectorAll('#bytes .marked')].map((cell) => Number(cell.dataset.place))")
        self.assertEqual(sorted(set(marked)), list(range(method[4], method[4] + method[5])))
        # The bytes lead back.
        self.browser.run("document.querySelector(`#bytes [data-place='${arguments[0]}']`).click()", method[4])
        self.assertEqual(self.browser.run("return fields.items[chosen][4]"), method[4])
        bytes_shown = bytes.fromhex(self.browser.run("return fields.bytes[0].hex"))
        self.assertIn(bytes_shown, ARENA.read_bytes())

    def test_the_fields_of_every_protocol(self):
        for capture in SHOWN:
            with self.subTest(capture.name):
                self.read(capture)
                numbers = self.browser.run("return rows.map((row) => row[0])")
                found = 0
                for number in numbers[:: max(1, len(numbers) // 6)]:
                    items = self.packet(number)
                    found += len(items)
                    sizes = self.browser.run("return fields.bytes.map((each) => each.size)")
                    for item in items:
                        self.assertLessEqual(item[4] + item[5], sizes[item[3]], item)
                self.assertGreater(found, 10)

    def test_keys_of_the_tree(self):
        self.read(ARENA)
        items = self.packet(self.browser.run("return rows.find((row) => row[5] === 'Remote call')[0]"))
        for keys, index in (("\ue015", 1), ("\ue013", 0), ("\ue014", 1), ("\ue010", len(items) - 1), ("\ue011", 0)):
            self.browser.type("#tree", keys)
            self.assertEqual(self.browser.run("return chosen"), index)
        self.browser.type("#tree", "\ue012")
        self.assertEqual(self.browser.run("return document.querySelectorAll('#tree .item').length"), sum(item[0] == 0 for item in items))
        self.assertEqual(self.browser.run("return document.getElementById('item-0').getAttribute('aria-expanded')"), "false")

    def test_the_list_is_saved(self):
        self.read(ARENA)
        text = self.browser.run("return rowsAsCsv()")
        rows = list(csv.reader(text.splitlines()))
        shown = self.browser.run("return shown.map((i) => rows[i])")
        self.assertEqual([row[0] for row in rows[1:]], [str(row[0]) for row in shown])
        self.assertEqual(self.browser.run("return csvOf(['=1+1', 'a\"b', 3, 'c,d'])"), "'=1+1,\"a\"\"b\",3,\"c,d\"\n")

    def test_a_row_of_the_report_leads_to_its_packets(self):
        self.read(ARENA)
        self.browser.wait_for("the report is shown", REPORT_IS_SHOWN)
        node = self.browser.run("""
            const nodes = [...document.getElementById('node').options].map((option) => option.value).filter((value) => value !== '');
            for (const row of document.querySelector('iframe').contentDocument.querySelectorAll('tr')) {
              const found = [...row.cells].map((cell) => cell.textContent.trim()).find((text) => nodes.includes(text));
              if (found !== undefined) { row.cells[0].click(); return found; }
            }
            return null;""")
        self.assertIsNotNone(node)
        self.browser.click("#to-rows")
        self.assertEqual(self.browser.run("return document.getElementById('node').value"), node)
        self.assertTrue(self.browser.run("return shown.length > 0 && shown.every((i) => rows[i][7].split(', ').includes(arguments[0]))", node))

    def test_a_long_list_draws_what_is_seen(self):
        self.browser.run("""rows = [];
            for (let i = 0; i < 200000; i++) rows.push([i + 1, i * 1e6, 'a', 'b', '0', 'Remote call', 'line ' + i, 'Main', '']);
            answer = { outcome: { left_out: 0 }, name: 'made', tables: {}, report: '' };
            document.getElementById('result').hidden = false; fillChoices(); filterRows(); choose('packets');""")
        for place, first in (("0", 1), ("1e9", None)):
            self.browser.run(f"document.getElementById('list').scrollTop = {place}")
            self.browser.run("draw()")
            numbers = self.browser.run("return [...document.querySelectorAll('#rows .row')].map((row) => Number(row.firstChild.textContent))")
            self.assertLess(len(numbers), 100)
            self.assertEqual(numbers, list(range(numbers[0], numbers[0] + len(numbers))))
            self.assertEqual(numbers[0] if first else numbers[-1], first or 200_000)
        self.browser.type("#list", "\ue010")
        self.assertEqual(self.browser.run("return document.getElementById('filter').value"), "frame.number == 200000")

    def test_tables_and_reports_are_saved(self):
        self.read(ARENA)
        self.browser.run("""window.saved = [];
            HTMLAnchorElement.prototype.click = function () { saved.push(this.download); };
            URL.createObjectURL = (blob) => { blob.text().then((text) => saved.push(text)); return 'blob:none'; };
            document.getElementById('table').value = 'godot,profile';""")
        for button in ("#save-report", "#save-table"):
            self.browser.click(button)
        self.browser.wait_for("both are saved", "return saved.length === 4")
        found = self.answer()
        self.assertEqual(sorted(self.browser.run("return saved")),
                         sorted(["arena_enet.html", "arena_enet-godot-profile.csv", found["report"], found["tables"]["godot,profile"]]))

    def test_what_is_wrong_with_a_file_is_said(self):
        """And what to do about it."""
        data, mirrored = ARENA.read_bytes(), MIRRORED.read_bytes()
        for name, content, said, advice, is_shown in (
            ("note.txt", b"This is no capture.\n" * 20, "note.txt: ", "save one by Wireshark", False),
            ("empty.pcap", b"", "empty.pcap: ", "record again", False),
            ("garbage.pcap.gz", gzip.compress(bytes(range(256)) * 40), "garbage.pcap.gz: ", "no capture", False),
            ("broken.pcap.gz", b"\x1f\x8b\x08\x00" + b"x" * 3000, "damaged", "unpack it first", False),
            ("damaged.pcap.gz", gzip.compress(data)[:9000] + b"x" * 5000, "damaged", "copy it again", True),
            ("cut.pcapng", mirrored[: len(mirrored) // 2 + 1], "the capture ends", "copy it again", True),
            ("cut.pcap", data[:-7], "the capture ends", "copy it again", True),
            ("none.pcap", data[:24], "no packets", "interface", False),
            (None, NOTHING, "Nothing of Godot", "the interface on which the game sends", True),
            (None, SEALED, "encrypted", "the mirror", True)):
            with self.subTest(name):
                path = content
                if name is not None:
                    path = self.folder / name
                    path.write_bytes(content)
                self.read(path)
                message = self.text("#message")
                self.assertIn(said, message)
                self.assertIn(advice, message)
                self.assertNotIn("/captures/", message)
                self.assertEqual(not self.browser.run("return document.getElementById('result').hidden"), is_shown)
                self.assertEqual(self.browser.complaints(), [])

    def test_a_file_beside_a_capture(self):
        """The sentence names the file to leave out."""
        note = self.folder / "note.txt"
        note.write_text("This is no capture.\n" * 20)
        self.read(ARENA, note)
        self.assertIn("note.txt: ", self.text("#message"))
        self.assertIn("leave other files out", self.text("#message"))

    def test_a_project_with_binary_files(self):
        """Pictures are not read; what is called a script but is none gives no names, and harms no other."""
        folder = self.folder / "binary"
        shutil.copytree(PROJECT, folder)
        (folder / "icon.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 50)
        (folder / "binary.gd").write_bytes(bytes(range(256)) * 4000)
        (folder / "empty.tscn").write_bytes(b"")
        (folder / "binary.tscn").write_bytes(b"RSRC" + bytes(range(256)) * 100)
        self.choose_project(folder)
        self.assertFalse(self.browser.run("return filesOfProject().some((file) => file.name.endsWith('.png'))"))
        self.read(ARENA)
        for name, text in self.answer()["tables"].items():
            self.assertEqual(text, analysed(ARENA, "--project", PROJECT, name + ",csv"), name)
        self.assertEqual(self.text("#message"), "")

    def test_a_folder_without_a_project(self):
        folder = self.folder / "scripts"
        folder.mkdir()
        (folder / "player.gd").write_text("extends Node\n")
        self.choose_project(folder)
        self.assertIn("no project.godot", self.text("#message"))

    def test_too_little_memory(self):
        """As where a browser refuses more."""
        refuse = "WebAssembly.Memory.prototype.grow = () => { throw new RangeError('no more'); };\n"
        self.browser.run("const worker = document.getElementById('worker'); worker.textContent = arguments[0] + worker.textContent", refuse)
        self.read(repeat(ARENA, self.folder / "large.pcap", size=BIG))
        self.assertRegex(self.text("#message"), r"no more memory: the engine had 1\d\.\d MB")
        self.assertIn("godot-analyse", self.text("#message"))
        self.assertTrue(self.browser.run("return worker === null && document.getElementById('result').hidden"))

    def test_an_end_of_the_engine_is_not_called_memory(self):
        """Where no memory was refused."""
        fault = "onmessage = ({ data }) => postMessage(failure(new Error('Aborted()')));\n"
        self.browser.run("const worker = document.getElementById('worker'); worker.textContent += arguments[0]", fault)
        self.read(ARENA)
        self.assertIn("could not be read: Aborted()", self.text("#message"))
        self.assertNotIn("memory", self.text("#message"))

    def test_progress_and_stop(self):
        """The engine does not say that it has ended, however late it is stopped."""
        endless = "{ const post = postMessage; postMessage = (message) => { if (message.kind !== 'done') post(message); }; }\n"
        change = "const worker = document.getElementById('worker'); window.kept ??= worker.textContent; worker.textContent = arguments[0] + window.kept"
        self.browser.run(change, endless)
        big = repeat(ARENA, self.folder / "big.pcap", size=BIG)
        self.browser.run("document.getElementById('captures').value = ''")
        self.browser.type("#captures", str(big))
        self.browser.wait_for("it reads", "return /of 2\\d\\.\\d MB/.test(document.getElementById('progress-text').textContent)")
        self.assertFalse(self.browser.run("return document.getElementById('running').hidden"))
        self.browser.click("#stop")
        self.assertTrue(self.browser.run("return worker === null && answer === null && document.getElementById('running').hidden"))
        self.assertIn("Stopped", self.text("#message"))
        self.browser.run(change, "")
        self.read(ARENA)
        self.assert_answers(self.answer(), ARENA)

    def test_a_name_of_a_file_is_text(self):
        names = ["<img src=x onerror=\"document.title='taken'\">.pcap", "a'\"&lt;b&gt;{{script}}.pcap", "a\u202eb.pcap"]
        title = self.browser.run("return document.title")
        for name in names:
            with self.subTest(name):
                path = self.folder / name
                path.write_bytes(ARENA.read_bytes())
                self.read(path)
                self.assertEqual(self.browser.run("return document.title"), title)
                self.assertEqual(self.browser.run("return document.querySelectorAll('img, svg, object, embed, link, form').length"), 0)
                self.assert_answers(self.answer(), path)

    def test_hostile_texts_stay_text(self):
        """Made here: no engine sends such names. They replace a path of a real capture, byte for byte."""
        data = ARENA.read_bytes()
        for hostile in (b"<img src=x onerror=a>", b"</script><script>a()", b"\x1b[31m\x01\x7f{{script}}", b"\xe2\x80\xae\xe2\x81\xa6'\"><svg onload"):
            for found in re.findall(rb"Main/[A-Za-z/]{8,}", data)[:3]:
                data = data.replace(found, (hostile * 9)[: len(found)])
            path = self.folder / "hostile.pcap"
            path.write_bytes(data)
            self.read(path)
            self.browser.click("#tab-packets")
            self.assertEqual(self.browser.run("return document.querySelectorAll('img, svg, object, embed, link, form').length"), 0)
            self.assert_answers(self.answer(), path)
            data = ARENA.read_bytes()

    def test_a_megabyte_of_text(self):
        """Made here: a value that is a String of a megabyte, whose text would change a page."""
        hostile = '</script><img src=x onerror="document.title=1">\x1b\u202e\n'
        path = self.folder / "megabyte.pcap"
        with pcapwriter.Capture(path) as capture:
            connection = pcapwriter.TcpConnection(capture, 40000, 9000)
            for text in (*(f"Hello {i}" for i in range(8)), hostile * 20_000):
                data = text.encode()
                value = struct.pack("<II", 4, len(data)) + data + bytes(-len(data) % 4)
                connection.c2s(struct.pack("<I", len(value)) + value)
            connection.close()
        title = self.browser.run("return document.title")
        self.read(path)
        self.assert_answers(self.answer(), path)
        self.browser.click("#tab-packets")
        row = self.browser.run("return rows[rows.length - 1]")
        self.assertIn("<img src=x", row[6])
        self.assertLess(len(row[6]), 400)
        items = self.packet(row[0])
        self.assertTrue(any("<img src=x" in item[1] for item in items))
        self.assertLess(max(len(item[1]) for item in items), 10_000)
        self.assertEqual(self.browser.run("return [document.title, document.querySelectorAll('img, svg, object, embed, link, form').length]"), [title, 0])

    def test_damaged_packets(self):
        """Bytes behind the headers of UDP are others: the answers are the program's, and nothing is complained of."""
        for seed in range(5):
            chance, data, at = random.Random(seed), bytearray(ARENA.read_bytes()), 24
            while at < len(data):
                size = int.from_bytes(data[at + 8 : at + 12], "little")
                if size > 60 and chance.random() < 0.5:
                    data[at + 16 + chance.randrange(48, size)] = chance.randrange(256)
                at += 16 + size
            path = self.folder / "hurt.pcap"
            path.write_bytes(data)
            with self.subTest(seed):
                self.read(path)
                self.assert_answers(self.answer(), path)
                for number in self.browser.run("return rows.filter((row) => row[8] !== '').slice(0, 4).map((row) => row[0])"):
                    self.packet(number)

    def test_the_policy_forbids_connections_and_other_scripts(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            server.settimeout(1)
            address = f"http://127.0.0.1:{server.getsockname()[1]}/"
            refused = self.browser.run_async("""
                const [address, done] = arguments;
                const script = document.createElement('script');
                script.textContent = "document.title = 'taken'";
                document.body.append(script);
                const image = document.createElement('img');
                image.src = address + 'x.png';
                document.body.append(image);
                fetch(address).then(() => done('connected'), () => done('refused'));""", address)
            self.assertEqual(refused, "refused")
            with self.assertRaises(TimeoutError):
                server.accept()
        self.assertNotEqual(self.browser.run("return document.title"), "taken")
        complaints = self.browser.complaints()
        self.assertTrue(complaints and all("Content Security Policy" in each for each in complaints), complaints)
        self.browser.open(PAGE)
        self.browser.requests()

    def test_nothing_is_stored(self):
        self.read(ARENA)
        self.assertEqual(self.browser.run("""
            const count = (get) => { try { return get().length; } catch { return 0; } };
            return [count(() => localStorage), count(() => sessionStorage), document.cookie]"""), [0, 0, ""])

    def test_a_narrow_page_and_a_dark_one(self):
        self.browser.view(400, 800)
        self.read(ARENA)
        for tab in ("#tab-report", "#tab-packets"):
            self.browser.click(tab)
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), 400)
        self.browser.view(1300, 1000)
        ground = "return getComputedStyle(document.body).backgroundColor"
        self.browser._devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        dark = self.browser.run(ground)
        self.browser._devtools("Emulation.setEmulatedMedia", features=[])
        self.assertNotEqual(dark, self.browser.run(ground))

    def tab_to(self, name):
        """By the key Tab alone; where the focus is can be seen."""
        for _ in range(40):
            self.browser.press(TAB)
            found, outline = self.browser.run("const at = document.activeElement; return [at.id, getComputedStyle(at).outlineStyle]")
            if found == name:
                self.assertNotEqual(outline, "none", name)
                return
        self.fail(f"Tab does not lead to {name}")

    def test_keys_alone_lead_to_the_answer(self):
        """From the page's top to the bytes of an argument, back to the report, and to a table's file."""
        for name in ("captures", "project", "try"):
            self.tab_to(name)
        self.browser.press(ENTER)
        self.browser.wait_for("the example is read", HAS_ENDED)
        self.tab_to("tab-report")
        self.browser.press(RIGHT)
        self.assertEqual(self.browser.run("return [document.activeElement.id, document.getElementById('packets-panel').hidden]"), ["tab-packets", False])
        self.tab_to("words")
        self.browser.press(*"remote")
        self.tab_to("list")
        self.browser.run("fields = null")
        self.browser.press(DOWN)
        self.browser.wait_for("its fields are shown", "return fields !== null && asked === 0")
        self.assertIn("Remote call", self.text("#row-fields"))
        self.tab_to("tree")
        index = self.browser.run("return openItems().findIndex((i) => fields.items[i][2] === 'godot.rpc.method_id')")
        self.browser.press(*[DOWN] * index)
        self.assertIn("godot.rpc.method_id", self.browser.run("return document.getElementById('filter').value"))
        self.assertTrue(self.browser.run("return document.querySelectorAll('#bytes .marked').length > 0"))
        for name in ("bytes", "filter", "copy"):
            self.tab_to(name)
        self.tab_to("tab-packets")
        self.browser.press(LEFT)
        self.assertEqual(self.browser.run("return [document.activeElement.id, document.getElementById('report-panel').hidden]"), ["tab-report", False])
        self.browser.run("window.saved = []; HTMLAnchorElement.prototype.click = function () { saved.push(this.download); }")
        self.tab_to("save-report")
        self.browser.press(ENTER)
        self.assertEqual(self.browser.run("return saved"), ["arena_enet.html"])

    def test_a_damaged_engine_is_said(self):
        self.browser.run("const engine = document.getElementById('engine'); engine.textContent = engine.textContent.slice(0, 100000)")
        self.read(ARENA)
        self.assertIn("the engine is damaged", self.text("#message"))

    def test_its_size(self):
        """web/numbers.cpp replaces libc++'s tables, and nothing uses streams of the standard library: either costs a tenth of the page."""
        data = PAGE.read_bytes()
        self.assertLess(len(data), 2_500_000)
        self.assertLess(len(gzip.compress(data, 9)), 700_000)
        self.assertNotIn(b"http://", re.sub(rb"<script.*?</script>", b"", data, flags=re.S))


if __name__ == "__main__":
    unittest.main()
