# SPDX-License-Identifier: MIT
"""Situations that games get into, one small capture each: what is said about them, against what the engine logged."""

import ast
import json
import re
import unittest
from collections import Counter

import harness  # first: it adds tests/common to the path

from projects import PROJECTS, copied, with_project

SITUATIONS = harness.PCAPS / "situations" / "godot-4.6"


def project_of(name):
    return with_project(copied(PROJECTS / "situations" / name, name=f"situations-{name.replace('/', '-')}"))


def log_of(name):
    return (SITUATIONS / f"{name}.log").read_text(encoding="utf-8")


def marked(name, filter, fields, *options):
    """The packets of a capture that pass a filter, as tuples of their fields' values."""
    rows = harness.fields(SITUATIONS / f"{name}.pcap", fields, *options, display_filter=filter)
    return [tuple(" ".join(cell) for cell in row) for row in rows]


class EmptyStates(unittest.TestCase):
    """The engine sends a message without a state before each state that fits into a message, but not beside its header."""

    def test_are_as_many_as_the_receiver_refused(self):
        for name in ("sync_limit_one", "sync_limit_415"):
            with self.subTest(name):
                refused = log_of(name).count("ERROR: Invalid sync packet received")
                self.assertGreater(refused, 10)
                empty = marked(name, "godot.sync.empty", ["_ws.col.Info"])
                self.assertEqual([line for (line,) in empty], ["server → peer 2  sync of nothing"] * refused)

    def test_lose_nothing(self):
        name = "sync_limit_one"
        states = marked(name, "godot.sync.net_id", ["godot.sync.size"])
        self.assertGreater(len(states), 10)
        self.assertLessEqual({("410",)}, set(states))
        self.assertLessEqual(set(states), {("410",), ("411",)})  # the int within takes a byte more from 128 on
        self.assertEqual(marked(name, "godot.malformed || godot.sync.cut || godot.problem", ["frame.number"]), [])


class OwnBytes(unittest.TestCase):
    """Messages of a game's own between values: they begin like values, and are none."""

    def test_are_not_taken_for_values(self):
        lines = (SITUATIONS / "own_bytes.truth.jsonl").read_text(encoding="utf-8").splitlines()
        truth = [json.loads(line) for line in lines]
        values = [each["value"].replace("\n", "") for each in truth if "value" in each]
        self.assertGreater(len(truth) - len(values), 50)
        shown = [value.child("godot.variant.text").show for packet in harness.packets(SITUATIONS / "own_bytes.pcap") for value in packet.values]
        self.assertEqual(set(shown), set(values))  # some were sent again
        self.assertEqual(marked("own_bytes", "godot.variant.malformed || godot.variant.trailing", ["frame.number"]), [])


class ObjectsInStates(unittest.TestCase):
    """Properties that hold nodes and resources, in states, changes and a spawn: of none does the receiver get the object."""

    NAME = "objects_in_states"

    def test_are_said_to_be_ids(self):
        *_, scene, spawned = log_of(self.NAME).splitlines()
        kept = ["held <null>", "item <null>", "nodes []"]  # Node, Resource, Array[Node]
        became = ["plain EncodedObjectAsID", "counted EncodedObjectAsID", "any EncodedObjectAsID"]
        for line, name in ((scene, "Chest: "), (spawned, "Second: ")):
            self.assertTrue(line.startswith(name), line)
            self.assertLessEqual({*kept, *became}, set(line.removeprefix(name).split(", ")))
        why = " (and {} more): an object is sent as its id. The receiver sets an EncodedObjectAsID, and a property that is declared as another class, like Node or Resource, keeps what it had"
        states = marked(self.NAME, "godot.sync.object_ids", ["godot.problem.why"], *project_of(self.NAME))
        # Six properties that are sent on change, two in each state; of a node of the scene, and of a spawned one.
        self.assertEqual([text for (text,) in states], [first + why.format(more) for first, more in
                                                        (("item", 5), ("plain", 1), ("plain", 1), ("item", 5))])  # fmt: skip
        spawns = marked(self.NAME, "godot.spawn.object_ids", ["godot.problem.why"])
        self.assertEqual(spawns, [("Value 1 of its state" + why.removeprefix(" (and {} more)"),)])


class LargeCalls(unittest.TestCase):
    """A server takes calls above the usual buffer, until it is killed: it sends no Close, so none was too large."""

    def test_are_not_called_too_large(self):
        self.assertGreater(len(re.findall(r"^take 6\d{4}$", log_of("large_calls"), re.MULTILINE)), 2)
        self.assertTrue(marked("large_calls", "websocket", ["frame.number"]))
        self.assertEqual(marked("large_calls", "godot.too_big", ["frame.number"]), [])


