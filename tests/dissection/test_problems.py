# SPDX-License-Identifier: MIT
"""Messages that did not arrive, compared with the engine's own errors: lines `engine_error` of the truth (Godot 4.6).
For Godot 3, whose errors a script cannot read, with the scripts' calls and the declarations of the methods."""

import fnmatch
import json
import re
import unittest
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import harness  # first: it adds tests/common to the path

import enet_reader
import lists
import multiplayer
import odd_captures
from projects import PROJECTS, copied, with_project

PROBLEMS = harness.PCAPS / "problems" / "godot-4.6" / "problems_enet.pcap"
TROUBLE = PROBLEMS.with_name("trouble_enet.pcap")
UNASKED = PROBLEMS.with_name("unasked_enet.pcap")
PACKED = PROBLEMS.with_name("packed_enet.pcap")
STOPPED = PROBLEMS.with_name("stopped_enet.pcap")
APART = PROBLEMS.with_name("apart_enet.pcap")
LOST = PROBLEMS.with_name("lost_enet.pcap")
RELAY_PORT = 24681
OTHERWISE = PROBLEMS.with_name("otherwise_enet.pcap")
OTHERWISE_3 = PROBLEMS.parents[1] / "godot-3.6" / "otherwise_enet.pcap"
OTHERWISE_3_2 = PROBLEMS.parents[1] / "godot-3.2" / "otherwise_websocket.pcap"
TYPES = PROBLEMS.with_name("types_enet.pcap")
TYPES_3_2 = PROBLEMS.parents[1] / "godot-3.2" / "types_enet.pcap"
FEWER = PROBLEMS.with_name("fewer_enet.pcap")
GENERATIONS = PROBLEMS.with_name("generations_enet.pcap")
QUIET_4 = sorted((multiplayer.CAPTURES / "godot-4.6").glob("*.pcap"))
FLEETS = sorted(multiplayer.CAPTURES.glob("godot-3.*/fleet_*.pcap"))
REFUSED = re.compile(r"RPC '(?P<method>\w+)' is not allowed on node /root/(?P<node>\S+) from: (?P<caller>\d+)\.")

# Deliberate faults of these games: a call of a node that only the server has; 20 KB sent unreliably; a player who is
# turned away; two versions of the game; a ship that lies for four seconds.
ON_PURPOSE = {
    "auth_enet": [["not_admitted"]],
    "mismatch_enet": [["not_connected"]] * 2,
    # A player announces its helm to another one, to whom the ship is spawned only 0.25 s later.
    "replication_enet": [["node_missing"], ["too_much"]],
    "replication_websocket": [["node_missing"], ["too_much"]],
    "nodes_enet": [["node_missing"]] * 2,
    # PackedByteArrays without elements, which arrive as no argument.
    "calls_enet": [["declared_otherwise"]] * 3,
    # The server relays a call to a player, and turns it out at once: the player never acknowledges the call.
    "peers_enet": [["too_much"]] * 4 + [["never_delivered"]],
    "peers_enet_range_coder": [["too_much"]] * 4 + [["never_delivered"]],
}
CALLER = re.compile(r"peer (\d+) may not call it")

# Methods that the scripts of projects/multiplayer3 restrict, and that players call all the same. Godot 3.6 prints for
# each: "RPC 'order' is not allowed on node …".
OF_THE_MASTER = {"sink"}  # puppetsync: only the master may call it
OF_THE_MASTER_TO_SET = {"hull", "sunk"}  # puppet, puppetsync
TOWARD_THE_MASTER_TO_SET = {"fuel", "orders"}  # mastersync, master
TOWARD_THE_MASTER = {"order", "refuel"}  # master, mastersync: only the master accepts it


def truth(capture, kind):
    lines = capture.with_suffix(".truth.jsonl").read_text(encoding="utf-8").splitlines()
    return [line for line in map(json.loads, lines) if line["kind"] == kind]


def project_4():
    return with_project(copied(PROJECTS / "multiplayer4", name="problems4", overlay=PROJECTS / "problems4"))


def project_3():
    return with_project(copied(PROJECTS / "multiplayer3", name="problems3", overlay=PROJECTS / "problems3"))


def kinds_in_godot_3(capture):
    return [kind for (kinds,) in harness.fields(capture, ["godot.problem"], *project_3(), display_filter="godot.problem") for kind in kinds]


def problems(capture, options, two_passes=True):
    """One row for each packet with a problem: kinds, remedies, receiver, call, mode."""
    names = ["godot.problem", "godot.expert.details", "godot.peer.target", "godot.rpc.text", "godot.rpc.mode"]
    return harness.fields(capture, names, *options, display_filter="godot.problem", two_passes=two_passes)


harness.show_ids()


load_tests = harness.by_length


class PacketList(unittest.TestCase):
    """A packet with a problem has a prefix in its text and a colour of its own."""

    WORDS = {
        "not_allowed": "[not allowed] ",
        "declared_otherwise": "[declared otherwise] ",
        "node_missing": "[node missing] ",
        "never_delivered": "[no delivery seen] ",
        "held": "[held] ",
        "not_connected": "[not connected] ",
        "views_differ": "[views differ] ",
        "too_much": "[too much] ",
    }

    def test_words(self):
        """As many prefixes as messages with problems, with and without a tree, and no others."""
        seen = set()
        for capture in (PROBLEMS, harness.PCAPS / "multiplayer" / "godot-4.6" / "arena_enet.pcap"):
            rows = harness.fields(capture, ["godot.problem", "_ws.col.Info"], *project_4())
            plain = harness.run("-2", *project_4(), capture=capture).stdout.decode().splitlines()
            self.assertEqual(len(rows), len(plain))
            for (kinds, (info,)), line in zip(rows, plain):
                with self.subTest(capture=capture.name, info=info):
                    shown = {kind for kind, word in self.WORDS.items() if word in info}
                    self.assertLessEqual(shown, set(kinds))
                    if not {"not_allowed", "node_missing"}.isdisjoint(kinds):
                        self.assertNotEqual(shown, set())
                    self.assertEqual([line.count(word) for word in self.WORDS.values()], [info.count(word) for word in self.WORDS.values()])
                    seen |= shown
        self.assertIn("not_allowed", seen)
        self.assertIn("node_missing", seen)

    def test_filters_of_the_table(self):
        """The filters in the last column find the packets, the first frame among them."""
        text = harness.run("-2", "-q", *project_4(), "-z", "godot,problems,json", capture=PROBLEMS).stdout.decode()
        rows = harness.json_rows(text)
        self.assertGreater(len(rows), 3)
        for row in rows:
            with self.subTest(row=row):
                # For programs; the report shows the same text, and the packet, whose engine is Godot 4.
                self.assertGreater(len(row["remedy"]), 20)
                self.assertNotIn("Godot 3", row["remedy"])
                ((said,),) = harness.fields(PROBLEMS, ["godot.problem.remedy"], *project_4(),
                                            display_filter=f"frame.number == {row['first']}")
                self.assertTrue(row["remedy"] in said or all(text in row["remedy"] for text in said), (row["remedy"], said))
                found = harness.fields(PROBLEMS, ["frame.number"], *project_4(), display_filter=row["filter"])
                self.assertIn([[str(row["first"])]], found)
                self.assertGreaterEqual(len(found), 1)


