# SPDX-License-Identifier: MIT
"""Names from the user's project: the projects in pcaps/projects, with the captures recorded from them."""

import json
import re
import shutil
import unittest
from collections import defaultdict

import harness  # first: it adds tests/common to the path

import multiplayer
from projects import copied, with_project

# A project whose names cannot be read, on purpose: see MethodsOfRpcConfig.
CONFIGURED = multiplayer.CAPTURES / "godot-4.6" / "configured_enet.pcap"
STRANGE = multiplayer.CAPTURES / "godot-4.6" / "strange_enet.pcap"
GODOT_4 = sorted(set((multiplayer.CAPTURES / "godot-4.6").glob("*.pcap")) - {CONFIGURED, STRANGE})
GODOT_3 = sorted(multiplayer.CAPTURES.glob("godot-3.*/*.pcap"))
PROJECT_4 = harness.PCAPS / "projects" / "multiplayer4"
PROJECT_3 = harness.PCAPS / "projects" / "multiplayer3"
OTHER_PROJECT = harness.SOURCE / "tests" / "unit" / "project" / "samples" / "tricky"
ARENA = multiplayer.CAPTURES / "godot-4.6" / "arena_enet.pcap"
MISMATCH = multiplayer.CAPTURES / "godot-4.6" / "mismatch_enet.pcap"
REPLICATION = multiplayer.CAPTURES / "godot-4.6" / "replication_enet.pcap"

# The names of the arguments of the project's remote methods, as Godot 4.6.3 returns them
# (Script.get_script_method_list).
ARGUMENTS_4 = {
    "aim": ["_where"], "allow_objects": ["yes"], "anthem": [], "dance": ["step", "with_music"],
    "announce": ["who", "table"], "ask": ["_how"], "begin": ["everyone"],
    "carry": ["_load"], "drop": ["item"], "emote": ["what"], "explode": ["where", "radius"], "fire": ["aim", "weapon"],
    "heal": ["amount"], "hum": ["_what", "_number"], "hum_2": ["_what", "_number"], "make_again": [],
    "move": ["direction", "jump"], "mutter": ["_what", "_number"], "mutter_2": ["_what", "_number"],
    "next_turn": ["number"], "push": ["force"], "put": ["item", "count"], "receive_inputs": ["_bytes"], "register": ["player_name", "looks"],
    "reload": ["_seconds"], "rename": ["new_title"], "say_2": ["_what", "_number"], "say_9": ["_what", "_number"],
    "set_root": [], "shoot": ["aim", "with", "tags"], "signal_flag": ["flag", "times"], "take": ["_value"],
    "take_bytes": ["_bytes", "_more"], "take_damage": ["amount", "attacker", "critical"], "take_nothing": [],
    "take_numbers": ["_tiny", "_small", "_medium", "_big", "_yes", "_real"], "take_object": ["_object", "_node", "_after"],
    "take_typed": ["_names", "_table"], "tell": ["_what", "_number"], "think": ["plan"], "toss": ["_load", "_size"], "unset_root": [],
    "welcome": ["_how"],
}  # fmt: skip
# Methods that two scripts have.
SAY = {"Arena/Chat": ["text", "color"], "Peers": ["_what", "_number"]}
# Methods of the scripts in projects/multiplayer3; two scripts declare `hit`.
ARGUMENTS_3 = {
    "allow_objects": ["yes"], "take_nothing": [], "take": ["_value"], "take_two": ["_first", "_second"],
    "take_numbers": ["_tiny", "_small", "_medium", "_big", "_yes", "_real"], "register": ["player_name", "looks"],
    "begin": ["everyone"], "next_turn": ["number"], "fire": ["at", "powder"], "broadside": ["side"],
    "steer": ["direction", "full_speed"], "stow": ["load_of", "below"], "order": ["what", "by"], "hoist": ["colors"],
    "refuel": ["amount"], "sink": [],
}  # fmt: skip

def calls(capture, *options):
    """For each packet with calls: numbers of methods, their names, texts of the calls."""
    names = ["frame.number", "godot.rpc.method_id", "godot.rpc.method", "godot.rpc.text"]
    preferences = harness.preferences(text_limit=0)
    return harness.fields(capture, names, *preferences, *options, display_filter="godot.rpc")


def sent(capture):
    return [line for line in multiplayer.load(capture) if line["kind"] == "rpc"]


