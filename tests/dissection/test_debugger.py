# SPDX-License-Identifier: MIT
"""The remote debugger: every message of every capture by name and element, compared with an independent reader (Python)
and with the logs of the listener and the game."""

import functools
import json
import re
import struct
import unittest

import debugger
import harness

import projects
from truth import load, truth_of

SESSIONS = [capture for capture in debugger.CAPTURES if capture.stem == "session"]
SESSION_4 = harness.PCAPS / "debugger" / "godot-4.6" / "session.pcap"
SESSION_3 = harness.PCAPS / "debugger" / "godot-3.6" / "session.pcap"
X11 = harness.PCAPS / "noise" / "x11_port_6007.pcap"
LAYERS = "frame tcp websocket godot.debug _ws.malformed"
NOT_ELEMENTS = {
    "godot.debug", "godot.debug.message", "godot.debug.thread_id", "godot.debug.units", "godot.debug.stream",
    "godot.debug.version", "godot.debug.direction", "godot.debug.text", "godot.debug.response_in",
    "godot.debug.response_to", "godot.debug.response_time", "godot.debug.name", "godot.debug.learned_in",
    "godot.debug.caused_by", "godot.debug.list", "godot.debug.table", "godot.debug.error", "godot.debug.warning", "godot.debug.more_elements",
}


@functools.cache
def shown(capture, *options, two_passes=True):
    """The debugger's trees of each packet."""
    found = []
    for packet in harness.packets(capture, *options, layers=LAYERS, two_passes=two_passes):
        found += [(packet, item) for item in packet.all("godot.debug")]
    return found


def of_direction(capture, to_editor, **how):
    word = "game to editor" if to_editor else "editor to game"
    return [(packet, item) for packet, item in shown(capture, **how) if item.shows("godot.debug.direction") == [word]]


def is_element(item):
    return item.name.startswith("godot.debug.") and item.name not in NOT_ELEMENTS and item.data is not None


def elements(tree):
    """Named items, groups and lists, without those that only contain others."""
    return [item for item in tree.walk() if is_element(item) and not any(map(is_element, item.children)) or
            is_element(item) and item.name in ("godot.debug.output.texts", "godot.debug.output.types")]