class NotAllowed(unittest.TestCase):
    def refused_by_the_engine(self):
        """Method, node, caller, receiver."""
        peers = {line["proc"]: line["id"] for line in truth(PROBLEMS, "event") if line["event"] == "connected"}
        peers["server"] = 1
        found = set()
        for line in truth(PROBLEMS, "engine_error"):
            match = REFUSED.match(line["text"])
            if match:
                found.add((match["method"], match["node"], int(match["caller"]), peers[line["proc"]]))
        return found

    def test_exactly_the_calls_that_the_engine_refuses(self):
        expected = self.refused_by_the_engine()
        self.assertEqual(len(expected), 3)
        for two_passes in (True, False):
            shown = set()
            for row in problems(PROBLEMS, project_4(), two_passes):
                kinds, remedies, receivers, texts = row[:4]
                if kinds != ["not_allowed"]:
                    continue
                node, method = texts[0].split("(")[0].rsplit(".", 1)
                caller = next(filter(None, map(CALLER.search, remedies)))
                shown.add((method, node, int(caller[1]), int(receivers[-1])))
            self.assertEqual(shown, expected)

    def test_declaration_is_shown(self):
        names = ["godot.rpc.text", "godot.rpc.mode"]
        rows = harness.fields(PROBLEMS, names, *project_4(), display_filter="godot.rpc.mode")
        modes = {texts[0].split("(")[0].rsplit(".", 1)[1]: set() for texts, _ in rows}
        for texts, shown in rows:
            modes[texts[0].split("(")[0].rsplit(".", 1)[1]].update(shown)
        self.assertEqual(modes["open"], {"authority"})
        self.assertEqual(modes["ask"], {"any_peer"})
        self.assertEqual(modes["hand_over"], {"authority"})

    def test_methods_of_rpc_config(self):
        """A method that a script passes to rpc_config() by constants is judged like an annotated one: the engine
        refuses two calls. One node's authority is not known from the wire, because a script of the project changes it:
        a note, but no problem."""
        reported = [text for line in truth(OTHERWISE, "engine_error") for text in [line["text"]] if REFUSED.match(text)]
        modes = {REFUSED.match(text)["method"]: re.search(r'Mode is "(\w+)"', text)[1] for text in reported}
        self.assertEqual(modes, {"unlock": "authority", "burn": "disabled"})
        names = ["godot.rpc.method", "godot.rpc.mode", "godot.peer.source", "godot.problem", "godot.expert.details"]
        rows = harness.fields(OTHERWISE, names, *project_4(), display_filter='godot.node.path == "Otherwise/Safe" && godot.rpc')
        self.assertEqual([(method[0], mode[0], int(source[0]) == 1, kinds) for method, mode, source, kinds, _ in rows], [
            ("unlock", "authority", True, []), ("knock", "any_peer", True, []),
            *[("knock", "any_peer", False, [])] * 3,
            ("unlock", "authority", False, []), ("burn", "disabled", False, ["not_allowed"]),
        ])  # fmt: skip
        unsure = [any("unless set_multiplayer_authority() was called" in text for text in texts) for *_, texts in rows]
        self.assertEqual(unsure, [False] * 5 + [True, False])
        never = with_project(copied(PROJECTS / "multiplayer4", {
            "lab/ship.gd": ("$Helm.set_multiplayer_authority(str(name).to_int())", "pass"),
            "lab/problems.gd": ("others.set_multiplayer_authority(peer)", "pass"),
        }, name="given_to_nobody", overlay=PROJECTS / "problems4"))  # fmt: skip
        rows = harness.fields(OTHERWISE, ["godot.rpc.method"], *never, display_filter="godot.rpc.refused")
        self.assertEqual([method for (method,), in rows], list(modes))

    def test_exactly_the_calls_that_godot_3_refuses(self):
        """The errors that the engine wrote to standard error; one of the methods has no keyword."""
        for name in ("godot-3.6/problems_enet", "godot-3.2/problems_enet", "godot-3.2/problems_websocket"):
            with self.subTest(capture=name):
                capture = harness.PCAPS / "problems" / f"{name}.pcap"
                refused = self.refused_by_godot_3(capture)
                self.assertEqual({method for _, method, _ in refused}, {"open", "report", "secret"})
                self.assertEqual(self.refused_in_godot_3(capture), refused)
                # Missing nodes do not show on the wire, receivers confirm their paths, too: the table says that it did not judge that.
                self.assertEqual(kinds_in_godot_3(capture), ["not_allowed"] * 3)
                missing = [line for line in truth(capture, "engine_error") if re.search('Node not found: "?Problems/RedsOwn', line["text"])]
                text = harness.run("-2", "-q", *project_3(), "-z", "godot,problems,json", capture=capture).stdout.decode()
                counts = {each["reason"]: each["count"] for each in json.loads(text)["not_judged"]}
                self.assertEqual((len(missing), counts.get("unknown_nodes")), (1, 1))

    def test_rpc_config_of_godot_3(self):
        for capture in (OTHERWISE_3, OTHERWISE_3_2):
            with self.subTest(capture=capture):
                refused = self.refused_by_godot_3(capture)
                self.assertEqual({method for _, method, _ in refused}, {"unlock", "burn"})
                self.assertEqual(self.refused_in_godot_3(capture), refused)

    def test_each_error_of_godot_3_2_is_a_row(self):
        """Over WebSocket: refused calls, and calls with arguments that do not match."""
        recorded = [line["text"] for line in truth(OTHERWISE_3_2, "engine_error") if line["text"].startswith("_process_rpc: RPC")]
        self.assertEqual(len(recorded), 5)
        self.assertEqual(kinds_in_godot_3(OTHERWISE_3_2), ["not_allowed"] * 2 + ["declared_otherwise"] * 3)

    def test_sets_by_keyword_of_godot_3(self):
        """Only the master may set what is puppet or puppetsync, and have set what is master or mastersync: exactly these sets of players
        are reported."""
        for capture in FLEETS:
            with self.subTest(capture=str(capture.relative_to(harness.PCAPS))):
                expected = set()
                for line in truth(capture, "rset"):
                    to_others = line["method"] in TOWARD_THE_MASTER_TO_SET and set(line["targets"]) != {1}
                    if line["from"] != 1 and (line["method"] in OF_THE_MASTER_TO_SET or to_others):
                        expected.add((line["node"].removeprefix("/root/"), line["method"], line["from"]))
                self.assertTrue(expected)
                shown = set()
                project = with_project(copied(PROJECTS / "multiplayer3"))
                for packet in harness.packets(capture, "-Y", "godot.set.refused", *project):
                    for message in packet.all("godot"):
                        if message.all("godot.set.refused"):
                            node, variable = message.shows("godot.set.text")[0].split(" = ")[0].rsplit(".", 1)
                            shown.add((node, variable, int(message.shows("godot.peer.source")[0])))
                self.assertEqual(shown, expected)

    def test_sets_and_missing_methods_of_godot_3(self):
        """In the order of the calls. No script gives a node to another peer."""
        denied = re.compile(r"_process_r\w+: R(?:PC|SET) '(\w+)' is not allowed on node /root/Types/Taker from")
        expected = [found[1] for found in (denied.match(line["text"]) for line in truth(TYPES_3_2, "engine_error")) if found]
        self.assertEqual(expected, ["take_nothing", "take_off", "queue_free", "armor", "secret", "shield", "name"])
        # Only the nodes of the main scene have their scripts for certain.
        project = copied(PROJECTS / "multiplayer3", {"project.godot": ("res://ships/fleet.tscn", "res://lab/types.tscn")},
                         name="types3", overlay=PROJECTS / "problems3")
        shown = []
        for packet in harness.packets(TYPES_3_2, "-Y", "godot.rpc.refused || godot.set.refused", *with_project(project)):
            for message in packet.all("godot"):
                if "not_allowed" in message.shows("godot.problem"):
                    (text,) = message.shows("godot.rpc.text") + message.shows("godot.set.text")
                    shown.append(re.match(r"Types/Taker\.(\w+)", text)[1])
        self.assertEqual(shown, expected)

    def refused_by_godot_3(self, capture):
        found = (REFUSED.search(line["text"]) for line in truth(capture, "engine_error"))
        return {(match["node"], match["method"], match["caller"]) for match in found if match}

    def refused_in_godot_3(self, capture):
        names = ["godot.rpc.text", "godot.peer.source", "godot.problem"]
        shown = set()
        for texts, sources, kinds in harness.fields(capture, names, *project_3(), display_filter="godot.rpc.refused"):
            self.assertEqual(kinds, ["not_allowed"])
            shown.add((*texts[0].split("(")[0].rsplit(".", 1), sources[0]))
        return shown

    def test_keywords_of_godot_3(self):
        for capture in FLEETS:
            with self.subTest(capture=str(capture.relative_to(harness.PCAPS))):
                expected, certain = set(), set()
                for line in truth(capture, "rpc"):
                    call = (line["method"], line["node"].removeprefix("/root/"), line["from"])
                    if line["method"] in OF_THE_MASTER and line["from"] != 1:
                        # A call to all is one message with target 0, or one message for each peer.
                        expected |= {(*call, to) for to in [0, *line["targets"]]}
                        certain.add(call)
                    if line["method"] in TOWARD_THE_MASTER:
                        # The server accepts its copy of a call to all; the other clients do not.
                        others = [to for to in line["targets"] if to != 1] if line["from"] != 1 else []
                        expected |= {(*call, to) for to in others and [0, *others]}
                        certain |= {call} if others else set()
                self.assertTrue(certain)
                project = with_project(copied(PROJECTS / "multiplayer3"))
                shown = set()
                either = ("godot.rpc.refused", "godot.rpc.refused_by_others")
                for packet in harness.packets(capture, "-Y", " || ".join(either), *project):
                    for message in packet.all("godot"):
                        if not any(map(message.all, either)):
                            continue
                        node, method = message.shows("godot.rpc.text")[0].split("(")[0].rsplit(".", 1)
                        ends = [int(message.shows(f"godot.peer.{end}")[0]) for end in ("source", "target")]
                        shown.add((method, node, *ends))
                self.assertLessEqual(shown, expected)
                self.assertLessEqual(certain, {row[:3] for row in shown})