class Calls(unittest.TestCase):
    maxDiff = None

    def test_every_call_has_its_name(self):
        """Number and node give the name that the engine logged, for each call of each capture."""
        for capture in GODOT_4:
            names = defaultdict(set)
            for line in sent(capture):
                names[multiplayer.node_of(line), line["method_index"]].add(line["method"])
            messages = set()
            for frame, ids, methods, texts in calls(capture, *with_project(copied(PROJECT_4))):
                where = f"{capture.name}, frame {frame}"
                self.assertEqual(len(ids), len(texts), where)
                self.assertEqual(len(ids), len(methods), where)
                for number, method, text in zip((int(each) for each in ids), methods, texts):
                    nodes = [node for node, index in names if index == number and text.startswith(f"{node}.{method}(")]
                    self.assertTrue(nodes, f"{where}: {text}")
                    node = max(nodes, key=len)
                    messages.add((node, number))
                    self.assertEqual(names[node, number], {method}, where)
            delivered = {(multiplayer.node_of(line), line["method_index"]) for line in sent(capture) if line["targets"]}
            self.assertEqual(delivered, messages, capture.name)

    def test_arguments_4(self):
        """Each argument has the engine's name for it, in the tree and in the text."""
        checked = 0
        names = ["godot.rpc.text", "godot.rpc.argument.name"]
        for capture in GODOT_4:
            rows = harness.fields(capture, names, *with_project(copied(PROJECT_4)), display_filter="godot.rpc")
            for texts, arguments in rows:
                wanted = []
                for text in texts:
                    node, method, values = re.fullmatch(r"(.*?)\.([\w#]+)\((.*)\)", text, re.DOTALL).groups()
                    if not values or method.startswith("#") or method == "take_any_number":
                        continue
                    declared = SAY[node] if method == "say" else ARGUMENTS_4[method]
                    count = sum(values.startswith(f"{name}: ") or f", {name}: " in values for name in declared)
                    self.assertGreater(count, 0, text)
                    wanted += declared[:count]
                arguments = [name for name in arguments if not name.endswith("]")]
                self.assertEqual(wanted, arguments, texts)
                checked += len(arguments)
        self.assertGreater(checked, 1000)

    def test_rest_of_the_arguments(self):
        capture = multiplayer.CAPTURES / "godot-4.6" / "calls_enet.pcap"
        rows = calls(capture, *with_project(copied(PROJECT_4)))
        rest = [text for row in rows for text in row[3] if ".take_any_number(" in text and not text.endswith("()")]
        self.assertTrue(rest)
        for text in rest:
            self.assertRegex(text, r"\.take_any_number\(\w+\[0\]: ")

    def test_scripts(self):
        names = ["godot.node.path", "godot.names.script"]
        rows = harness.fields(ARENA, names, *with_project(copied(PROJECT_4)), display_filter="godot.rpc")
        scripts = defaultdict(set)
        for nodes, found in rows:
            if len(nodes) == 1 and len(found) == 1:
                scripts[nodes[0]].update(found)
        self.assertEqual({"res://network.gd"}, scripts["Network"])
        self.assertEqual({"res://arena/chat.gd"}, scripts["Arena/Chat"])
        self.assertEqual({"res://characters/player.gd"}, scripts["Arena/Players/Red"])
        self.assertEqual({"res://characters/bot.gd"}, scripts["Arena/Players/Bot"])

    def test_matching_projects_have_no_notes(self):
        """A capture and the project that it was recorded from give no note about a difference."""
        notes = "godot.names.arguments_differ or godot.names.properties_differ or godot.names.project"
        for capture in GODOT_4:
            wrong = notes if capture == MISMATCH else notes + " or godot.names.checksum_unknown"
            found = harness.fields_and_details(capture, ["_ws.expert.message"], *with_project(copied(PROJECT_4)), display_filter=wrong)
            # The engine sends a PackedByteArray without elements, alone in a call, like no argument, and refuses that.
            found = [messages for (messages,) in found if not any("or an empty PackedByteArray" in each for each in messages)]
            self.assertEqual([], found, capture.name)

    def test_empty_bytes_are_no_argument(self):
        """Exactly the calls whose only argument is a PackedByteArray without elements, if the method needs one."""
        capture = multiplayer.CAPTURES / "godot-4.6" / "calls_enet.pcap"
        lines = map(json.loads, capture.with_suffix(".truth.jsonl").read_text(encoding="utf-8").splitlines())
        expected = [line["method"] for line in lines if line["kind"] == "rpc" and line["args_hex"] == ["1d00000000000000"]
                    for _ in line["targets"]]
        rows = harness.fields(capture, ["godot.rpc.text"], *with_project(copied(PROJECT_4)), display_filter="godot.names.arguments_differ")
        self.assertEqual([re.search(r"\.(\w+)\(\)", text)[1] for (texts,) in rows for text in texts], expected)