class SpawnFunctions(unittest.TestCase):
    """The scene is guessed by the synchronizers: a bare node has none."""

    def test_scenes_are_those_that_were_made(self):
        name = "spawn_function"
        lines = (SITUATIONS / f"{name}.truth.jsonl").read_text(encoding="utf-8").splitlines()
        made = [json.loads(line) for line in lines]
        self.assertEqual([each["scene"] for each in made], ["", "res://hero.tscn"] * 2)
        said = [f"server → peer 2  spawn Main/Made/{each['name']} ({each['scene'] + '?' if each['scene'] else 'function'})" for each in made]
        spawns = marked(name, "godot.spawn.net_id", ["_ws.col.Info"], *project_of(name))
        self.assertEqual([line for (line,) in spawns], said)
        changes = marked(name, "godot.sync.delta", ["_ws.col.Info"], *project_of(name))
        self.assertEqual([line for (line,) in changes], [f"server → peer 2  changes of Main/Made/{each['name']}: health? = {each['values'][0]}"
                                                         for each in made if each["values"]])  # fmt: skip


class Declarations(unittest.TestCase):
    def refused_by_the_engine(self, name):
        return Counter(re.findall(r"ERROR: RPC - '[^:]*::(\w+)': ", log_of(name)))

    def said_to_be_refused(self, name):
        rows = marked(name, 'godot.problem == "declared_otherwise"', ["godot.rpc.method"], *project_of(name))
        return Counter(method for (method,) in rows)

    def test_arguments_that_the_engine_refuses(self):
        for name in ("declarations", "object_by_id"):
            with self.subTest(name):
                refused = self.refused_by_the_engine(name)
                self.assertTrue(refused)
                self.assertEqual(refused, self.said_to_be_refused(name))

    def test_channels_that_are_expressions(self):
        name = "channel_expressions"
        truth = [json.loads(line) for line in (SITUATIONS / f"{name}.truth.jsonl").read_text().splitlines()]
        channels = {line["method"]: line["channel"] for line in truth if line["kind"] == "rpc"}
        self.assertLessEqual({"shifted": 4, "divided": 5, "minus": 6, "binary": 3, "under": 2}.items(), channels.items())
        self.assertEqual(marked(name, "godot.rpc.declared_otherwise", ["frame.number"], *project_of(name)), [])
        # An annotation of the script stays valid beside rpc_config().
        refused = len(re.findall(r"ERROR: RPC 'shut' is not allowed", log_of(name)))
        self.assertEqual(marked(name, 'godot.problem == "not_allowed"', ["godot.rpc.method"], *project_of(name)),
                         [("shut",)] * refused)