class DeclaredOtherwise(unittest.TestCase):
    def test_mode_and_channel(self):
        expected = {
            (line["node"].removeprefix("/root/"), line["method"])
            for line in truth(PROBLEMS, "problem")
            if line["problem"] == "declared_otherwise"
        }
        self.assertEqual(len(expected), 2)
        shown = set()
        for row in problems(PROBLEMS, project_4()):
            if row[0] == ["declared_otherwise"]:
                shown.add(tuple(row[3][0].split("(")[0].rsplit(".", 1)))
        self.assertEqual(shown, expected)


    def test_arguments(self):
        """The engine reports wrong arguments for each of these calls, and for no other one."""
        reported = re.compile(r"RPC - '\S+::(\w+)': (?:Method expected (\d) arguments?(?:\(s\))?, but called with (\d)"
                              r"|Cannot convert argument (\d) from (\w+) to (\w+))")
        for capture, project in ((OTHERWISE, project_4()), (OTHERWISE_3, project_3())):
            with self.subTest(capture=str(capture.relative_to(harness.PCAPS))):
                expected = [found.groups() for found in map(reported.match, NodeMissing.errors(self, capture)) if found]
                self.assertEqual(len(expected), 3)
                names = ["godot.expert.details", "godot.problem", "godot.rpc.argument_count"]
                rows = harness.fields(capture, names, *project, display_filter="godot.names.arguments_differ")
                self.assertEqual(len(rows), len(expected))
                for (texts, kinds, (count,)), (method, _, called, _, sent, declared) in zip(rows, expected):
                    self.assertEqual(kinds, ["declared_otherwise"])
                    self.assertIn(f"{method}() takes 2 to 3 arguments, the call has {count}" if called else
                                  f"Declared as {declared}, sent as {sent}", [text.split(". ")[0] for text in texts])
                    self.assertEqual(called or count, count)


    def test_types(self):
        """Of all calls with types and numbers of arguments, exactly those that the engine refuses, in their order."""
        reported = re.compile(r".*RPC - '\S+::(\w+)': (?:Method expected \d argument\S* but called with (\d)"
                              r"|Cannot convert argument 1 from (\w+) to \w+)")
        for capture, project, count in ((TYPES, project_4(), 106), (TYPES_3_2, project_3(), 44)):
            with self.subTest(capture=str(capture.relative_to(harness.PCAPS))):
                errors = map(reported.match, (line["text"] for line in truth(capture, "engine_error")))
                expected = [(found[1], found[3] or int(found[2])) for found in errors if found]
                self.assertEqual(len(expected), count)
                calls = [line for line in truth(capture, "rpc") if line["node"].endswith("/Taker")]
                self.assertGreater(len(calls), 1.5 * count)
                shown = []
                for packet in harness.packets(capture, "-Y", "godot.names.arguments_differ", *project):
                    for message in packet.all("godot"):
                        if "declared_otherwise" in message.shows("godot.problem"):
                            shown.append(self.difference(message))
                self.assertEqual(shown, expected)

    def test_short_texts_of_arguments(self):
        """The types of a container's elements come from its text: one that is cut before them is not judged."""
        def differ(limit):
            options = ("-o", f"godot.text_limit:{limit}", *project_4())
            return {row[0][0] for row in harness.fields(TYPES, ["frame.number"], *options, display_filter="godot.names.arguments_differ")}

        whole = differ(0)
        for limit in (1, 4, 8, 12):
            with self.subTest(limit=limit):
                found = differ(limit)
                self.assertGreater(len(found), 60)
                self.assertEqual(found - whole, set())

    def difference(self, message):
        """The method, and the type that it does not take, or the number of arguments."""
        (text,) = message.shows("godot.rpc.text")
        method = re.match(r"Types/Taker\.(\w+)\(", text)[1]
        for said in message.shows("godot.expert.details"):
            if found := re.search(r"sent as (\w+)|the call has (\d)", said):
                return method, found[1] or int(found[2])
        return method, None