class MethodsOfRpcConfig(unittest.TestCase):
    """Methods that scripts pass to Node.rpc_config(): they come first in the MD5, and are numbered from 0x8000 on."""

    # The scripts' declarations. Those of the engine's own nodes are in its documentation.
    TEXTS = {
        "Lamp": ["jump(_height: 2.5)", "turn(_angle: 90)", '_hit(_by: "a stone")'],
        "Gate": ["knock(_times: 3)", "open(_wide: true)", "close()", 'lock(_key: "brass")', 'unlock(_key: "brass")'],
        "Bell": ["tune(_pitch: 440.5)", "ring(_loud: false)", "chime(_hours: 12)", 'toll(_hours: 7, _who: "thee")'],
        "Robot": ["walk(_steps: 10)", "halt()", "on_left(_angle: 0.25)", "on_right(_angle: 0.75)"],
        # The rest of this script's rpc_config() cannot be read: its own list is a guess.
        "Drone": ["fly?(_to: Vector3(1, 2, 3))", "land?(_where: Vector3(0, 0, 0), _softly: true)",
                  '#32770("load", 5)', "#32769(true)"],
        "Marker": ['set_meta(name: "color", value: "red")', "set_process_priority(priority: 4)"],
    }  # fmt: skip

    def test_each_call(self):
        """Each call has the name in the truth; an uncertain name has a question mark, an unknown one is a number."""
        logged_lists = [(multiplayer.node_of(line), line["method"]) for line in sent(CONFIGURED)]
        wanted = defaultdict(int)
        for node, method in logged_lists:
            if node.startswith("Configured/"):
                name = node.removeprefix("Configured/")
                text = [each for each in self.TEXTS[name] if re.match(rf"{method}\??\(", each)]
                if not text:
                    text = [each for each in self.TEXTS[name] if each[0] == "#" and ('"' in each) == (method == "set_meta")]
                wanted[f"{node}.{text[0]}"] += 1
        self.assertEqual(len(wanted), 22)
        seen = defaultdict(int)
        for row in calls(CONFIGURED, *with_project(copied(PROJECT_4))):
            for text in row[3]:
                if text.startswith("Configured/"):
                    seen[text] += 1
        self.assertEqual(wanted, seen)

    def test_no_differences_are_reported(self):
        """Except for the node whose names cannot be read: a note says so."""
        rows = harness.fields_and_details(
            CONFIGURED, ["godot.path.name", "_ws.expert.message"], *with_project(copied(PROJECT_4)),
            display_filter="godot.names.arguments_differ or (godot.names.checksum_unknown and godot.simplify_path)",
        )  # fmt: skip
        self.assertTrue(rows)
        for paths, texts in rows:
            self.assertEqual(["Configured/Drone"], paths)
            self.assertTrue(any(text.endswith("by names that cannot be read") for text in texts), texts)


class StrangeNames(unittest.TestCase):
    """Names for rpc_config() in every form that a script can write: no call may get a wrong name. The server's calls have low
    numbers only, so only the MD5 shows that the lists have other names first."""

    # Each node's script stands in the scene; all of them extend one.
    OVERLAY = harness.PCAPS / "projects" / "strange4"
    SCENE = OVERLAY / "lab" / "strange" / "strange.tscn"

    def check(self, folder, within=None):
        """Returns how many of the calls to the scene's nodes have names; no name may be wrong."""
        logged_lists = {(multiplayer.node_of(line), line["method_index"]): line["method"] for line in sent(STRANGE)}
        named = messages = 0
        names = ["godot.rpc.method_id", "godot.rpc.text"]
        rows = harness.fields(STRANGE, names, *with_project(folder), display_filter="godot.rpc")
        for ids, texts in rows:
            for number, text in zip(ids, texts, strict=True):
                node, method = re.match(r"(.*?)\.([^(]*)\(", text).groups()
                if not node.startswith("Strange/") or (within and node.removeprefix("Strange/") not in within):
                    continue
                messages += 1
                if method.startswith("#"):
                    continue
                named += 1
                self.assertEqual(logged_lists[node, int(number)], method.removesuffix("?"), text)
        return named, messages

    def test_every_call_of_the_project(self):
        self.assertEqual((307, 307), self.check(copied(PROJECT_4, None, "strange", self.OVERLAY)))

    def test_each_script_alone(self):
        """Alone, because scripts help one another: a list that one script has completely is known for all. Each script
        is alone, and beside a script that has the same names by annotation."""
        text = self.SCENE.read_text(encoding="utf-8")
        twin = "extends Node\n" + "".join(f"@rpc func {name}(a): pass\n" for name in ("_hit", "jump", "turn"))
        blocks = re.split(r"(?m)^(?=\[sub_resource)|^(?=\[node name=\"Strange\")", text)
        self.assertEqual(len(blocks), 57)
        named = messages = 0
        for number in range(6):
            folder = copied(PROJECT_4, None, f"strange_{number}", self.OVERLAY)
            for path in [*folder.glob("lab/configured/*"), *folder.glob("lab/*.tscn")]:
                path.unlink()
            kept = [block for at, block in enumerate(blocks[1:-1]) if at % 11 == number]
            inside = {re.search(r'id="(\w+)"', block).group(1) for block in kept}
            scene = folder / "lab" / "strange" / "strange.tscn"
            scene.write_text("".join([blocks[0], *kept, blocks[-1]]), encoding="utf-8")
            if number % 2:
                (folder / "twin.gd").write_text(twin, encoding="utf-8")
            each = self.check(folder, within=inside)
            named, messages = named + each[0], messages + each[1]
        self.assertGreater(named, messages * 0.8)