class Over64Properties(unittest.TestCase):
    """70 properties that are sent on change: bit i of the mask means property i and i + 64."""

    NAME = "limit_64_properties"

    def test_each_change_is_named_as_both_ends_have_it(self):
        sent = [f"test{number}" for number in re.findall(r"TRUTH set test(\d+)", log_of(self.NAME))]
        received = re.findall(r"TRUTH received (test\d+)", log_of(self.NAME))
        shared = {f"test{i}": f"test{i} or test{i + 64}" for i in range(6)}
        shared.update({f"test{i + 64}": f"test{i} or test{i + 64}" for i in range(6)})
        rows = marked(self.NAME, "godot.sync.delta == 1 && godot.sync.property", ["frame.number", "godot.sync.property"],
                      *project_of(self.NAME))
        named = [names for _frame, names in rows if not names.startswith("test0 test1 ")]
        self.assertEqual(named, [shared.get(name, name) for name in sent])
        # All 70 values in one change: each is its own property's.
        self.assertEqual([names for _frame, names in rows if names not in named],
                         [" ".join(f"test{i}" for i in range(70))])
        refused = [name for name in sent if name not in received]
        self.assertEqual(len(refused), log_of(self.NAME).count("Size too small"))
        marks = marked(self.NAME, "godot.sync.change_refused", ["godot.problem", "godot.problem.causes"], *project_of(self.NAME))
        self.assertEqual(marks, [("change_refused", "1")] * len(refused))

    def test_the_table_has_a_row_for_the_receiver_with_and_without_the_project(self):
        refused = log_of(self.NAME).count("Size too small")
        for options in ((), project_of(self.NAME)):
            output = harness.run("-2", "-q", "-z", "godot,problems,csv", *options, capture=SITUATIONS / f"{self.NAME}.pcap").stdout.decode()
            (row,) = harness.csv_rows(output)
            first = marked(self.NAME, "godot.sync.change_refused", ["frame.number"])[0][0]
            self.assertEqual([row[each] for each in ("problem", "count", "first", "node")], ["change_refused", str(refused), first, "Main/Sync"])
            self.assertIn("at most 64", row["remedy"])

    def test_the_table_of_properties_counts_what_each_bit_may_mean(self):
        sent = [f"test{i}" for i in range(70)]  # the first change has all of them
        for number in map(int, re.findall(r"TRUTH set test(\d+)", log_of(self.NAME))):
            bit = number % 64
            sent.append(f"test{bit} or test{bit + 64}" if bit < 70 - 64 else f"test{bit}")
        output = harness.run("-2", "-q", "-z", "godot,sync,properties,csv", *project_of(self.NAME),
                             capture=SITUATIONS / f"{self.NAME}.pcap").stdout.decode()
        rows = harness.csv_rows(output)
        self.assertEqual({row["property"]: int(row["sent"]) for row in rows}, Counter(sent))

    def test_without_the_project_the_change_of_all_shows_how_many_there_are(self):
        """The first change has 70 values in all 64 bits; later ones are judged and named as with the project."""
        with_project = marked(self.NAME, "godot.sync.beyond_mask", ["frame.number", "godot.expert.details"], *project_of(self.NAME))
        self.assertEqual(len(with_project), 1 + log_of(self.NAME).count("Size too small"))
        self.assertEqual(marked(self.NAME, "godot.sync.beyond_mask", ["frame.number", "godot.expert.details"]), with_project)
        sent = [f"on change #{i}" for i in range(70)]
        for number in map(int, re.findall(r"TRUTH set test(\d+)", log_of(self.NAME))):
            bit = number % 64
            sent.append(f"on change #{bit} or on change #{bit + 64}" if bit < 70 - 64 else f"on change #{bit}")
        output = harness.run("-2", "-q", "-z", "godot,sync,properties,csv", capture=SITUATIONS / f"{self.NAME}.pcap").stdout.decode()
        self.assertEqual({row["property"]: int(row["sent"]) for row in harness.csv_rows(output)}, Counter(sent))


class Lists(unittest.TestCase):
    """Values have no names: the receiver gives them to the properties of its own list."""

    BOTH = ("properties/server", "properties/client")

    def problems(self, name, *projects):
        options = [word for each in projects for word in project_of(each)]
        output = harness.run("-2", "-q", "-z", "godot,problems,csv", *options, capture=SITUATIONS / f"{name}.pcap").stdout.decode()
        return [row for row in harness.csv_rows(output) if row["problem"] == "declared_otherwise"], output

    def values(self, name):
        return {node: list(ast.literal_eval(values)) for node, values in re.findall(r"TRUTH client (\w+) (\[.*\])", log_of(name))}

    def test_properties_of_two_projects(self):
        held, right = self.values("properties_differ"), self.values("properties_alike")
        wrong = {node for node in right if held[node] != right[node]}
        self.assertEqual(wrong, {"Tank", "Gun"})
        rows, _ = self.problems("properties_differ", *self.BOTH)
        self.assertEqual({row["node"] for row in rows}, {f"Main/{node}/Sync" for node in wrong})
        why = marked("properties_differ", "godot.sync.types_differ", ["godot.problem.why"],
                     *(word for each in self.BOTH for word in project_of(each)))
        for text in ("hp is int in", "Property 0 is ammo in"):
            self.assertIn(text, str(why))

    def test_equal_projects_and_one_project_say_nothing(self):
        for name, projects in (("properties_alike", self.BOTH), ("properties_alike", self.BOTH[:1]), ("properties_differ", self.BOTH[:1])):
            with self.subTest(name, projects=projects):
                self.assertEqual(self.problems(name, *projects)[0], [])
                options = [word for each in projects for word in project_of(each)]
                self.assertEqual(marked(name, "godot.sync.types_differ || godot.sync.list_changed", ["frame.number"], *options), [])

    def test_a_property_that_a_script_adds(self):
        """At one end alone, the receiver takes the new values for the old property; the wire is the same as where both add it."""
        self.assertIn("TRUTH hp 1000", log_of("property_added"))
        self.assertNotIn("TRUTH hp 1000", log_of("property_added_by_both"))
        for name in ("property_added", "property_added_by_both"):
            with self.subTest(name):
                ((details,),) = marked(name, "godot.sync.list_changed", ["godot.expert.details"])
                self.assertIn("had 1 value, and have 2 from here on", details)
                self.assertEqual(marked(name, "godot.problem", ["frame.number"]), [])
                self.assertIn("# Not judged: 1 synchronizer whose list of properties changed", self.problems(name)[1])