class NodeMissing(unittest.TestCase):
    def test_path_that_the_receiver_never_confirms(self):
        """Each announcement and call of a node that the engine does not find; calls that were on their way when the
        node went do not show on the wire."""
        absent = re.compile(r"Failed to get path from RPC: (\S+)\.")
        expected = {found[1] for found in (absent.match(line["text"]) for line in truth(PROBLEMS, "engine_error")) if found}
        self.assertEqual(expected, {"Problems/RedsOwn"})
        for cause, count in (("missing", 2), ("was_missing", 1)):  # announced and called; then called again
            rows = harness.fields(PROBLEMS, ["godot.path.name", "godot.rpc.text"], display_filter=f"godot.path.{cause}")
            shown = [paths + [text.split(".")[0] for text in texts] for paths, texts in rows]
            self.assertEqual(len(shown), count)
            self.assertEqual({path for row in shown for path in row}, expected)

    def test_a_player_with_a_long_loading_time(self):
        """The path is announced before the node exists, and never again: calls after the scene is loaded arrive all the
        same. Calls that the player accepted are no problem."""
        capture = PROBLEMS.with_name("late_enet.pcap")
        acted = [line["scene"] for line in truth(capture, "event") if line["event"] == "acted"]
        called = [int(line["args"][0]) for line in truth(capture, "rpc") if line["method"] == "act"]
        self.assertEqual(acted, called[len(called) // 2 :])
        shown = {}
        for cause in ("missing", "was_missing"):
            rows = harness.fields(capture, ["godot.rpc.text", "godot.problem"], display_filter=f"godot.path.{cause} && godot.rpc")
            shown[cause] = [int(re.search(r"\((\d+)\)", texts[0])[1]) for texts, _ in rows]
            self.assertEqual({tuple(kinds) for _, kinds in rows}, {("node_missing",) if cause == "missing" else ()})
        self.assertEqual((shown["missing"], shown["was_missing"]), (called[:1], called[1:]))

    def test_call_of_a_despawned_node(self):
        """The engine reports the nodes of exactly the calls that came too late. They came within 100 ms, and nothing on the wire
        shows that the node was freed by then: a note."""
        for capture in (TROUBLE, TROUBLE.with_name("trouble_websocket.pcap")):
            with self.subTest(capture=capture.stem):
                self.check_late_calls(capture)

    def check_late_calls(self, capture):
        missing = re.compile(r'Node not found: "(\S+)"')
        expected = [found[1] for found in map(missing.match, self.errors(capture)) if found]
        self.assertGreater(len(expected), 2)
        names = ["godot.rpc.text", "godot.node.despawned_in", "frame.number", "godot.problem"]
        rows = harness.fields(capture, names, display_filter="godot.node.despawned_soon")
        rows = [row for row in rows if int(row[1][0]) < int(row[2][0])]  # others come before the despawn
        self.assertEqual([texts[0].rsplit(".", 1)[0] for texts, *_ in rows], expected)
        despawns = {frames[0]: texts[0] for frames, texts in
                    harness.fields(capture, ["frame.number", "_ws.col.Info"], display_filter="godot.despawn")}
        for texts, despawned_in, frame, kinds in rows:
            self.assertEqual(kinds, [])
            self.assertLess(int(despawned_in[0]), int(frame[0]))
            self.assertIn("despawn " + texts[0].split(".")[0], despawns[despawned_in[0]])

    def test_namesakes_of_two_spawners(self):
        """Two spawners make nodes of the same name in different places: with the project, which says where, the calls
        that come after a despawn are those about which the engine prints an error."""
        capture = PROBLEMS.with_name("twins_enet.pcap")
        expected = [found[1] for found in map(re.compile(r'Node not found: "(\S+)"').match, self.errors(capture)) if found]
        self.assertEqual(set(expected), {"Main/Red/Box", "Main/Blue/Box"})
        calls = ["godot.rpc.text", "godot.node.despawned_in", "frame.number"]
        late = "godot.node.despawned || godot.node.despawned_soon"
        rows = harness.fields(capture, calls, *with_project(copied(PROJECTS / "twins4")), display_filter=late)
        rows = [(texts, frames) for texts, frames, (number,) in rows if int(frames[0]) < int(number)]  # others come before it
        self.assertEqual([texts[0].rsplit(".", 1)[0] for texts, _ in rows], expected)
        despawns = {frame: text for (frame,), (text,) in
                    harness.fields(capture, ["frame.number", "_ws.col.Info"], *with_project(copied(PROJECTS / "twins4")), display_filter="godot.despawn")}
        for texts, (despawned_in,) in rows:
            self.assertIn("despawn " + texts[0].rsplit(".", 1)[0], despawns[despawned_in])
        # Without it nothing on the wire says which of the two was despawned.
        self.assertEqual(harness.fields(capture, calls, display_filter=f"godot.problem || {late}"), [])

    def test_call_before_its_spawn(self):
        """Calls from a node's `_ready()` are sent before its spawn: each player's engine does not find the node, once
        for the path's announcement and once for the call. Later calls arrive."""
        missing = re.compile(r'Node not found: "(\S+)"')
        expected = [found[1] for found in map(missing.match, self.errors(APART)) if found]
        self.assertEqual(set(expected), {"Apart/Yard/Eager"})
        names = ["frame.number", "godot.node.spawned_in", "godot.node.despawned_in", "udp.dstport", "godot.rpc.text"]
        rows = harness.fields(APART, names, *project_4(), display_filter="godot.node.not_yet_spawned")
        self.assertEqual(len(rows), len(expected))
        self.assertEqual({text for *_, texts in rows for text in texts}, {'Apart/Yard/Eager.greet(_how: "in _ready()")'})
        spawns, despawns = ({(int(row[0][0]), row[1][0]) for row in harness.fields(
            APART, ["frame.number", "udp.dstport"], *project_4(), display_filter=f'godot.{kind} && frame contains "Eager"'
            if kind == "spawn" else f"godot.{kind}")} for kind in ("spawn", "despawn"))
        for (frame,), spawned, despawned, (receiver,), _ in rows:
            mine = sorted(number for number, port in spawns if port == receiver)
            before = [number for number in mine if number < int(frame)]
            self.assertEqual([int(number) for number in spawned], [*before[-1:], mine[len(before)]])
            gone = [number for number, port in despawns if port == receiver and number < int(frame)]
            self.assertEqual([int(number) for number in despawned], gone[-1:])

    def test_the_only_call_is_before_its_spawn(self):
        """No later path shows where the spawner puts its nodes: the unconfirmed announcement just before the spawn
        does."""
        looked_for = re.compile(r'Node not found: "(\S+)"')
        expected = [found[1] for found in map(looked_for.match, self.errors(OTHERWISE)) if found]
        self.assertEqual(len(expected), 6)  # announced and called, three times
        rows = harness.fields(OTHERWISE, ["_ws.col.Info", "godot.node.spawned_in"], display_filter="godot.node.not_yet_spawned")
        self.assertEqual(len(rows), len(expected))
        for ((info,), (spawned_in,)), node in zip(rows, expected):
            self.assertIn(node, info)
            ((reported, missed),) = harness.fields(OTHERWISE, ["_ws.col.Info", "godot.spawn.missed"], *project_4(),
                                                   display_filter=f"frame.number == {spawned_in}")
            self.assertIn(f"spawn {node} ", reported[0])
            self.assertEqual(missed, ["2"])

    def test_links_back(self):
        """A spawn links to the calls that came too early for it, a despawn to those after it; each call links back, and
        there are no other links. As many calls as the engine reports."""
        for capture in (APART, TROUBLE, TROUBLE.with_name("trouble_websocket.pcap"), PROBLEMS,
                        OTHERWISE):
            with self.subTest(capture=capture.stem):
                rows = harness.fields(capture, ["frame.number", "godot.node.spawned_in", "godot.node.despawned_in"],
                                      display_filter="godot.node.not_yet_spawned or godot.node.despawned or godot.node.despawned_soon")
                expected = {"spawn": {}, "despawn": {}}
                # A note of a call that comes before the despawn is no miss.
                rows = [row for row in rows if not row[2] or int(row[2][0]) < int(row[0][0])]
                for (call,), spawns, despawns in rows:
                    for end, frames in (("spawn", spawns), ("despawn", despawns)):
                        for frame in frames:
                            if end == "despawn" or int(frame) > int(call):
                                expected[end].setdefault(frame, []).append(call)
                for end, calls in expected.items():
                    names = ["frame.number", f"godot.{end}.missed_in", f"godot.{end}.missed"]
                    shown = harness.fields(capture, names, display_filter=f"godot.{end}.missed")
                    self.assertEqual({frame: frames for (frame,), frames, _ in shown}, calls)
                    self.assertEqual([counts for *_, counts in shown], [[str(len(frames))] for _, frames, _ in shown])
                looked_for = [text for text in self.errors(capture) if re.match('Node not found: "(Apart|Trouble|Otherwise)', text)]
                self.assertEqual(len(rows), len(looked_for))

    def errors(self, capture):
        return [line["text"] for line in truth(capture, "engine_error")]

    def test_call_that_crosses_with_a_despawn(self):
        """The engine reports no node for red's call; the wire cannot show that, and no table counts it."""
        self.assertTrue(any("Problems/Yard/First" in text for text in self.errors(PROBLEMS)))
        rows = harness.fields(PROBLEMS, ["godot.rpc.text", "godot.problem"], display_filter="godot.node.despawned_soon")
        self.assertTrue(rows)
        for texts, kinds in rows:
            self.assertEqual((texts[0].rsplit(".", 1)[0], kinds), ("Problems/Yard/First", []))


class NotConnected(unittest.TestCase):
    def test_calls_before_the_authentication(self):
        """The server reports each as a problem, also those before it asked for authentication."""
        (refused,) = {text for text in NodeMissing.errors(self, UNASKED) if "SYS_COMMAND_AUTH" in text and "len < 2" in text}
        refusals = sum(text == refused for text in NodeMissing.errors(self, UNASKED))
        calls = harness.fields(UNASKED, ["frame.number"], display_filter="godot.rpc || godot.simplify_path")
        self.assertEqual(refusals, len(calls))
        rows = harness.fields(UNASKED, ["frame.number", "godot.problem"], display_filter="godot.auth.not_admitted")
        self.assertEqual([row[0] for row in rows], [row[0] for row in calls])
        self.assertEqual({tuple(row[1]) for row in rows}, {("not_connected",)})

    def test_authentication_that_fails(self):
        self.assertTrue(any(line["event"] == "authentication_failed" for line in truth(UNASKED, "event")))
        rows = harness.fields(UNASKED, ["enet.command", "godot.problem"], display_filter="enet.connection.not_admitted")
        self.assertEqual(rows, [[["4"], ["not_admitted"]]])

    def test_the_client_cannot_read_the_answer(self):
        """Only the server compresses: the client cannot connect."""
        self.assertEqual([line["event"] for line in truth(PACKED, "event") if line["proc"] == "red"], ["ends"])
        ((commands, remedies),) = harness.fields(PACKED, ["enet.command", "godot.expert.details"],
                                                 display_filter="enet.connection.unread")
        self.assertEqual(commands, ["3"])
        self.assertTrue(any("same compression" in remedy for remedy in remedies))

    def test_two_versions(self):
        capture = multiplayer.CAPTURES / "godot-4.6" / "mismatch_enet.pcap"
        rows = harness.fields(capture, ["godot.expert.details"], display_filter="godot.path.other_version")
        self.assertEqual(len(rows), 2)  # one node, in both directions
        for (remedies,) in rows:
            self.assertTrue(any("different remote methods for this node" in remedy for remedy in remedies))


    def test_a_player_who_has_just_left(self):
        """Red calls green and learns only later that green has left, as the server had announced; then the server calls
        red before it notices that red left. Over WebSocket TCP's end shows that red has left: a proxy accepts what is
        sent afterwards, the player does not."""
        for capture, leaving in ((APART, "enet.disconnect && udp.dstport == 24680"),
                                 (APART.with_name("apart_websocket.pcap"), "tcp.flags.fin == 1 && tcp.dstport == 24680")):
            with self.subTest(capture=capture.stem):
                self.check_who_left(capture, leaving)

    def test_who_left_needs_no_other_protocol(self):
        """Wireshark calls a postdissector only if a frame contains an enabled protocol that it wants."""
        rows = {
            names: harness.fields(APART.with_name("apart_websocket.pcap"), ["frame.number", "godot.peer.left_in"],
                                  *options, display_filter="godot.peer.gone")
            for names, options in (("all", []), ("ours", harness.alone()))
        }
        self.assertEqual(len(rows["all"]), 2)
        self.assertTrue(all(left_in for _, left_in in rows["all"]), rows)
        self.assertEqual(rows["ours"], rows["all"])

    def check_who_left(self, capture, leaving):
        left = {line["proc"]: line["t_us"] for line in truth(capture, "event") if line["event"] == "leave"}
        peers = {line["id"]: line["proc"] for line in truth(capture, "event") if line["event"] == "connected"}
        late = [line for line in truth(capture, "rpc") if line["to"] > 1 and line["t_us"] > left[peers[line["to"]]]]
        self.assertEqual([(line["from"], peers[line["to"]]) for line in late if line["from"] == 1], [(1, "red")])
        self.assertEqual(len(late), 2)
        rows = harness.fields(capture, ["godot.rpc.text", "godot.peer.target", "godot.peer.left_in", "godot.problem"],
                              *project_4(), display_filter="godot.peer.gone")
        self.assertEqual([(text, kinds) for (text,), _, _, kinds in rows],
                         [(f'Apart.ask(_what: {line["args"][0]})', ["not_connected"]) for line in late])
        removed = f"godot.system.peer == {late[0]['to']} && godot.system.command == 2"
        for line, (_, targets, said_in, _), reported in zip(late, rows, [removed, leaving]):
            self.assertIn(str(line["to"]), targets)
            self.assertIn(said_in, [frame for (frame,) in harness.fields(capture, ["frame.number"], display_filter=reported)])

    def test_a_player_who_is_not_known_yet_or_no_longer(self):
        """Green receives red's calls before the server's message about red, and after the message that it left: each
        error in green's log is a problem of that call, on green's side of the link only. A call with its path is
        accepted in both cases."""
        for engine, words, refused in (
            ("3.6", ("Invalid target peer: {red}", "Invalid packet received. Requests invalid peer cache."), ["good night"]),
            ("4.6", (None, 'Parameter "pinfo" is null.'), ["good bye", "good night"]),
        ):  # fmt: skip
            with self.subTest(engine=engine):
                capture = PROBLEMS.parents[1] / f"godot-{engine}" / "unheard_enet.pcap"
                events = [line for line in truth(capture, "event") if line["proc"] == "green"]
                (red,) = {line["from"] for line in events if line["event"] == "heard"}
                came, gone = [next(line["t_us"] for line in events if line["event"] == event and line["id"] == red)
                              for event in ("peer_connected", "peer_disconnected")]
                early = [line["what"] for line in events if line["event"] == "heard" and line["t_us"] < came]
                reported = [line["text"] for line in truth(capture, "engine_error") if line["proc"] == "green"]
                self.assertEqual(reported.count(words[1]), len(refused))
                self.assertTrue(all(line["t_us"] > gone for line in truth(capture, "engine_error") if line["text"] == words[1]))
                if words[0]:
                    self.assertEqual(reported.count(words[0].format(red=red)), len(early))
                for cause, expected, link, change in (("not_yet_known", early, "known_in", "add peer"),
                                                      ("caller_gone", refused, "left_in", "remove peer")):
                    shown = []
                    for packet in harness.packets(capture, "-Y", f"godot.peer.{cause}"):
                        self.assertEqual(packet.shows("udp.srcport"), [str(RELAY_PORT)])
                        for call in packet.all("godot.rpc"):
                            if not call.all(f"godot.peer.{cause}"):
                                continue
                            self.assertIn("not_connected", call.shows("godot.problem"))
                            shown += [re.search(r'"(.*)"', text)[1] for text in call.shows("godot.rpc.text")]
                            (frame,) = call.shows(f"godot.peer.{link}")
                            ((info,),) = harness.fields(capture, ["_ws.col.Info"], display_filter=f"frame.number == {frame}")
                            self.assertIn(f"{change} {red}", info[0])
                    self.assertEqual(sorted(shown), expected)

    def test_fewer_channels(self):
        """The engine's own message: nothing is sent on channel 6, because there are 4 channels."""
        refused = re.compile(r"Unable to send packet on channel (\d+), max channels: (\d+)")
        (found,) = {refused.match(text).groups() for text in NodeMissing.errors(self, FEWER)}
        self.assertEqual(found, ("6", "4"))
        self.assertFalse(harness.fields(FEWER, ["frame.number"], display_filter=f"enet.channel == {found[0]}"))
        ((commands, remedies, kinds),) = harness.fields(
            FEWER, ["enet.command", "godot.expert.details", "godot.problem"], *project_4(),
            display_filter="enet.connection.fewer_channels")
        self.assertEqual((commands, kinds), (["3"], ["not_connected"]))
        self.assertTrue(any(remedy.startswith(f"The client asked for {found[1]} channels") for remedy in remedies))

    def test_two_generations(self):
        """A server of 3.6 and a player of 4.6: neither engine understands the other; each end is read in its own
        generation."""
        errors = [(line["proc"], line["text"]) for line in truth(GENERATIONS, "engine_error")]
        self.assertIn(("server", 'Condition "server" is true. Continuing.'), errors)
        self.assertTrue(any(proc == "red" and text.startswith('Node not found: "ock"') for proc, text in errors))
        rows = harness.fields(GENERATIONS, ["udp.srcport", "frame.number", "godot.expert.details", "godot.problem"],
                              display_filter="godot.two_generations")
        self.assertEqual([kinds for *_, kinds in rows], [["not_connected"]] * 2)
        is_old = {port[0]: any("older than Godot 4, the other" in text for text in texts) for port, _, texts, _ in rows}
        self.assertEqual(is_old, {"24680": True, next(port for port in is_old if port != "24680"): False})
        calls = harness.fields(GENERATIONS, ["udp.srcport", "godot.rpc.text"], display_filter="godot.rpc")
        reported = [text for port, texts in calls if port == ["24680"] for text in texts]
        sent = [line for line in truth(GENERATIONS, "rpc") if line["proc"] == "server"]
        self.assertEqual(reported, ['Knock.greet("Welcome!")'] * len(sent))


def one_direction(capture, port, to):
    """The capture without the datagrams that this port sends, or without those that it receives."""
    ports = slice(36, 38) if to else slice(34, 36)  # after the headers of Ethernet and IP
    frames = [it for it in odd_captures.read(capture) if int.from_bytes(it[2][ports], "big") == port]
    return odd_captures.write(f"{capture.stem}_{'to' if to else 'from'}_{port}", odd_captures.ETHERNET, frames)


class OneDirection(unittest.TestCase):
    """Real captures without one direction, as a filter of the capture makes them. The receivers' acknowledgements and
    ends are not there, so nothing is said about what reached them."""

    OF_RECEIVERS = ("enet.analysis.never_acknowledged || enet.analysis.timeout || enet.connection.unread || "
                    "godot.sync.views_differ || godot.spawn.lost || godot.despawn.lost || godot.sync.lost")  # fmt: skip

    def marked(self, capture, shown=OF_RECEIVERS):
        return len(harness.fields(capture, ["frame.number"], display_filter=shown))

    def test_nothing_is_said_about_receivers(self):
        lossy = harness.PCAPS / "links" / "godot-4.6" / "lossy_server.pcap"
        whole = Counter()
        for capture in (STOPPED, LOST, PACKED, PROBLEMS, lossy):
            ports = Counter(int.from_bytes(data[34:36], "big") for *_, data in odd_captures.read(capture))
            self.assertGreater(len(ports), 1)
            whole[capture.stem] = self.marked(capture)
            for port, _ in ports.most_common(2):
                for to in (False, True):
                    with self.subTest(capture=capture.stem, port=port, to=to):
                        part = one_direction(capture, port, to)
                        self.assertGreater(self.marked(part, "enet"), 2)
                        self.assertEqual(self.marked(part), 0)
        for name in (STOPPED.stem, LOST.stem, PACKED.stem, PROBLEMS.stem):
            self.assertGreater(whole[name], 0, name)

    def test_a_request_that_is_repeated_is_not_answered(self):
        """A client that sends nothing but its request has no answer, whatever the capture has."""
        full = PROBLEMS.with_name("full_enet.pcap")
        server = enet_reader.read(full)[0].target[1]  # of a Connect
        unanswered = "enet.connection.unanswered"
        self.assertEqual(self.marked(full, unanswered), 1)
        self.assertEqual(self.marked(one_direction(full, server, to=True), unanswered), 1)


class NeverDelivered(unittest.TestCase):
    def test_a_player_who_stops(self):
        """The server has timed red out when red continues: red's later messages are not acknowledged."""
        events = {line["event"]: line["t_us"] for line in truth(STOPPED, "event") if line["proc"] == "red"}
        given_up = next(line["t_us"] for line in truth(STOPPED, "event")
                        if line["proc"] == "server" and line["event"] == "peer_disconnected")
        self.assertLess(given_up, events["goes_on"])
        rows = harness.fields(STOPPED, ["frame.time_epoch", "godot.rpc.text", "godot.problem"],
                              display_filter="enet.analysis.never_acknowledged")
        self.assertTrue(rows)
        for (time,), texts, kinds in rows:
            self.assertGreater(float(time[0] if isinstance(time, list) else time) * 1e6, events["goes_on"])
            self.assertTrue(texts[0].startswith("Knock.#0("))
            self.assertEqual(kinds, ["never_delivered"])

    def test_what_the_relay_keeps(self):
        """The capture has both sides of the relay: the problems are exactly the relay's losses that nothing
        retransmits."""
        relay = json.loads(LOST.with_name("lost_enet.relay.json").read_text(encoding="utf-8"))
        datagrams = enet_reader.read(LOST)
        sent = {"c2s": [it for it in datagrams if it.target[1] == RELAY_PORT]}
        first = sent["c2s"][0].payload
        (back,) = {it.source[1] for it in datagrams if it.payload == first} - {sent["c2s"][0].source[1]}
        sent["s2c"] = [it for it in datagrams if it.target[1] == back]
        lost = [sent[way][number] for way in relay for number in relay[way]["lost"]]
        kinds = (enet_reader.UNRELIABLE, enet_reader.UNRELIABLE_FRAGMENT, enet_reader.UNSEQUENCED)
        expected = {str(it.frame) for it in lost if any(command.number in kinds for command in it.commands)}
        self.assertGreater(len(expected), 10)
        rows = harness.fields(LOST, ["frame.number", "godot.expert.details", "godot.problem"], *project_4(),
                              display_filter="enet.analysis.never_arrived")
        self.assertEqual({frame for (frame,), *_ in rows}, expected)
        self.assertTrue(all("never_delivered" in kinds and any("stream 0" in text for text in remedies)
                            for _, remedies, kinds in rows))
        done = harness.run("-2", "-q", "-z", "godot,problems,csv", *project_4(), capture=LOST)
        table = harness.csv_rows(done.stdout.decode())
        counts = [int(row["count"]) for row in table if row["cause"] == "unreliable, and not in the capture of the receiver's side"]
        self.assertEqual(sum(counts), len(expected))

    def test_a_player_whom_nothing_reaches(self):
        """The messages in green's log that are not in red's, while the link to red is dead."""
        (dark,) = [line["t_us"] for line in truth(LOST, "event") if line["event"] == "dark"]
        kinds = ["spawned", "despawned", "delta_synchronized"]
        got = {player: [line["kind"] for kind in kinds for line in truth(LOST, kind)
                        if line["proc"] == player and line["t_us"] > dark] for player in ("red", "green")}
        self.assertEqual(got, {"red": [], "green": kinds})
        rows = harness.fields(LOST, ["_ws.col.Info", "godot.problem"], *project_4(),
                              display_filter="enet.analysis.never_acknowledged")
        red = next(line["id"] for line in truth(LOST, "event") if line["proc"] == "red" and line["event"] == "connected")
        reported = ["despawn Lost/Yard/Old", "spawn Lost/Yard/New (res://lab/post.tscn)", "changes of Lost/Gate/Sync: height? = 3.0"]
        self.assertEqual([info[0].split("  ", 1)[1] for info, _ in rows], reported)
        for (info,), kinds in rows:
            self.assertIn(f"→ {red}  ", info)
            self.assertEqual(kinds, ["never_delivered", "views_differ"])
        for cause, text in zip(["godot.despawn.lost", "godot.spawn.lost", "godot.sync.lost"], reported):
            rows = harness.fields(LOST, ["_ws.col.Info"], *project_4(), display_filter=cause)
            self.assertEqual([info[0].split("  ", 1)[1] for info, in rows], [text])


class ViewsDiffer(unittest.TestCase):
    def test_who_is_hidden_from(self):
        peers = {line["proc"]: line["id"] for line in truth(PROBLEMS, "event") if line["event"] == "connected"}
        expected = {(line["node"].removeprefix("/root/"), peer) for line in truth(PROBLEMS, "visibility")
                    for peer in peers.values() if peer not in line["visible"]}
        self.assertEqual(len(expected), 2)
        shown = set()
        for packet in harness.packets(PROBLEMS, "-o", "godot.name_peers:FALSE", "-Y", "godot.sync.views_differ || godot.sync.hidden"):
            for item in packet.all("godot.sync.object"):
                if item.all("godot.sync.views_differ") or item.all("godot.sync.hidden"):
                    node = item.shows("godot.sync.text")[0].split(":")[0]
                    hidden = re.compile(r"(?:Peer|The node is hidden from peer) (\d+)\b")
                    remedy = next(match for match in map(hidden.match, item.shows("godot.expert.details")) if match)
                    shown.add((node.removesuffix("/Sync"), int(remedy[1])))
        self.assertEqual(shown, expected)


    def test_other_values_at_the_same_moment(self):
        """A property whose getter counts: each read gives another value, so red and green never get the same."""
        read = [line["value"] for line in truth(APART, "problem") if "value" in line]
        self.assertEqual(read, list(range(1, len(read) + 1)))
        sent = harness.fields(APART, ["frame.number", "godot.sync.text"], *project_4(), display_filter="godot.sync")
        self.assertEqual([text[0] for _, text in sent], [f"Apart/Yard/Dial: reading = {value}" for value in read])
        rows = harness.fields(APART, ["frame.number", "godot.expert.details", "godot.problem"], *project_4(),
                              display_filter="godot.sync.values_differ")
        ((frame, remedies, kinds),) = rows
        self.assertEqual(kinds, ["views_differ"])
        before = next(number[0] for number, _ in reversed(sent) if int(number[0]) < int(frame[0]))
        self.assertTrue(any(f"in frame {before}," in remedy for remedy in remedies))


class TooMuch(unittest.TestCase):
    def test_states_that_need_two_messages(self):
        """Three boards of 650 bytes each: two fit in a message."""
        rows = harness.fields(TROUBLE, ["godot.sync.time", "godot.problem"], display_filter="godot.sync.cut")
        self.assertGreater(len(rows), 3)
        self.assertEqual(sum("board" in line["scene"] for line in truth(TROUBLE, "spawn")), 3)
        self.assertEqual({tuple(kinds) for _, kinds in rows}, {("too_much",)})

    def test_the_same_state_again_and_again(self):
        """The game sets nothing while it logs that it sends the same state."""
        (begin,) = [line["t_us"] for line in truth(PROBLEMS, "problem") if line.get("what") == "same state"]
        self.assertFalse([line for line in truth(PROBLEMS, "set") if line["t_us"] > begin])
        rows = harness.fields(PROBLEMS, ["godot.expert.details", "godot.sync.changed"], display_filter="godot.sync.unchanged")
        self.assertTrue(rows)
        for remedies, changed in rows:
            self.assertTrue(any(remedy.startswith("The same values 64 times in ") and "bytes/s" in remedy for remedy in remedies))

    def test_unreliable_above_the_mtu(self):
        warned = [line for line in truth(PROBLEMS, "engine_error") if "above the MTU" in line["text"]]
        (size,) = {int(re.search(r"Sending (\d+) bytes", line["text"])[1]) for line in warned}
        rows = harness.fields(PROBLEMS, ["godot.problem", "godot.expert.details"], display_filter="godot.above_mtu")
        self.assertEqual([row[0] for row in rows], [["too_much"]] * 2)  # to two players
        for _, remedies in rows:
            self.assertTrue(any(remedy.startswith(f"{size} bytes") for remedy in remedies), remedies)


class EnginesWords(unittest.TestCase):
    """The page quotes every error that the engines printed while these games failed, word for word."""

    PAGE = (harness.SOURCE / "docs" / "engine-messages.md").read_text(encoding="utf-8")
    PAGES = PAGE + "".join(page.read_text(encoding="utf-8") for page in (harness.SOURCE / "docs").rglob("problems*/*.md"))
    PAGES += (harness.SOURCE / "docs" / "problems.md").read_text(encoding="utf-8")
    ROW = re.compile(r"^\| (`.*?`) \| [^|`]*(?:receiver|caller|sender|client|server)[^|`]* \|", re.MULTILINE)

    def patterns(self):
        recorded = [words for cell in self.ROW.findall(self.PAGE) for words in re.findall(r"`([^`]+)`", cell)]
        self.assertGreater(len(recorded), 35)
        return [re.compile(".*".join(map(re.escape, words.split("…"))), re.DOTALL) for words in recorded]

    # Lines that Godot 3.2 prints at its start, about language and folders.
    OF_THE_MACHINE = re.compile(r"(get_language_code|set_locale|make_dir_recursive): ")

    def test_what_engines_have_said(self):
        patterns = self.patterns()
        reported = {text.strip("()") for capture in PROBLEMS.parents[1].rglob("*.pcap")
                    if capture.with_suffix(".truth.jsonl").exists() for text in NodeMissing.errors(self, capture)
                    if not self.OF_THE_MACHINE.match(text)}
        reported = {re.sub(r"^[a-z_]+: ", "", text) for text in reported}  # the function's name, printed by 3.2
        self.assertGreater(len(reported), 20)
        self.assertFalse([text for text in reported if not any(pattern.fullmatch(text) for pattern in patterns)])

    def test_names_on_the_pages(self):
        known = {line.split("\t")[2] for line in harness.run("-G", "fields").stdout.decode().splitlines()
                 if line.startswith(("F\t", "P\t")) and line.count("\t") > 2}
        named = {name for code in re.findall(r"`([^`]+)`", self.PAGES.replace("```", ""))
                 for name in re.findall(rf"\b(?:{'|'.join(lists.prefixes())})(?:\.[a-z_0-9]+)+", code)}
        self.assertGreater(len(named), 30)
        self.assertFalse(named - known - {"enet.held_limit"})


class Table(unittest.TestCase):
    def test_problems(self):
        done = harness.run("-2", "-q", "-z", "godot,problems,csv", *project_4(), capture=PROBLEMS)
        rows = harness.csv_rows(done.stdout.decode())
        counts = {(row["problem"], row["node"], row["member"], row["count"]) for row in rows}
        self.assertLessEqual(
            {
                ("not_allowed", "Problems/Gate", "open", "1"),
                ("declared_otherwise", "Problems/Gate", "ask", "1"),
                ("node_missing", "Problems/RedsOwn", "", "2"),
                ("too_much", "Problems/Gate", "paint", "2"),  # one broadcast, two receivers
            },
            counts,
        )
        refused = [row for row in rows if row["node"] == "Problems/Others"]
        # One to red, in two frames, and one to the server.
        self.assertEqual(sum(int(row["count"]) for row in refused), 2)
        self.assertEqual({row["problem"] for row in refused}, {"not_allowed"})


# Problems in captures of games and links without faults, with the reason. ENet's throttle: the loopback interface loses
# nothing, but a sender whose round trips vary drops unreliable messages itself.
NEVER_CAME = "messages before this one never arrived"
THROTTLED = "unreliable messages that the sender's throttle has dropped"
ABOVE_MTU = "unreliable, and longer than a datagram"
SAME_STATE = "the same state again and again"
HIDDEN = "another player gets no states of it"
REFUSED_CALL = "the caller may not call the method"
REFUSED_SET = "the sender may not set the variable"
REFUSED_BY_OTHERS = "the server alone accepts the call, and it goes to all"
SET_REFUSED_BY_OTHERS = "the server alone accepts the set, and it goes to all"
HELD = "waits at the receiver for a lost message"
GONE = "its receiver had left, or this connection was closed"
TOO_LATE = "arrived after a later message: the receiver drops it"
WINDOW = "the window is full: another reliable message has to wait"
NO_ANSWER = "sent more than once, and never acknowledged"
ALLOWED = [
    ("enet/godot-4.6/rpc_enet", {ABOVE_MTU}, "sends 40 KB, unreliably, too"),
    ("links/godot-3.6/*", {ABOVE_MTU}, "4,000 bytes unreliably"),
    ("links/godot-*/fragments", {WINDOW}, "sends 100 KB at once"),
    ("links/*/lossy_client", {NEVER_CAME, TOO_LATE, HELD}, "a bad link"),
    ("links/libenet/unsequenced_server", {TOO_LATE}, "half of the messages are late"),
    ("links/*/lossy_server", {NEVER_CAME, THROTTLED, TOO_LATE, HELD}, "a bad link"),
    ("links/*/throttled_client", {NEVER_CAME, TOO_LATE, HELD}, "an uneven link"),
    ("links/*/throttled_server", {THROTTLED, TOO_LATE, HELD}, "an uneven link"),
    ("links/godot-4.6/lossy_fragments_client", {WINDOW, HELD}, "a bad link, and 100 KB at once"),
    ("links/godot-4.6/lossy_fragments_server", {NEVER_CAME, HELD}, "a bad link, and 100 KB at once"),
    ("lossy/godot-4.6/arena_lossy_enet", {NEVER_CAME, THROTTLED, TOO_LATE, HELD, NO_ANSWER}, "a bad link"),
    ("lossy/godot-4.6/departure_waits_enet", {NEVER_CAME}, "a bad link"),
    ("mirror/replication_wss.*", {SAME_STATE, "called before it was spawned there"}, "a ship lies for four seconds; a helm is announced too early"),
    ("multiplayer/godot-3.2/fleet_*", {REFUSED_CALL, REFUSED_SET, REFUSED_BY_OTHERS, SET_REFUSED_BY_OTHERS}, "players call and set what is the master's"),
    ("multiplayer/godot-3.6/fleet_enet*", {REFUSED_CALL, REFUSED_SET, REFUSED_BY_OTHERS, SET_REFUSED_BY_OTHERS, ABOVE_MTU}, "the same; 8 KB unreliably"),
    ("multiplayer/godot-3.6/fleet_websocket", {REFUSED_CALL, REFUSED_SET, REFUSED_BY_OTHERS, SET_REFUSED_BY_OTHERS}, "players call and set what is the master's"),
    ("multiplayer/godot-4.6/calls_enet", {"other arguments than the method takes"}, "PackedByteArrays without elements"),
    ("multiplayer/godot-4.6/auth_enet", {"closed during the authentication"}, "a player is turned away"),
    ("multiplayer/godot-4.6/mismatch_enet", {"different remote methods at this path"}, "there are two"),
    ("multiplayer/godot-4.6/nodes_enet", {"the receiver has no such node"}, "a node that the server alone has"),
    ("multiplayer/godot-4.6/peers_enet*", {ABOVE_MTU, "its sender leaves just after it"}, "20 KB unreliably; a call just before a player is turned out"),
    ("multiplayer/godot-4.6/replication_*", {SAME_STATE, "called before it was spawned there"}, "a ship lies for four seconds; a helm is announced too early"),
    ("netfox/*", {"the receiver has no such node"}, "netfox sends a late player states before the game has made the node there"),
    ("netfox/late_*", {GONE, "inputs of ticks that the receiver no longer simulates",
                       "states of ticks that the receiver no longer keeps"}, "held back for three seconds"),
    ("netfox/packed_late", {"inputs of ticks that the receiver no longer simulates"}, "held back; netfox has logged what it dropped"),
    ("netfox/missing", {"netfox's receiver has no such node"}, "a player is not told of another one"),
    ("netfox/large", {"a snapshot above netfox's packet limit"}, "a property of 600 bytes"),
    ("netfox/*lossy", {NEVER_CAME, HELD, THROTTLED, GONE, "sent more than once, and never acknowledged"}, "a bad link"),
    ("netfox/lists", {THROTTLED}, "ENet's throttle: all that is missing on one machine"),
    ("netfox/missing", {THROTTLED}, "the same"),
    ("netfox/packed", {THROTTLED}, "the same"),
    ("netfox/three", {NEVER_CAME, THROTTLED, HELD, GONE}, "a bad link"),
    ("rollback/div*", {"the states of a tick differ", NEVER_CAME}, "seeded divergences; inputs are lost on purpose or by ENet's throttle"),
    ("rollback/frozen", {"sent nothing and read nothing for a second or more"}, "a process is stopped"),
    ("rollback/lossy", {GONE, NEVER_CAME, HELD}, "a bad link"),
    ("state/godot-4.6/moments_enet", {THROTTLED, SAME_STATE, HIDDEN}, "ENet's throttle; a derelict that one player sees"),
]


def project_of(capture):
    """The project of the capture's game; for captures without a game it makes no difference."""
    folders = capture.relative_to(harness.PCAPS).parts
    if "names" in folders:
        return with_project(copied(PROJECTS / "odd4"))
    is_old = capture.parent.name.startswith("godot-3")
    overlay = PROJECTS / "moments4" if "state" in folders else None
    base = PROJECTS / ("multiplayer3" if is_old else "multiplayer4")
    return with_project(copied(base, name=overlay.name if overlay else None, overlay=overlay))


def causes(capture):
    done = harness.run("-2", "-q", "-z", "godot,problems,csv", *project_of(capture), capture=capture)
    return {row["cause"] for row in harness.csv_rows(done.stdout.decode())}


class Quiet(unittest.TestCase):
    def test_no_false_alarm(self):
        self.assertGreater(len(QUIET_4), 10)
        project = with_project(copied(PROJECTS / "multiplayer4"))
        for capture in QUIET_4:
            with self.subTest(capture=capture.stem):
                rows = problems(capture, project)
                self.assertEqual([row[0] for row in rows], ON_PURPOSE.get(capture.stem, []))

    @harness.long_test
    def test_every_capture(self):
        """All captures except games with deliberate faults (test_faults.py has the laboratory; test_relayed.py those of a worse
        network; test_foreign.py other programs and their faults; test_ends.py, test_noray.py and test_ice.py connections that
        end or are not made; test_sleeps.py an end that sleeps; test_experts.py mirrors of a refused call) and noise, which test_noise.py tests."""
        captures = [path for kind in ("*.pcap", "*.pcapng") for path in sorted(harness.PCAPS.rglob(kind))
                    if not {"problems", "faults", "foreign", "noise", "relayed", "situations", "ends", "waits", "sleeps", "noray", "ice", "refused"} & set(path.relative_to(harness.PCAPS).parts)]
        self.assertGreater(len(captures), 80)
        captures = harness.share(captures)
        for capture in captures:
            project_of(capture)  # copied once, before the threads use it
            harness.workshop().readable(capture)
        with ThreadPoolExecutor(2) as pool:
            found = dict(zip(captures, pool.map(causes, captures)))
        unused = {pattern for pattern, _, _ in ALLOWED}
        for capture, shown in found.items():
            name = capture.relative_to(harness.PCAPS).with_suffix("").as_posix()
            allowed = set()
            for pattern, kinds, _ in ALLOWED:
                if fnmatch.fnmatch(name, pattern):
                    allowed |= kinds
                    if shown:
                        unused.discard(pattern)
            with self.subTest(capture=name):
                self.assertLessEqual(shown, allowed)
        if harness.SHARE == 1:
            self.assertFalse(unused)


if __name__ == "__main__":
    unittest.main()