class CallsOfGodot3(unittest.TestCase):
    def test_arguments(self):
        checked = 0
        names = ["godot.rpc.method", "godot.rpc.argument_count", "godot.rpc.argument.name"]
        for capture in GODOT_3:
            rows = harness.fields(capture, names, *with_project(copied(PROJECT_3)), display_filter="godot.rpc")
            for methods, counts, arguments in rows:
                if "hit" in methods or any(method not in ARGUMENTS_3 for method in methods):
                    continue
                wanted = [name for each, n in zip(methods, counts) for name in ARGUMENTS_3[each][: int(n)]]
                self.assertEqual(wanted, arguments, f"{capture.name}: {methods}")
                checked += len(wanted)
        self.assertGreater(checked, 300)

    def test_a_method_of_two_scripts(self):
        """The node decides which one is meant."""
        capture = multiplayer.CAPTURES / "godot-3.6" / "fleet_enet.pcap"
        rows = harness.fields(
            capture, ["godot.rpc.text"], *with_project(copied(PROJECT_3)), display_filter='godot.rpc.method == "hit"'
        )
        texts = [text for row in rows for text in row[0] if ".hit(" in text]
        self.assertTrue(texts)
        for text in texts:
            self.assertRegex(text, r"\.hit\(damage: ")


class Properties(unittest.TestCase):
    """Spawn states, full states and changes: each value has the name that the receiver's script logged."""

    maxDiff = None

    @staticmethod
    def plain(paths):
        return tuple(path.removeprefix(".:") for path in paths)

    @staticmethod
    def wire(path):
        return path.removeprefix("/root/")

    def logged_lists(self, capture, kind):
        """From the truth: for each synchronizer whose path is known, and each node, the lists of names."""
        found = defaultdict(set)
        for line in multiplayer.load(capture):
            if line["kind"] == kind and line["properties"]:
                found[self.wire(line["node"])].add(self.plain(line["properties"]))
                if "synchronizer" in line:
                    found[self.wire(line["synchronizer"])].add(self.plain(line["properties"]))
        return found

    def check(self, capture):
        packets = harness.packets(capture, *with_project(copied(PROJECT_4)), layers=multiplayer.LAYERS)
        logged_lists = {kind: self.logged_lists(capture, line) for kind, line in
                (("sync", "synchronized"), ("delta", "delta_synchronized"), ("spawn", "spawned"))}  # fmt: skip
        seen = {kind: defaultdict(set) for kind in logged_lists}
        for each in multiplayer.received(packets):
            if each.kind not in logged_lists or not values_of(each):
                continue
            names = tuple(next(iter(value.shows("godot.sync.property")), None) for value in values_of(each))
            path = multiplayer.shown(each.item, "godot.node.path")
            seen[each.kind][path].add(names)
            wanted = logged_lists[each.kind][path]
            if each.kind == "delta":  # the truth has all properties on change, the mask has the changed ones
                wanted = {tuple(name for bit, name in enumerate(all) if each.what[1] >> bit & 1) for all in wanted}
            if wanted:  # a node that no receiver has logged is not checked
                self.assertIn(names, wanted, f"{capture.name}, frame {each.frame}: {path}")
            self.assertNotIn(None, names, f"{capture.name}, frame {each.frame}: {path}")
        return seen

    def test_replication_enet(self):
        seen = self.check(REPLICATION)
        self.assertIn("Replication/Harbour/Tug", seen["sync"])  # made by a spawner's function
        self.assertIn("Replication/Harbour/Tug", seen["spawn"])
        self.assertEqual(4, len(seen["spawn"]))
        self.assertGreater(len(seen["delta"]), 4)

    def test_replication_websocket(self):
        self.check(REPLICATION.with_name("replication_websocket.pcap"))

    def test_arena(self):
        seen = self.check(ARENA)
        self.assertIn("Arena/Scores/Score/Sync", seen["delta"])

    def test_scenes(self):
        """A spawn has the scene in the sender's truth."""
        for capture in (REPLICATION, ARENA):
            logged_lists = {}
            for line in multiplayer.load(capture):
                if line["kind"] == "spawn" and line["scene_index"] != 255:
                    logged_lists[self.wire(line["node"])] = line["scene"]
            rows = harness.fields(
                capture, ["godot.node.path", "godot.names.scene"], *with_project(copied(PROJECT_4)),
                display_filter="godot.spawn.scene_id != 255",
            )  # fmt: skip
            seen = {path: scene for paths, scenes in rows for path, scene in zip(paths, scenes, strict=True)}
            self.assertEqual(logged_lists, seen)

    def test_scene_that_a_function_made(self):
        """The scene is derived from the scenes that the spawner's script mentions, and from the values."""
        rows = harness.fields(
            REPLICATION, ["godot.names.scene"], *with_project(copied(PROJECT_4)), display_filter='godot.spawn.name == "Tug"'
        )
        self.assertTrue(rows)
        for (scenes,) in rows:
            self.assertEqual(["res://lab/buoy.tscn"], scenes)

    def test_values_that_are_not_shown_are_counted(self):
        """The list of names is compared with all values sent, not only with those that have items."""
        names = ["frame.number", "godot.spawn.name", "godot.sync.property"]
        known = with_project(copied(PROJECT_4))
        few = [*known, *harness.preferences(max_elements=2)]
        contradictions = harness.fields(REPLICATION, names, *few, display_filter="godot.names.properties_differ")
        self.assertEqual(contradictions, [])
        spawns = "godot.spawn and not godot.sync"
        shown = harness.fields(REPLICATION, names, *few, display_filter=spawns)
        pairs = zip(shown, harness.fields(REPLICATION, names, *known, display_filter=spawns))
        compared = 0
        for (frame, nodes, properties), (_, _, all_properties) in pairs:
            if len(nodes) == 1:
                self.assertEqual((frame, properties), (frame, all_properties[:2]))
                compared += len(properties) < len(all_properties)
        self.assertGreater(compared, 3)

    def test_list_that_does_not_fit(self):
        """One property fewer: a note says so, and the values have no names."""
        change = {"lab/ship.tscn": ("properties/1/path", "ignored/1/path")}
        folder = copied(PROJECT_4, change, "one_property_less")
        rows = harness.fields_and_details(
            REPLICATION, ["_ws.expert.message", "godot.sync.property"], *with_project(folder),
            display_filter="godot.names.properties_differ",
        )  # fmt: skip
        self.assertTrue(rows)
        self.assertTrue(any("values, but the synchronizer has" in text for row in rows for text in row[0]))