class Unsequenced(unittest.TestCase):
    """A relay lets unreliable calls overtake others; the server printed which it got."""

    NAME = "unsequenced_window"

    def test_what_came_late_before_a_multiple_of_1024_is_dropped(self):
        (got,) = re.findall(r"TRUTH got \[([\d, ]+)\]", log_of(self.NAME))
        got = {int(number) for number in got.split(", ")}
        calls = [(int(number), frame) for frame, number in
                 marked(self.NAME, "enet.unsequenced_group", ["frame.number", "enet.unsequenced_group"])]
        arrived = {number for number, _ in calls}
        self.assertGreater(len(arrived), 900)
        self.assertTrue(got <= arrived)
        missed = arrived - got
        self.assertTrue(missed)
        self.assertEqual({int(number) for (number,) in marked(self.NAME, "enet.analysis.dropped", ["enet.unsequenced_group"])}, missed)


class UnsequencedOfLibenet(unittest.TestCase):
    """The same with libenet 1.3.17: 1,104 messages, half of which a relay holds back by 15 to 60 ms; the server logged those it got."""

    LAB = harness.PCAPS / "links/libenet"

    def dropped(self, side):
        rows = harness.fields(self.LAB / f"unsequenced_{side}.pcap", ["enet.unsequenced_group"], display_filter="enet.analysis.dropped")
        return {int(number) for (numbers,) in rows for number in numbers}

    def test_what_came_late_before_a_multiple_of_1024_is_dropped(self):
        lines = [json.loads(line) for line in (self.LAB / "unsequenced.truth.jsonl").read_text(encoding="utf-8").splitlines()]
        sent = {line["seq"] for line in lines if line["kind"] == "enet_sent"}
        got = {line["of"] for line in lines if line["kind"] == "enet_received"}
        self.assertEqual(json.loads((self.LAB / "unsequenced.relay.json").read_text(encoding="utf-8"))["c2s"]["lost"], [])
        self.assertEqual(len(sent), 1104)
        self.assertEqual(min(sent - got), 1009)
        self.assertEqual(self.dropped("server"), sent - got)

    def test_nothing_is_dropped_before_the_relay(self):
        """Between the client and the relay all are in order."""
        self.assertEqual(self.dropped("client"), set())


class Bandwidths(unittest.TestCase):
    def test_a_number_of_channels_is_no_bandwidth(self):
        said = marked("channels_as_bandwidth", "enet.connection.channels_as_bandwidth", ["enet.connection.server_incoming_bandwidth", "godot.expert.details"])
        self.assertEqual(len(said), 1)
        self.assertEqual(said[0][0], "6")
        self.assertIn("max_channels 4", said[0][1])
        self.assertEqual(marked("bandwidth_revoked", "enet.connection.channels_as_bandwidth", ["frame.number"]), [])

    def test_a_client_that_takes_back_its_bandwidth_has_the_whole_window(self):
        """After a second ENet says what the client may take, of a server that declares nothing: no limit."""
        (declared,) = marked("bandwidth_revoked", "enet.connect", ["enet.incoming_bandwidth"])
        self.assertEqual(declared, ("70000",))
        ((frame, taken),) = marked("bandwidth_revoked", "enet.bandwidth_limit && udp.dstport == 24680", ["frame.number", "enet.incoming_bandwidth"])
        self.assertEqual(taken, "0")
        windows = marked("bandwidth_revoked", "enet.analysis.window && udp.srcport == 24680", ["frame.number", "enet.analysis.window"])
        before = {window for number, window in windows if int(number) < int(frame)}
        after = {window for number, window in windows if int(number) > int(frame)}
        self.assertEqual((before, after), ({"4096"}, {"65536"}))


class Generations(unittest.TestCase):
    """A game of one generation and a project of the other: the scripts may have methods of the same names."""

    def test_a_project_of_the_other_generation_does_not_judge(self):
        godot_3 = copied(PROJECTS / "multiplayer3")
        godot_4 = copied(PROJECTS / "multiplayer4")
        captures = {folder: harness.PCAPS / "multiplayer" / folder / name
                    for folder, name in (("godot-3.6", "fleet_enet.pcap"), ("godot-4.6", "arena_enet.pcap"))}
        for folder, own, other in (("godot-3.6", godot_3, godot_4), ("godot-4.6", godot_4, godot_3)):
            def names(*options):
                return harness.fields(captures[folder], ["frame.number", "godot.rpc.text", "godot.problem"], *options,
                                      display_filter="godot.rpc")
            with self.subTest(folder):
                alone = names(*with_project(own))
                self.assertTrue(alone)
                self.assertEqual(alone, names(*with_project(other), *with_project(own)))
                self.assertEqual(alone, names(*with_project(own), *with_project(other)))
                # The other one says nothing, and one packet says why.
                self.assertEqual(names(), names(*with_project(other)))
                said = harness.fields(captures[folder], ["_ws.expert.message"], *with_project(other),
                                      display_filter="godot.names.wrong_project")
                self.assertEqual(len(said), 1)
                self.assertTrue(any(re.fullmatch(r"The project is of Godot \d, the game runs Godot \d\..*", text)
                                    for text in said[0][0]), said)