def text_of(value):
    """A value's text, for types whose text does not depend on the version; otherwise None."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str) and re.fullmatch(r"[\w ./:]*", value, re.ASCII):
        return f'"{value}"'
    return None


class Messages(unittest.TestCase):
    def test_there_are_captures(self):
        self.assertGreaterEqual(len(debugger.CAPTURES), 12)

    def test_every_message_once(self):
        for capture in debugger.CAPTURES:
            for (messages, _), to_editor in zip(debugger.conversation(capture), (True, False)):
                with self.subTest(capture=capture, to_editor=to_editor):
                    wanted = [(each.name, each.thread) for each in messages]
                    found = [
                        (tree.shows("godot.debug.message")[0], int((tree.shows("godot.debug.thread_id") or [0])[0]))
                        for _, tree in of_direction(capture, to_editor)
                    ]
                    self.assertEqual(found, wanted)

    def test_every_element_by_name(self):
        known = set()
        for capture in debugger.CAPTURES:
            generation = debugger.generation_of(capture)
            for (messages, stream), to_editor in zip(debugger.conversation(capture), (True, False)):
                for message, (packet, tree) in zip(messages, of_direction(capture, to_editor)):
                    with self.subTest(capture=capture, frame=packet.number, message=message.name):
                        wanted, is_known = debugger.elements_of(message, generation, to_editor)
                        if is_known:
                            known.add((generation, message.name))
                        found = elements(tree)
                        self.assertEqual([item.name for item in found], [row[0] for row in wanted])
                        for item, (_, node, begin, end) in zip(found, wanted):
                            self.check(item, node, stream, begin, end)
        self.assertGreater(len(known), 85)

    def check(self, item, node, stream, begin, end):
        if begin is None:  # of a packed array
            self.assertEqual(harness.truth_value(item.show), str(node))
            return
        self.assertEqual(item.data, stream[begin:end], item)
        if node.type == "float" or isinstance(node.value, int) and "." in item.show:
            self.assertAlmostEqual(float(item.show), float(node.value), delta=abs(node.value) * 1e-6)
        elif node.type == "bool":
            self.assertEqual(harness.truth_value(item.show), str(int(node.value)) if item.show not in ("true", "false") else
                             text_of(node.value))
        elif node.type == "int" and item.show.startswith("0x"):
            self.assertEqual(int(item.show, 16), node.value)
        elif node.type in ("int", "String", "NodePath"):
            # Fields of a fixed type show the value; other fields show its text in the form of scripts.
            if item.show != str(node.value):
                text = text_of(node.value)
                if text is not None:
                    self.assertEqual(item.show, text)
        texts = item.shows("godot.variant.text")
        text = text_of(node.value) if node.type in ("Nil", "bool", "int", "String") else None
        if text is not None:
            self.assertEqual(texts, [text])

    def test_no_expert_items(self):
        odd = ("_ws.malformed or godot.debug.malformed or godot.variant.malformed or godot.debug.stray or "
               "godot.debug.unexpected_type or godot.debug.missing_elements or godot.debug.count_mismatch")
        for capture in debugger.CAPTURES:
            with self.subTest(capture=capture):
                self.assertEqual(harness.fields(capture, ["frame.number"], display_filter=odd), [])
                rest = "tcp.len > 0 and !godot.debug and !tcp.reassembled_in and !http"
                self.assertEqual(harness.fields(capture, ["frame.number"], display_filter=rest), [])

    def test_one_pass_shows_what_two_show(self):
        for capture in (SESSION_3, SESSION_4):
            names = ["godot.debug.text", "godot.debug.version", "godot.debug.direction"]
            once, twice = (harness.fields(capture, names, two_passes=passes) for passes in (False, True))
            self.assertEqual(once, twice)


class Unanswered(unittest.TestCase):
    """Requests that the game ignored are not taken for those that it answered later."""

    COMMANDS = {"out", "step", "next", "continue"}

    def test_answers(self):
        captures = [capture for capture in debugger.CAPTURES if capture.stem == "unanswered"]
        self.assertEqual(len(captures), 3)
        for capture in captures:
            with self.subTest(capture=capture):
                found, answered_by = [], {}
                for packet, tree in shown(capture):
                    (name,) = tree.shows("godot.debug.message")
                    (where,) = tree.shows("godot.debug.direction")
                    if where == "game to editor":
                        answered_by.setdefault(packet.number, []).append(name)
                    else:
                        found.append((name, packet.number, [int(frame) for frame in tree.shows("godot.debug.response_in")]))
                exits = [number for number, names in answered_by.items() if "debug_exit" in names]
                pairs = [(number, answers[0]) for name, number, answers in found if name in self.COMMANDS and answers]
                # Three steps, and the second stop's end; a stopped game that is told to break goes on without an answer.
                self.assertEqual([answer for _, answer in pairs], exits[:3] + exits[4:])
                for number, answer in pairs:
                    self.assertEqual([each for each in exits if number < each <= answer], [answer])
                self.assertEqual(len([name for name, _, answers in found if name in self.COMMANDS and not answers]), 3)
                self.assertEqual([bool(answers) for name, _, answers in found if name == "get_stack_dump"], [False, True])
                self.assertEqual([bool(answers) for name, _, answers in found if name == "break"], [False, True])
                inspected = [answers for name, _, answers in found if "inspect_object" in name]
                is_told = capture.parent.name == "godot-4.6"
                self.assertEqual([len(answers) for answers in inspected], [int(is_told), 1])
                names = answered_by[inspected[1][0]]
                self.assertTrue(any(name.endswith(("inspect_object", "inspect_objects")) for name in names), names)


class Truth(unittest.TestCase):
    """What the scripts logged before they printed or reported it."""

    def lines(self, capture, message):
        return [line for line in debugger.truth_of(capture)
                if line["kind"] == "game" and line.get("message") == message]

    def trees(self, capture, message):
        return [tree for _, tree in shown(capture) if tree.shows("godot.debug.message") == [message]]

    def test_output(self):
        for capture in debugger.CAPTURES:
            wanted = [(line["text"], int(line["type"])) for line in self.lines(capture, "output")]
            found = []
            for tree in self.trees(capture, "output"):
                found += zip(tree.shows("godot.debug.output.text"), map(int, tree.shows("godot.debug.output.type")))
            with self.subTest(capture=capture):
                self.assertEqual([each for each in found if each in wanted], wanted)

    def test_errors_and_warnings(self):
        for capture in debugger.CAPTURES:
            for line in self.lines(capture, "error"):
                with self.subTest(capture=capture, line=line):
                    trees = [tree for tree in self.trees(capture, "error")
                             if line["text"] in tree.shows("godot.debug.error.text")]
                    self.assertEqual(len(trees), 1)
                    self.assertEqual(harness.truth_value(trees[0].shows("godot.debug.error.warning")[0]), str(int(line["warning"])))
                    self.assertEqual(trees[0].shows("godot.debug.error.callstack.function")[0], line["function"])

    def test_variables_at_the_breakpoint(self):
        for capture in SESSIONS:
            kind = "stack_frame_var" if capture is SESSION_4 or "4.6" in str(capture) else "stack_frame_vars"
            (line,) = self.lines(capture, kind)
            names, values = [], []
            for tree in self.trees(capture, kind):
                names += tree.shows("godot.debug.variable.name")
                values += tree.shows("godot.debug.variable.value")
            for name, text in line["variables"].items():
                with self.subTest(capture=capture, variable=name):
                    self.assertEqual(values[names.index(name)], text)

    def test_script_error(self):
        for capture in SESSIONS:
            (line,) = self.lines(capture, "debug_enter")
            reasons = [tree.shows("godot.debug.enter.error")[0] for tree in self.trees(capture, "debug_enter")]
            functions = [tree.shows("godot.debug.stack.function")[0] for tree in self.trees(capture, "stack_dump")]
            with self.subTest(capture=capture):
                self.assertTrue(any("get_parent" in reason for reason in reasons), reasons)
                self.assertIn("Breakpoint", reasons)
                self.assertIn(line["function"], functions)

    def test_messages_of_the_listener(self):
        for capture in debugger.CAPTURES:
            sent = [line for line in debugger.truth_of(capture) if line["kind"] in ("sent", "debug_cmd")]
            found = of_direction(capture, False)
            with self.subTest(capture=capture):
                self.assertEqual([tree.shows("godot.debug.message")[0] for _, tree in found],
                                 [line["message"] for line in sent])
                for (_, tree), line in zip(found, sent):
                    data = tree.data[-len(line["hex"]) // 2 :]
                    # Godot 3 pads the names of a NodePath with arbitrary bytes, which differ each time it is encoded.
                    generation = debugger.generation_of(capture)
                    if generation == 4:
                        self.assertEqual(data, bytes.fromhex(line["hex"]))
                    self.assertEqual(debugger.value_of(generation, data),
                                     debugger.value_of(generation, bytes.fromhex(line["hex"])))

    def test_threads(self):
        threads = {int(number) for _, tree in shown(SESSION_4) for number in tree.shows("godot.debug.thread_id")}
        self.assertIn(1, threads)
        self.assertGreater(len(threads), 1)


class Reading(unittest.TestCase):
    """What people read: columns, links, names of numbers, expert information, statistics, Follow."""

    def test_info_column(self):
        rows = harness.fields(SESSION_4, ["_ws.col.Info"], display_filter="godot.debug")
        infos = [info for (cell,) in rows for info in cell]
        lines = [line for info in infos for line in info.split("; ")]
        source = (harness.PCAPS / "projects" / "debugger4" / "main.gd").read_text(encoding="utf-8").split("\n")
        shout = next(number for number, line in enumerate(source, 1) if line.startswith("\tpush_error"))
        warn = next(number for number, line in enumerate(source, 1) if line.startswith("\tpush_warning"))
        stop = next(number for number, line in enumerate(source, 1) if line.endswith("# breakpoint"))
        for wanted in (
            'output "game started"',
            f"error res://main.gd:{shout} in shout(): an error: [1, 2]",
            f"warning res://main.gd:{warn} in warn(): a warning: 42",
            "scene:request_scene_tree",
            "scene:scene_tree 5 nodes",
            f"breakpoint res://main.gd:{stop} set=true",
            "debug_enter Breakpoint",
            f"stack_dump res://main.gd:{stop} in broken(), depth 1",
            'stack_frame_var b = "seven"',
            "evaluation_return a * 6 = 42",
            "scene:live_node_prop Player Ä.position = Vector2(9, 9.5)",
            "scene:live_node_call Player Ä.set_visible(false)",
            "scene:live_res_prop res://main.gd.resource_name = \"main\"",
            "scene:set_object_property Main.speed = 4.25",
            'laboratory:hello 1, "two", Vector3(3, 3.5, -3), {"k": [4]}, null',
        ):
            with self.subTest(line=wanted):
                self.assertIn(wanted, lines)
        self.assertTrue(any("; " in info for info in infos))
        self.assertTrue(any(re.match(r"performance:profile_frame fps=\d+ process=", line) for line in lines))

    def test_bounded_items(self):
        """Nodes, and values beside one another, have an item each up to `godot.max_elements`; the others are counted."""
        names = ["godot.debug.node.name", "godot.variant.elements_omitted", "_ws.col.Info"]
        (all_nodes, omitted, _), = harness.fields(SESSION_4, names, display_filter="godot.debug.node.name")[-1:]
        self.assertEqual((len(all_nodes), omitted), (5, []))
        few = harness.preferences(max_elements=2)
        (nodes, omitted, info), = harness.fields(SESSION_4, names, *few, display_filter="godot.debug.node.name")[-1:]
        self.assertEqual((nodes, omitted), (all_nodes[:2], ["3"]))
        self.assertIn("scene:scene_tree 5 nodes", info[0])
        # A message of a game's own, made here: its name and thread are values, too.
        values = struct.pack("<II", 2, 7) * 150
        name = struct.pack("<II8s", 4, 8, b"mod:many")
        array = struct.pack("<II", 28, 3) + name + struct.pack("<II", 2, 1) + struct.pack("<II", 28, 150) + values
        capture = harness.stream("many_values", [struct.pack("<I", len(array)) + array])
        names = ["godot.debug.argument", "godot.variant.elements_omitted"]
        decoded = ["-d", "tcp.port==24680,godot.debug"]
        for most, wanted in ((0, [150, []]), (120, [118, ["32"]])):
            rows = harness.fields(capture, names, *decoded, *harness.preferences(max_elements=most), display_filter="godot.debug")
            self.assertEqual([[len(row[0]), row[1]] for row in rows], [wanted])

    def test_requests_and_answers(self):
        pairs = {"get_stack_dump": "stack_dump", "get_stack_frame_vars": "stack_frame_vars",
                 "scene:request_scene_tree": "scene:scene_tree", "request_scene_tree": "message:scene_tree",
                 "evaluate": "evaluation_return", "inspect_object": "message:inspect_object",
                 "scene:inspect_objects": "scene:inspect_objects", "servers:memory": "servers:memory_usage",
                 "continue": "debug_exit", "step": "debug_exit", "next": "debug_exit", "break": "debug_enter"}
        for capture in SESSIONS:
            requests = of_direction(capture, False)
            replies = {}
            for packet, tree in of_direction(capture, True):
                for frame in tree.shows("godot.debug.response_to"):
                    replies[int(frame)] = (packet, tree)
            seen = 0
            for packet, tree in requests:
                name = tree.shows("godot.debug.message")[0]
                if name not in pairs:
                    continue
                with self.subTest(capture=capture, frame=packet.number, request=name):
                    other, answer = replies[packet.number]
                    self.assertEqual(answer.shows("godot.debug.message"), [pairs[name]])
                    self.assertEqual(tree.shows("godot.debug.response_in"), [str(other.number)])
                    times = [float(each.one("frame.time_relative")) for each in (packet, other)]
                    self.assertAlmostEqual(float(answer.shows("godot.debug.response_time")[0]), times[1] - times[0], 6)
                    seen += 1
            self.assertGreater(seen, 15, capture)

    def test_names_of_numbers(self):
        names, frames = [], []
        for _, tree in shown(SESSION_4):
            names += tree.shows("godot.debug.name")
            frames += tree.shows("godot.debug.learned_in")
        self.assertLessEqual({"Player Ä", "res://main.gd", "Main", "res://main.gd::57::watched"}, set(names))
        announcement = harness.fields(SESSION_4, ["frame.number"], display_filter=f"frame.number in {{{','.join(set(frames))}}}"
                                      " && (godot.debug.live.path || godot.debug.node.name || godot.debug.signature.name)")
        self.assertEqual({row[0][0] for row in announcement}, set(frames))

    def test_custom_monitors(self):
        rows = harness.fields(SESSION_4, ["godot.debug.performance.custom", "godot.debug.performance.fps"],
                              display_filter="godot.debug.performance.fps")
        self.assertTrue(rows)
        self.assertEqual({tuple(custom) for custom, _ in rows}, {("42",)})

    def test_expert_information(self):
        output = harness.run("-q", "-2", "-z", "expert", capture=SESSION_4).stdout.decode()
        for severity, text in (("Errors", "in shout(): an error: [1, 2]"), ("Warns", "in warn(): a warning: 42")):
            section = re.search(rf"^{severity} \(\d+\)\n=+\n(.*?)(?:^\w+ \(\d+\)\n=|\Z)", output, re.S | re.M)
            self.assertIsNotNone(section, output)
            self.assertIn(text, section[1])
        for display_filter in ("godot.debug.error", "godot.debug.warning"):
            self.assertTrue(harness.fields(SESSION_4, ["frame.number"], display_filter=display_filter))

    def test_what_a_game_drops_is_noted_and_listed(self):
        """Each notice of the game, and the variables that hold themselves: nine errors, warnings and lines were printed, four errors a
        second let through. Godot 3.6 drops errors and warnings without a notice."""
        for version, notices, lacking in (("godot-4.6", 4, 2), ("godot-3.6", 1, 0)):
            capture = harness.PCAPS / "debugger" / version / "limits.pcap"
            with self.subTest(version):
                names = ["godot.debug.error.text", "godot.debug.output.text"]
                noted = harness.fields(capture, names, display_filter="godot.debug.overflow")
                self.assertTrue(all(text for text in noted))
                told = [text for texts in noted for all_ in texts for text in all_ if text.startswith("TOO_MANY") or "[output overflow" in text]
                self.assertEqual(len(told), notices)
                counts = [each["count"] for each in self.of_problems(capture) if each["reason"] == "not_sent"]
                self.assertEqual(counts, [notices, lacking][:2 if lacking else 1])
                never = [line["never"] for line in load(truth_of(capture)) if line["message"] == "variables"]
                self.assertEqual(sum(map(len, never)), lacking)

    @staticmethod
    def of_problems(capture):
        text = harness.run("-2", "-q", "-z", "godot,problems,json", capture=capture).stdout.decode()
        return json.loads(text)["not_judged"]

    def test_statistics(self):
        for capture in (SESSION_3, SESSION_4):
            counts = {}
            for messages, _ in debugger.conversation(capture):
                for message in messages:
                    counts[message.name] = counts.get(message.name, 0) + 1
            out = harness.run("-q", "-2", "-z", "godot_debug,tree", capture=capture).stdout.decode()
            rows = {}
            for line in out.splitlines():
                columns = re.split(r"\s{2,}", line.strip())
                if len(columns) > 2 and columns[1].isdigit():
                    rows[columns[0]] = rows.get(columns[0], 0) + int(columns[1])
            for name, count in counts.items():
                self.assertEqual(rows.get(name), count, name)
            self.assertEqual(rows["Game to editor"] + rows["Editor to game"], sum(counts.values()))

    def test_follow(self):
        wanted = [tree.shows("godot.debug.text")[0] for _, tree in shown(SESSION_4)]
        self.assertGreater(len(wanted), 20)
        out = harness.run("-q", "-z", "follow,godot.debug,ascii,0", capture=SESSION_4).stdout.decode()
        found = [line.strip() for line in out.split("\n")]
        at = 0
        for line in wanted:
            # Follow shows ASCII, with dots for other characters.
            text = "".join(letter if " " <= letter <= "~" else "." * len(letter.encode()) for letter in line)
            at = found.index(text.strip(), at) + 1

    def test_dissector_table_for_messages(self):
        script = harness.workshop().folder / "ping.lua"
        script.write_text(
            'local ping = Proto("laboratory", "Laboratory")\n'
            'local size = ProtoField.uint32("laboratory.size", "Size")\n'
            "ping.fields = {size}\n"
            "function ping.dissector(buffer, pinfo, tree)\n"
            "  local item = tree:add(ping, buffer())\n"
            "  item:add(size, buffer(), buffer:len())\n"
            "  return buffer:len()\n"
            "end\n"
            'DissectorTable.get("godot.debug.message"):add("laboratory:ping", ping)\n', encoding="utf-8")
        script.chmod(0o644)
        rows = harness.fields(SESSION_4, ["laboratory.size", "godot.debug.argument"], "-X", f"lua_script:{script}",
                              display_filter='godot.debug.message == "laboratory:ping"')
        (ping,) = [each for each in debugger.conversation(SESSION_4)[1][0] if each.name == "laboratory:ping"]
        data = ping.elements
        # The data Array: its header and count, and the elements.
        size = data[-1].end - data[0].begin + 8
        self.assertEqual(rows, [[[str(size)], []]])

    def test_exception_of_a_users_dissector_ends_with_its_message(self):
        """A dissector (Ethernet's) that reads past the end of its data."""
        script = harness.workshop().folder / "throws.lua"
        script.write_text('DissectorTable.get("godot.debug.message"):add("debug_exit", Dissector.get("eth_withoutfcs"))\n',
                          encoding="utf-8")
        script.chmod(0o644)
        throws = ["-X", f"lua_script:{script}"]
        ends = 'godot.debug.message == "debug_exit"'
        threw = harness.fields(SESSION_4, ["_ws.malformed"], *throws, display_filter=ends)
        self.assertTrue(threw)
        self.assertTrue(all(malformed for (malformed,) in threw))
        names = ["frame.number", "godot.debug.message", "godot.debug.response_in", "godot.debug.response_to"]
        self.assertEqual(harness.fields(SESSION_4, names, *throws, display_filter="godot.debug"),
                         harness.fields(SESSION_4, names, display_filter="godot.debug"))


class Recognition(unittest.TestCase):
    OTHER = harness.PCAPS / "debugger" / "godot-4.6" / "other_port.pcap"
    OTHER_3 = harness.PCAPS / "debugger" / "godot-3.6" / "other_port.pcap"

    def count(self, capture, *options, two_passes=True):
        return len(harness.fields(capture, ["godot.debug.message"], *options, display_filter="godot.debug",
                                  two_passes=two_passes))

    def test_heuristic_on_any_port(self):
        for capture in (self.OTHER, self.OTHER_3):
            with self.subTest(capture=capture):
                self.assertGreater(self.count(capture), 10)
                self.assertEqual(self.count(capture, two_passes=False), self.count(capture))
                self.assertEqual(self.count(capture, "--disable-heuristic", "godot_debug_tcp"), 0)

    def test_preference(self):
        for capture in (self.OTHER, self.OTHER_3):
            found = self.count(capture, "--disable-heuristic", "godot_debug_tcp", "-o", "godot.debug.tcp_ports:24680")
            self.assertEqual(found, self.count(capture))
        off = ["-o", "godot.debug.tcp_ports:1", "--disable-heuristic", "godot_debug_tcp"]
        self.assertEqual(self.count(SESSION_4, *off), 0)

    def test_decode_as(self):
        off = ["--disable-heuristic", "godot_debug_tcp"]
        for capture in (self.OTHER, self.OTHER_3):
            self.assertEqual(self.count(capture, "-d", "tcp.port==24680,godot.debug", *off), self.count(capture))

    def test_each_stream_has_a_number_of_its_own(self):
        """Made here: one conversation set by Decode As, and one that the heuristic recognises."""
        path = harness.workshop().folder / "two_streams.pcap"
        empty_array = struct.pack("<III", 8, 28, 0)
        with harness.pcapwriter.Capture(path) as capture:
            chosen = harness.pcapwriter.TcpConnection(capture, 24681, 24680)
            proving = harness.pcapwriter.TcpConnection(capture, 30001, 30000)
            chosen.c2s(empty_array)
            proving.c2s(debugger.conversation(SESSION_4)[0][1][:4000])
            chosen.c2s(empty_array)
        path.chmod(0o644)
        rows = harness.fields(path, ["tcp.stream", "godot.debug.stream"], "-d", "tcp.port==24680,godot.debug",
                              display_filter="godot.debug.stream")
        numbers = {(tcp, number) for (tcp,), streams in rows for number in streams}
        self.assertEqual(numbers, {("0", "0"), ("1", "1")})

    def test_websocket_heuristic(self):
        capture = harness.PCAPS / "debugger" / "godot-4.6" / "websocket.pcap"
        self.assertGreater(self.count(capture), 10)
        self.assertEqual(self.count(capture, "--disable-heuristic", "godot_debug_websocket"), 0)

    def test_x11_stays_x11(self):
        for passes in (False, True):
            with_plugin, without = (
                harness.fields(X11, ["frame.protocols", "_ws.col.Info"], two_passes=passes, plugin=plugin)
                for plugin in (True, False)
            )
            self.assertEqual(with_plugin, without)
            self.assertGreater(sum("x11" in row[0][0] for row in without), 20)

    def test_variants_stay_variants(self):
        for folder in ("godot-3.6", "godot-4.6"):
            self.assertEqual(self.count(harness.PCAPS / folder / "variants_tcp.pcap"), 0)

    def test_dialect_and_evidence(self):
        for capture in debugger.CAPTURES:
            rows = harness.fields(capture, ["godot.dialect", "godot.dialect.evidence"], display_filter="godot.debug")
            with self.subTest(capture=capture):
                self.assertEqual({each for row in rows for each in row[0]}, {f"godot{debugger.generation_of(capture)}"})
                self.assertLessEqual({each for row in rows for each in row[1]}, {"heuristic", "conversation"})

    def test_redot_by_its_struct(self):
        """Messages made here: no such engine was available. One pass: the conversation is Redot's from the first struct
        on; two passes: from its beginning."""
        struct_p = bytes.fromhex(
            "27000000 01000000 50000000 01000000 01000000 01000000 78000000 03000000 696e7400 01000000 00000000 00000000"
            "02000000 00000000 02000000 03000000"
        )

        def text(word):
            return struct.pack("<II", 4, len(word)) + word.encode() + bytes(-len(word) % 4)

        def number(value):
            return struct.pack("<Ii", 2, value)

        def message(name, *values):
            data = struct.pack("<II", 28, len(values)) + b"".join(values)
            whole = struct.pack("<II", 28, 3) + text(name) + number(1) + data
            return struct.pack("<I", len(whole)) + whole

        variable = [text("hero"), number(0), number(39), struct_p]
        segments = [message("set_pid", number(5)), message("stack_frame_var", *variable), message("debug_exit")]
        capture = harness.stream("redot_debugger", segments)
        names = ["godot.debug.message", "godot.dialect", "godot.debug.version", "godot.debug.variable.value",
                 "godot.debug.malformed", "godot.variant.malformed"]  # fmt: skip
        for two_passes, first in ((True, "redot"), (False, "godot4")):
            rows = harness.fields(capture, names, display_filter="godot.debug", two_passes=two_passes)
            self.assertEqual([row[0] for row in rows], [["set_pid"], ["stack_frame_var"], ["debug_exit"]])
            self.assertEqual([set(row[1]) for row in rows], [{first}, {"redot"}, {"redot"}])
            self.assertEqual(rows[1][2], ["Redot"])
            self.assertEqual(rows[1][3], ["Struct[P](3)"])
            self.assertFalse(any(row[4] or row[5] for row in rows))

    def test_begun_late(self):
        """A capture that starts at any packet shows messages that were sent, and no others."""
        for capture in (SESSION_3, SESSION_4):
            frames = list(debugger.frames(capture))
            wanted = [tree.shows("godot.debug.message")[0] for _, tree in shown(capture)]
            for first in (20, 45, 81):
                path = harness.workshop().folder / f"late_{capture.parent.name}_{first}.pcap"
                path.write_bytes(capture.read_bytes()[:24] + b"".join(head + data for head, data in frames[first:]))
                path.chmod(0o644)
                names = [name for row in harness.fields(path, ["godot.debug.message"]) for name in row[0]]
                with self.subTest(capture=capture, first=first):
                    self.assertGreater(len(names), len(wanted) // 2)
                    self.assertEqual(names, wanted[-len(names) :])

    def test_segments_that_are_not_put_together(self):
        """Runs of units that arrive segment by segment are read. If a unit lies in two segments, its message cannot be
        read, and one unit of the rest may be shown alone."""
        off = ["-o", "tcp.desegment_tcp_streams:FALSE"]
        for passes in (False, True):
            found = [row[0] for row in harness.fields(SESSION_3, ["godot.debug.units"], *off, two_passes=passes)]
            whole = [row[0] for row in harness.fields(SESSION_3, ["godot.debug.units"], two_passes=passes)]
            self.assertEqual([each for row in found for each in row], [each for row in whole for each in row])
            stray = harness.fields(SESSION_3, ["frame.number"], *off, display_filter="godot.debug.stray",
                                   two_passes=passes)
            self.assertLessEqual(len(stray), 1)
            texts = ["godot.debug.error.text", "godot.debug.output.text", "godot.debug.node.name"]
            for name in texts:
                apart, joined = (
                    [text for row in harness.fields(SESSION_3, [name], *options, two_passes=passes) for text in row[0]]
                    for options in (off, [])
                )
                self.assertEqual(apart, joined, name)

    def test_cut_captures(self):
        path = harness.workshop().folder / "cut.pcap"
        head = SESSION_4.read_bytes()[:24]
        cut = [(struct.pack("<8sII", record[:8], min(len(data), 200), len(data)), data[:200])
               for record, data in debugger.frames(SESSION_4)]
        path.write_bytes(head + b"".join(record + data for record, data in cut))
        path.chmod(0o644)
        rows = harness.fields(path, ["godot.debug.message"], display_filter="godot.debug.error.hour")
        self.assertTrue(rows)
        bad = harness.fields(path, ["frame.number"], display_filter="_ws.malformed or godot.debug.malformed")
        self.assertEqual(bad, [])


class Causes(unittest.TestCase):
    """Pairs an engine's error with the game message that caused it, in games where each process is debugged. The truth
    is what the processes' loggers wrote: which process reported what."""

    CAPTURE = harness.PCAPS / "problems" / "godot-4.6" / "debugged_enet.pcap"
    FIELDS = ("frame.number", "tcp.dstport", "godot.debug.caused_by", "godot.debug.error.description", "godot.debug.error.text")

    def test_each_link_is_right(self):
        truth = load(truth_of(self.CAPTURE))
        roles = {str(line["port"]): line["proc"] for line in truth if line["kind"] == "debugged"}
        self.assertEqual(set(roles.values()), {"server", "red", "green"})
        ids = {"server": "1", **{line["proc"]: str(line["from"]) for line in truth if line.get("from", 1) != 1 and line["kind"] == "rpc"}}
        reported = {(line["proc"], line["text"]) for line in truth if line["kind"] == "engine_error"}
        names = ["frame.number", "godot.peer.source", "godot.peer.target", "godot.node.path", "godot.rpc.method", "godot.rpc.error_in", "godot.node.id"]
        project = projects.with_project(projects.copied(projects.PROJECTS / "multiplayer4", overlay=projects.PROJECTS / "problems4", name="debugged"))
        calls = {row[0][0]: row for row in harness.fields(self.CAPTURE, names, *project, display_filter="godot.rpc.error_in")}
        rows = harness.fields(self.CAPTURE, list(self.FIELDS), *project, display_filter="godot.debug.caused_by")
        self.assertGreaterEqual(len(rows), 6)
        for (frame,), ports, (cause,), description, text in rows:
            words = (description or text)[0]
            self.assertIn((roles[ports[0]], words), reported)
            _, source, target, paths, methods, error_in, node_id = calls[cause]
            self.assertIn(frame, {str(int(error_in[0]) + more) for more in range(3)}, "both ways")
            self.assertEqual(target, [ids[roles[ports[0]]]], "whose error it is")
            refused = re.match(r"RPC '(\w+)' is not allowed on node /root/(\S+) from: (\d+)\.", words)
            cached = re.match(r"Failed to get cached node from peer (\d+) with cache ID (\d+)", words)
            if refused:
                self.assertEqual((methods, paths, source), ([refused[1]], [refused[2]], [refused[3]]))
            elif cached:
                self.assertEqual((source, node_id), ([cached[1]], [cached[2]]))
            else:
                self.assertIn(paths[0], words)
        refusals = [words for _, words in reported if words.startswith("RPC '")]
        linked = [row for row in rows if row[3] and row[3][0].startswith("RPC '")]
        self.assertEqual(len(linked), sum(1 for line in truth if line["kind"] == "engine_error" and line["text"].startswith("RPC '")))
        self.assertTrue(refusals)

    def test_no_links_without_a_debugger(self):
        capture = harness.PCAPS / "problems" / "godot-4.6" / "problems_enet.pcap"
        self.assertEqual([], harness.fields(capture, ["frame.number"], display_filter="godot.rpc.error_in"))


if __name__ == "__main__":
    unittest.main()