def values_of(event):
    """The state in a spawn, without the argument of its function."""
    return [value for value in event.values if value.name != "godot.spawn.argument"]


class BegunLate(unittest.TestCase):
    """A capture without its beginning: names are guessed from number and types of the values. None may differ from the
    whole capture's, which Properties compares with the truth."""

    @staticmethod
    def states(capture):
        """For each state: its frame, kind, names and scenes as shown."""
        packets = harness.packets(capture, *with_project(copied(PROJECT_4)), layers=multiplayer.LAYERS)
        for each in multiplayer.received(packets):
            if each.kind in ("sync", "delta") and values_of(each):
                names = [next(iter(value.shows("godot.sync.property")), None) for value in values_of(each)]
                yield each.frame, each.kind, names, each.item.shows("godot.names.scene")

    def check(self, capture, without):
        late = harness.without_first(capture, without)
        whole = [state for state in self.states(capture) if state[0] > without]
        guessed = strangers = 0
        for known, state in zip(whole, self.states(late), strict=True):
            where = f"{capture.name} without {without}, frame {known[0]}"
            self.assertEqual((known[0] - without, known[1]), state[:2], where)
            if state[2] == known[2]:
                continue  # known by its path
            strangers += 1
            if None in state[2]:
                self.assertEqual({None}, set(state[2]), where)
                continue
            guessed += 1
            self.assertEqual([f"{name}?" for name in known[2]], state[2], where)
            for scene in state[3]:
                self.assertEqual([scene.removesuffix("?")], known[3], where)
        return guessed, strangers

    def test_most_are_named(self):
        """Two lists of the same types: the types that scripts declare decide between them."""
        self.assertEqual((1416, 1437), self.check(ARENA, 1000))
        self.assertEqual((108, 110), self.check(REPLICATION, 400))


class LostAnnouncements(unittest.TestCase):
    def test_two_scenes_at_one_place_are_ambiguous(self):
        """The spawner makes players and the bot, whose fifth methods differ. Without the announcement's MD5 the spawn
        decides which one stands there; without the spawn nothing does."""
        options = with_project(copied(PROJECT_4))
        logged_lists = [line for line in sent(ARENA) if multiplayer.node_of(line) == "Arena/Players/Bot"]
        self.assertEqual({"take_damage"}, {line["method"] for line in logged_lists if line["method_index"] == 4})
        announced = 'godot.path.name == "Arena/Players/Bot"'
        for gone, wanted in (
            (announced, "Arena/Players/Bot.take_damage?(amount: 12, "),
            (f'{announced} or godot.spawn.name == "Bot"', "Arena/Players/Bot.#4(12, "),
        ):
            frames = harness.fields(ARENA, ["frame.number"], *options, display_filter=gone)
            lost = harness.without(ARENA, {int(frame) for (frame,) in (row[0] for row in frames)})
            rows = harness.fields(lost, ["godot.rpc.text"], *options, display_filter="godot.rpc")
            shown = [text for (texts,) in rows for text in texts if text.startswith("Arena/Players/Bot.")]
            self.assertEqual(3, len(shown))
            for text in shown:
                self.assertTrue(text.startswith(wanted), text)