class Lengths(unittest.TestCase):
    """A server in another language answers put_var() over TCP, with and without the length before each value."""

    def test_a_missing_length_is_said_and_the_value_read(self):
        # The first one comes before the stream is recognised, and proves nothing.
        for name, missing, numbers in (("no_length", True, range(2, 5)), ("with_length", False, range(1, 8))):
            with self.subTest(name):
                rows = marked(name, "godot.variant && tcp.srcport == 24680", ["_ws.col.Info", "_ws.malformed"])
                mark = " [no length before it]" if missing else ""
                self.assertEqual(rows, [(f'"test{number}"{mark}', "") for number in numbers])
                self.assertEqual(len(marked(name, "godot.variant.no_length", ["frame.number"])), 3 if missing else 0)


    def test_numbers_of_the_games_own_format_lack_no_length(self):
        rows = marked("own_numbers", "godot.variant", ["_ws.col.Info", "tcp.dstport"])
        self.assertEqual(rows, [(f'{{"n": {n}, "at": Vector2({n}, {-n})}}', "24680") for n in range(4)])


class Levels(unittest.TestCase):
    """Two clients change the level, and call each other and the server there, which has it 0.3 s later."""

    def test_another_clients_confirmation_is_not_the_servers(self):
        name = "level_changes"
        announced = marked(name, 'godot.path.confirmed_in && godot.path.name == "Main/Second" && !enet.repeated',
                           ["godot.relay", "godot.path.confirmed_in"])
        self.assertTrue(announced)
        self.assertEqual([row for row in announced if not row[0]], [])
        direct = marked(name, 'godot.path.missing && !godot.rpc', ["frame.number"])
        calls = log_of(name).count('Failed to get path from RPC: Main/Second')
        # The engine prints the same for each path and each call that comes too early.
        self.assertEqual(len(direct), log_of(name).count('Node not found: "Main/Second"') - calls)
        late = marked(name, "godot.path.missing && godot.rpc || godot.path.was_missing", ["frame.number"])
        self.assertGreaterEqual(len(late), calls)


    def test_a_scene_that_another_level_has_at_this_number_is_a_guess(self):
        name = "level_lists"
        made = re.findall(r"spawned (\w+) (res://\w+\.tscn)", log_of(name))
        self.assertEqual(len(made), 2)
        spawns = marked(name, "godot.spawn.net_id && !enet.repeated", ["_ws.col.Info", "godot.names.scene"], *project_of(name))
        self.assertEqual(len(spawns), len(made))
        for (node, _), (info, scene) in zip(made, spawns):
            self.assertRegex(info, rf"spawn Level/Mobs/{node} \(res://\w+\.tscn\?\)")
            self.assertTrue(scene.endswith("?"), scene)


class Subprotocols(unittest.TestCase):
    """Nothing of Godot is sent: the page says how the handshake looks (problems/not-found.md)."""

    def test_a_server_that_does_not_support_it_closes_without_an_answer(self):
        self.assertEqual(log_of("subprotocol_refused"), "connection_failed\n")
        self.assertEqual(marked("subprotocol_refused", "http", ["http.sec_websocket_protocol", "http.response.code"]), [("go", "")])


class Makes(unittest.TestCase):
    """ENet of another make: the same connection behind two headers. Written after the sources of ENet-CSharp."""

    def test_enet_csharp_is_read_like_the_stock_one(self):
        read = {}
        for make in ("stock", "csharp"):
            capture = SITUATIONS.parent / "made" / f"enet_{make}.pcap"
            rows = harness.fields(capture, ["enet.variant", "_ws.col.Info", "enet.peer_id", "enet.sent_time",
                                            "enet.payload", "enet.stream", "enet.analysis.acked_in_frame",
                                            "_ws.malformed"])
            self.assertEqual({row[0][0] for row in rows}, {"stock" if make == "stock" else "enet-csharp"})
            read[make] = [row[1:] for row in rows]
        self.assertEqual(len(read["stock"]), 18)
        self.assertEqual(read["stock"], read["csharp"])


if __name__ == "__main__":
    unittest.main()