class OtherLists(unittest.TestCase):
    def test_the_sender_has_a_method_more(self):
        messages = harness.fields_and_details(
            MISMATCH, ["godot.node.path", "_ws.expert.message"], *with_project(copied(PROJECT_4)),
            display_filter="godot.names.checksum_unknown",
        )  # fmt: skip
        self.assertTrue(messages)
        for _, texts in messages:
            self.assertIn("No script of the project has this list of remote methods", texts)
            self.assertTrue(any("res://lab/turret.gd: the sender has fire more" in text for text in texts), texts)

    def test_warns_only_of_what_the_wire_proves(self):
        """If the project lacks a script, that concerns the project: a note. If the receiver itself rejects the sender's
        list, that is a warning."""
        note, warning = "4194304", "6291456"
        severities = {}
        for capture in (CONFIGURED, MISMATCH):
            for name in ("godot.names.checksum_unknown", "godot.path.checksum_mismatch"):
                rows = harness.fields(capture, ["_ws.expert.severity"], *with_project(copied(PROJECT_4)), display_filter=name)
                severities[capture.stem, name] = {severity for row in rows for severity in row[0]}
        self.assertEqual(severities, {
            ("configured_enet", "godot.names.checksum_unknown"): {note},
            ("configured_enet", "godot.path.checksum_mismatch"): set(),
            ("mismatch_enet", "godot.names.checksum_unknown"): {note},
            ("mismatch_enet", "godot.path.checksum_mismatch"): {warning},
        })  # fmt: skip

    def test_the_sender_lacks_a_method(self):
        source = harness.PCAPS / "projects" / "multiplayer4-newer" / "lab" / "turret.gd"
        newer = copied(PROJECT_4, {"lab/turret.gd": ("class_name", "# class_name")}, "newer")
        shutil.copyfile(source, newer / "lab" / "turret.gd")
        messages = harness.fields_and_details(
            MISMATCH, ["_ws.expert.message"], *with_project(newer), display_filter="godot.names.checksum_unknown"
        )
        self.assertTrue(messages)
        for (texts,) in messages:
            self.assertTrue(any(text.endswith("res://lab/turret.gd: the sender lacks fire") for text in texts), texts)

    def test_another_project(self):
        """No name is taken from it, which is noted once, not on each unknown list."""
        options = with_project(copied(OTHER_PROJECT))
        plain = calls(ARENA)
        named = calls(ARENA, *options)
        self.assertEqual([row[3] for row in plain], [row[3] for row in named])
        noted = harness.fields(ARENA, ["frame.number"], *options, display_filter="godot.names.checksum_unknown")
        self.assertEqual([], noted)
        reported = harness.fields(ARENA, ["frame.number"], *options, display_filter="godot.names.wrong_project")
        self.assertEqual(1, len(reported))

    def test_redot_by_its_project(self):
        """A configuration with `precision` is Redot's, and a game whose nodes match that project is Redot's, too; with
        another project the same game is Godot's. Synthetic: the game was Godot's."""
        change = {"lab/ship.tscn": ("properties/0/replication_mode = 1", "properties/0/replication_mode = 1\n"
                                    "properties/0/precision = 0")}
        redots = with_project(copied(PROJECT_4, change, "of_redot"))
        for options, dialects in (
            (redots, {"redot"}), (with_project(copied(PROJECT_4)), {"godot4"}), (with_project(copied(OTHER_PROJECT)), {"godot4"}),
        ):  # fmt: skip
            rows = harness.fields(ARENA, ["godot.dialect"], *options, display_filter="godot.sync")
            self.assertEqual({value for row in rows for value in row[0]}, dialects)
        before = harness.fields(ARENA, ["godot.sync.text", "godot.rpc.text"], *with_project(copied(PROJECT_4)))
        self.assertEqual(harness.fields(ARENA, ["godot.sync.text", "godot.rpc.text"], *redots), before)

    def test_arguments_that_contradict_the_declaration(self):
        """Not judged is what the receiver, which has other methods at that path, makes of the number."""
        turret = ("lab/turret.gd", "func aim(_where: Vector2)", "func aim(_where: int, _how: int)")
        arena = ("arena/arena.gd", "func fire(aim: Vector2,", "func fire(aim: int, _how: int,")
        texts = {}
        for capture, (script, old, new) in ((ARENA, arena), (MISMATCH, turret)):
            project = with_project(copied(PROJECT_4, {script: (old, new)}, f"declared_otherwise_{capture.stem}"))
            rows = harness.fields_and_details(capture, ["_ws.expert.message"], *project,
                                              display_filter="godot.names.arguments_differ || godot.rpc.other_methods")  # fmt: skip
            texts[capture] = [text.split(". ")[0] for row in rows for text in row[0]]
        self.assertIn("Declared as int, sent as Vector2", texts[ARENA])
        self.assertIn("fire() takes 3 arguments, the call has 2", texts[ARENA])
        self.assertTrue(any("has other remote methods at this path" in text for text in texts[MISMATCH]))
        self.assertEqual([text for text in texts[MISMATCH] if "Declared as" in text or " takes " in text], [])


class Odd(unittest.TestCase):
    """Remote methods declared in uncommon ways (projects/odd4), called by 4.6.3 in both directions: bases by path and
    by class_name, inner classes, abstract methods, scripts that are set, exported or built in, copies and renamed
    nodes, autoloads with names of their own, nested spawners, declarations over several lines, strings that look like
    code."""

    CAPTURE = harness.PCAPS / "names" / "godot-4.6" / "odd_enet.pcap"
    PROJECT = harness.PCAPS / "projects" / "odd4"
    # Two scripts have the list of these two nodes, which code makes: the argument is called `target` in one and
    # `victim` in the other.
    OPEN = re.compile(r"^(Main/(?:Late|Rid)\.fire)\(\w+: ")

    def wanted(self):
        truth = self.CAPTURE.with_name(self.CAPTURE.stem + ".truth.jsonl").read_text(encoding="utf-8")
        for line in map(json.loads, truth.splitlines()):
            values = ", ".join(f"{name}: {value}" for name, value in zip(line["names"], line["values"]))
            yield self.OPEN.sub(r"\1(", f"{line['node']}.{line['method']}({values})")

    def shown(self, capture):
        return [text for row in calls(capture, *with_project(copied(self.PROJECT))) for text in row[3]]

    def test_names_are_those_of_the_engine(self):
        wanted = sorted(self.wanted())
        self.assertEqual(len(wanted), 110)
        self.assertEqual(sorted(self.shown(self.CAPTURE)), wanted)

    def test_begun_late_no_name_is_wrong(self):
        """Without the spawns, which of two scenes a node has is unknown; their arguments have different names."""
        wanted = set(self.wanted())
        nameless = {re.sub(r"(\(|, )[\w\[\]]+: ", r"\1", text) for text in wanted}
        for cut in (20, 60, 80, 120):
            for text in self.shown(harness.without_first(self.CAPTURE, cut)):
                with self.subTest(cut=cut):
                    self.assertIn(text.replace("?", ""), wanted | nameless)


class SeveralProjects(unittest.TestCase):
    """Developers of several games set all their projects once: each connection uses the project whose method lists it
    announces."""

    GAMES = {
        ARENA: PROJECT_4,
        harness.PCAPS / "netfox" / "rpc.pcap": harness.PCAPS / "projects" / "netfox4",
    }
    FIELDS = ("frame.number", "godot.rpc.text", "godot.sync.text", "godot.names.script", "godot.names.scene", "godot.project.name")

    def shown(self, capture, *folders):
        options = [option for folder in folders for option in with_project(copied(folder))]
        return harness.fields(capture, list(self.FIELDS), *options, display_filter="godot")

    def test_each_capture_takes_its_own(self):
        for capture, own in self.GAMES.items():
            alone = self.shown(capture, own)
            others = [project for project in self.GAMES.values() if project != own]
            self.assertTrue(any(row[1] for row in alone), capture)
            self.assertEqual(alone, self.shown(capture, *others, own), capture)
            self.assertEqual(alone, self.shown(capture, own, *others), capture)

    def test_each_connection_names_its_project_once(self):
        rows = harness.fields(
            ARENA, ["godot.stream", "godot.project.name", "godot.project.folder"], *with_project(copied(PROJECT_4)), display_filter="godot.project.name"
        )
        self.assertEqual([["0"], ["1"], ["2"]], [row[0] for row in rows])
        for _, names, folders in rows:
            self.assertEqual((["Arena"], [harness.as_shown(copied(PROJECT_4))]), (names, folders))

    def test_a_wrong_project_is_reported_once(self):
        """With the share of lists that fit; nothing of the project is shown: no name, and no note on each node."""
        for capture in (ARENA, STRANGE):
            options = with_project(copied(harness.PCAPS / "projects" / "netfox4"))
            reported = harness.fields(capture, ["_ws.expert.message"], *options, display_filter="godot.names.wrong_project")
            self.assertEqual(1, len(reported), capture)
            self.assertRegex(" ".join(reported[0][0]), r"is not of this game: 0 of \d+ lists of remote methods fit")
            self.assertEqual([], harness.fields(capture, ["frame.number"], *options, display_filter="godot.names.checksum_unknown"))
            self.assertEqual(calls(capture), calls(capture, *options))
        for capture, own in self.GAMES.items():
            options = with_project(copied(own))
            self.assertEqual([], harness.fields(capture, ["frame.number"], *options, display_filter="godot.names.wrong_project"))

    def test_another_version_is_not_another_game(self):
        rows = harness.fields(
            MISMATCH, ["frame.number"], *with_project(copied(PROJECT_4)), display_filter="godot.names.wrong_project"
        )
        self.assertEqual([], rows)


class Settings(unittest.TestCase):
    def test_no_project(self):
        fields = ["godot.names.script", "godot.names.scene", "godot.rpc.argument.name", "godot.sync.property"]
        for row in harness.fields(ARENA, [*fields, "godot.rpc.method"], display_filter="godot"):
            self.assertEqual([[]] * 5, row)
        noted = harness.fields(ARENA, ["frame.number"], display_filter="godot.names.checksum_unknown")
        self.assertEqual([], noted)

    def test_a_folder_without_a_project(self):
        faults = {"/nowhere/at/all": "There is no such folder: / has no nowhere", harness.workshop().folder: "The folder holds no project.godot"}
        for folder, fault in faults.items():
            rows = harness.fields(
                ARENA, ["frame.number", "_ws.expert.message"], *with_project(folder), display_filter="godot.names.project"
            )
            self.assertEqual(1, len(rows))
            self.assertIn(f"{harness.as_shown(folder)}: {fault}", rows[0][1])
            self.assertEqual(calls(ARENA), calls(ARENA, *with_project(folder)))

    def test_a_wrong_folder_is_a_warning_of_the_file(self):
        """Users find it in Analyze > Expert Information, which in tshark works without any tree."""
        out = harness.run("-q", "-2", "-z", "expert", *with_project("/nowhere/at/all"), capture=ARENA).stdout.decode()
        folder = harness.as_shown("/nowhere/at/all")
        self.assertRegex(out, rf"Warns \(1\)\n=+\n.*\n +1 +Undecoded +Godot +{folder}: There is no such folder: / has no nowhere")

    def test_a_file_that_cannot_be_read(self):
        """Reported once; the rest of the project is used."""
        change = {"arena/chat.gd": ("func say(", "func broken((:\n\tpass\nfunc say(")}
        options = with_project(copied(PROJECT_4, change, "broken"))
        rows = harness.fields(ARENA, ["_ws.expert.message"], *options, display_filter="godot.names.project")
        self.assertEqual(1, len(rows))
        self.assertRegex("\n".join(rows[0][0]), r"arena/chat\.gd:\d+: a bracket is not closed")
        self.assertTrue(any("Network.register(player_name: " in text for row in calls(ARENA, *options) for text in row[3]))

    def test_table_by_path_and_by_checksum(self):
        table = ["-o", 'uat:godot_names:"Turr*","0","aim","where"']
        texts = [text for row in calls(MISMATCH, *table) for text in row[3]]
        self.assertIn("Turret.aim(where: Vector2(1, 1))", texts)
        self.assertTrue(any(text.startswith("Network.#") for text in texts))
        md5 = harness.fields(MISMATCH, ["godot.path.methods_md5"], display_filter='godot.path.name == "Network"')[0][0][0]
        table = ["-o", f'uat:godot_names:"{md5}","1","next_turn",""', "-o", 'uat:godot_names:"Network","0x0","begin","all"']
        texts = [text for row in calls(MISMATCH, *table) for text in row[3]]
        self.assertIn("Network.next_turn(1)", texts)
        self.assertTrue(any(text.startswith("Network.begin(all: ") for text in texts))
        self.assertTrue(any(text.startswith("Turret.#0(") for text in texts))

    def test_the_table_overrides_the_project(self):
        options = [*with_project(copied(PROJECT_4)), "-o", 'uat:godot_names:"Turret","0","point","at"']
        texts = [text for row in calls(MISMATCH, *options) for text in row[3]]
        self.assertIn("Turret.point(at: Vector2(1, 1))", texts)
        self.assertIn("Network.next_turn(number: 1)", texts)

    def test_two_projects(self):
        options = [*with_project(copied(OTHER_PROJECT)), *with_project(copied(PROJECT_4))]
        texts = [text for row in calls(MISMATCH, *options) for text in row[3]]
        self.assertIn("Network.next_turn(number: 1)", texts)

    def test_tables_are_kept_for_all_profiles(self):
        """The files godot_projects and godot_names in the user's folder: also in a profile that was made later, or chosen by Wireshark."""
        home = harness.workshop().home
        folder = home / ".config" / "wireshark"
        made = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        try:
            (folder / "godot_projects").write_text(f'"{copied(PROJECT_4)}"\n', encoding="utf-8")
            (folder / "godot_names").write_text('"Turret","0","point","at"\n', encoding="utf-8")
            (folder / "profiles" / "Other").mkdir(parents=True)
            for options in ((), ("-C", "Other")):
                texts = [text for row in calls(MISMATCH, *options) for text in row[3]]
                self.assertIn("Network.next_turn(number: 1)", texts, options)
                self.assertIn("Turret.point(at: Vector2(1, 1))", texts, options)
        finally:
            (folder / "godot_projects").unlink()
            (folder / "godot_names").unlink()
            shutil.rmtree(folder / "profiles")
            if made:
                shutil.rmtree(home / ".config")

    def test_invalid_rows_are_refused(self):
        for row in ('uat:godot_names:"","0","aim",""', 'uat:godot_names:"Turret","70000","aim",""',
                    'uat:godot_names:"Turret","x","aim",""', 'uat:godot_names:"Turret","0","",""',
                    'uat:godot_projects:""'):  # fmt: skip
            with self.assertRaises(harness.Refused, msg=row):
                harness.run("-o", row, capture=MISMATCH)


if __name__ == "__main__":
    unittest.main()
