# SPDX-License-Identifier: MIT
"""netfox 1.39 and 1.12 in real games, whose states and inputs are remote calls: every property of every snapshot is
compared with the values sent, by name."""

import collections
import hashlib
import re
import struct
import unittest

import harness
import netfox
from test_netfox import SYNCHRONIZERS, capture_of, in_order, node, scene, script_with, strings

harness.show_ids()

PACKED = {"full_sync": 799, "diff_sync": 7685, "input": 11712, "full_state": 304, "diff_state": 4082}  # values in the capture
ARRAYS = {"arrays": 12161, "arrays_lossy": 7936}
LISTS = {"full_sync": 1134, "input": 2409, "full_state": 128, "diff_state": 945}
LINKS = {"packed_lossy": 13508, "packed_websocket": 7151}
DICTIONARIES = {"full_sync": 33558, "input": 19017, "full_state": 11304}
STATES = {"_submit_full_state": "full", "_submit_diff_state": "diff", "_submit_state": "full", "_submit_input": "input", "_submit_inputs": "input"}
Call = collections.namedtuple("Call", "kind node tick reference snapshots")  # snapshots: (tick, redundancy, values)


def pieces(text, separator=", "):
    """The parts of a text between separators that are outside brackets and quotes."""
    found, depth, quoted, begin, at = [], 0, False, 0, 0
    while at < len(text):
        letter = text[at]
        if quoted and letter == "\\":
            at += 1
        elif letter == '"':
            quoted = not quoted
        elif not quoted:
            depth += letter in "[({"
            depth -= letter in "])}"
            if depth == 0 and text.startswith(separator, at):
                found.append(text[begin:at])
                at += len(separator)
                begin = at
                continue
        at += 1
    return [*found, text[begin:]] if text else []


def entries(text):
    """A dictionary's text as texts of its keys, without quotes, and of its values."""
    return {key[1:-1]: value for key, value in (pieces(entry, ": ") for entry in pieces(netfox.plain(text)[1:-1]))}


def synchronizer(path):
    """The node of the synchronizer: 1.39 calls a child of RollbackSynchronizer."""
    return path.removesuffix("/Node")


def kind_of(row):
    what = STATES[row["method"]]
    return what if what == "input" else what + ("_sync" if row["node"].endswith("/StateSynchronizer") else "_state")


def name_of(path):
    return path.removeprefix(":")


def packed_snapshots(row):
    if row["method"] != "_submit_input":
        return [(row["tick"], 0, {name_of(prop["prop"]): in_order(netfox.plain(prop["wire"])) for prop in row["props"] if row["hex"]})]
    ticks = collections.defaultdict(dict)
    for prop in row["props"]:
        ticks[prop["place"]][name_of(prop["prop"])] = in_order(netfox.plain(prop["wire"]))
    return [(row["tick"] - place, place, values) for place, values in sorted(ticks.items())]


def dictionary_snapshots(row):
    tick = int(row["args"][1])
    if row["method"] == "_submit_inputs":
        ticks = pieces(netfox.plain(row["args"][0]).removeprefix("Array[Dictionary](").removesuffix(")")[1:-1])
        return [(tick - again, again, {name_of(path): in_order(value) for path, value in entries(text).items()}) for again, text in enumerate(ticks)]
    values = entries(row["args"][0])
    if row["method"] != "_submit_input":
        return [(tick, 0, {name_of(path): in_order(text) for path, text in values.items()})]
    ticks = collections.defaultdict(dict)
    for path, text in values.items():
        for redundancy, value in enumerate(pieces(text[1:-1])):
            ticks[redundancy][name_of(path)] = in_order(value)
    return [(tick - redundancy, redundancy, ticks[redundancy]) for redundancy in sorted(ticks)]


def plain_call(call):
    return (call.kind, call.node, call.tick, call.reference, tuple((tick, again, tuple(sorted(values.items()))) for tick, again, values in call.snapshots))


def sent(name):
    """Each peer's arguments of rpc(): (sender, receiver): calls."""
    ends = netfox.peers(name)
    found = collections.defaultdict(collections.Counter)
    for row in netfox.truth(name):
        if row["kind"] == "packed_call":
            call = Call(kind_of(row), synchronizer(row["node"]), row["tick"], row["reference"] if row["reference"] >= 0 else None, packed_snapshots(row))
        elif row["kind"] == "sync_rpc" and row["method"] in STATES:
            call = Call(kind_of(row), row["node"], int(row["args"][1]), int(row["args"][2]) if len(row["args"]) > 2 else None, dictionary_snapshots(row))
        else:
            continue
        to = {0: "all", 1: "server"}.get(row["peer"], str(row["peer"]))
        found[ends[row["role"]], to][plain_call(call)] += 1
    return found


SERVER_PORT = 24680


def shown_snapshots(command):
    found = []
    holders = command.item.all("netfox.snapshot") or [command.item]
    for holder in holders:
        tick = int(holder.shows("netfox.tick")[0])
        ticks = collections.defaultdict(dict)
        redundancy = int((holder.shows("netfox.input.redundancy") or ["0"])[0])
        for frame in holder.all("netfox.frame"):
            for child in frame.children:
                if child.name == "netfox.input.redundancy":
                    redundancy = int(child.show)
                elif child.name == "netfox.value":
                    names = child.shows("netfox.property")
                    ticks[redundancy][names[0] if names else len(ticks[redundancy])] = in_order(netfox.plain(child.show))
        if not ticks:
            ticks[redundancy] = {}
        is_named = len(ticks) > 1
        found += [(tick - again if is_named else tick, again, values) for again, values in sorted(ticks.items())]
    return found


def shown(name, *options, two_passes=True, where="netfox"):
    for command in netfox.shown(capture_of(name), "-o", "godot.text_limit:0", *options, two_passes=two_passes, where=where):
        if command.kind not in netfox.SNAPSHOTS:
            continue
        reference = command.item.shows("netfox.reference_tick")
        call = Call(command.kind, command.item.shows("netfox.node")[0], int(command.item.shows("netfox.tick")[0]),
                    int(reference[0]) if reference else None, shown_snapshots(command))  # fmt: skip
        yield command, call


def lists(name="packed"):
    """(synchronizer, list): names and schemas of its properties, as the calls of 1.39 had them, in order."""
    schemas = {(row["node"], row["prop"]): row["schema"] for row in netfox.truth(name) if row["kind"] == "schema"}
    found = {}
    for row in netfox.truth(name):
        if row["kind"] != "packed_call" or row["method"] == "_submit_diff_state" or not row["props"]:
            continue
        key = (synchronizer(row["node"]), netfox.LISTS[kind_of(row)])
        paths = [prop["prop"] for prop in row["props"] if prop["place"] == 0]
        properties = []
        for path in paths:
            below, _, prop = path.partition(":")
            owner = row["root"] + ("/" + below if below else "")
            properties.append((path, schemas.get((owner, prop), "variant")))
        assert found.setdefault(key, properties) == properties
    return found


def table(name="packed"):
    options = []
    for (path, which), properties in lists(name).items():
        text = ", ".join(f"{name_of(prop)}: {schema}" for prop, schema in properties)
        options += ["-o", f'uat:godot_netfox:"{path}","{which}","{text}"']
    return options


def project():
    """A project whose scenes have the properties that the capture's game sets in its scripts."""
    folder = harness.workshop().folder / "netfox-packed"
    folder.mkdir(exist_ok=True)
    known = lists()
    a = f"/root/Main/Players/{netfox.peers('packed')['a']}/RollbackSynchronizer"
    special, plain = (f"/root/Main/{each}/StateSynchronizer" for each in ("NpcSchema", "NpcPlain"))

    def paths(path, which):
        return strings(prop for prop, _ in known[path, which])

    def schemas(path, *which):
        return {prop: schema for each in which for prop, schema in known[path, each] if schema != "variant"}

    spawner = {"spawn_path": 'NodePath("../Players")', "_spawnable_scenes": 'PackedStringArray("res://player.tscn")'}
    state = {"script": 'ExtResource("state")', "root": 'NodePath("..")'}
    files = {
        "project.godot": 'config_version=5\n\n[application]\n\nconfig/name="netfox"\nrun/main_scene="res://main.tscn"\n',
        "player.gd": script_with(schemas(a, "state", "input"), True),
        "npc.gd": script_with(schemas(special, "sync"), False),
        "player.tscn": scene(
            node("Player", kind="Node2D", script='ExtResource("player")'),
            node("Input", "."),
            node("Health", "."),
            node("RollbackSynchronizer", ".", script='ExtResource("rollback")', root='NodePath("..")',
                 state_properties=paths(a, "state"), input_properties=paths(a, "input")),
            resources={"player": ("Script", "res://player.gd"), "rollback": ("Script", SYNCHRONIZERS["rollback"])},
        ),
        "main.tscn": scene(
            node("Main", kind="Node2D"),
            node("Players", ".", "Node2D"),
            node("Spawner", ".", "MultiplayerSpawner", **spawner),
            node("NpcPlain", ".", "Node2D"),
            node("Brain", "NpcPlain"),
            node("StateSynchronizer", "NpcPlain", **state, properties=paths(plain, "sync")),
            node("NpcSchema", ".", "Node2D", script='ExtResource("npc")'),
            node("Brain", "NpcSchema"),
            node("StateSynchronizer", "NpcSchema", **state, properties=paths(special, "sync")),
            resources={"npc": ("Script", "res://npc.gd"), "state": ("Script", SYNCHRONIZERS["state"])},
        ),
    }  # fmt: skip
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")
        (folder / file).chmod(0o644)
    folder.chmod(0o755)
    return ["-o", f'uat:godot_projects:"{folder}"']


class Calls(unittest.TestCase):
    def compare(self, name, calls, rename=lambda name: name):
        """Every call that is shown was sent with the same content. Returns the number of calls of each kind, and of
        values."""
        waiting = sent(name)
        kinds, values = collections.Counter(), collections.Counter()
        for command, call in calls:
            call = call._replace(snapshots=[(tick, again, {rename(each): value for each, value in snapshot_values.items()}) for tick, again, snapshot_values in call.snapshots])
            plain = plain_call(call)
            known = plain in waiting[command.sender, command.receiver] or plain in waiting[command.sender, "all"]
            self.assertTrue(known, f"{command.sender} has not sent {command.receiver} {plain}")
            kinds[call.kind] += 1
            values[call.kind] += sum(len(snapshot_values) for *_, snapshot_values in call.snapshots)
        return kinds, values

    def calls_in(self, name):
        """Calls of the capture by method, on netfox's own nodes, as the multiplayer dissector shows them."""
        found = collections.Counter()
        for methods, paths in harness.fields(capture_of(name), ["godot.rpc.method", "godot.node.path"], display_filter="godot.rpc"):
            found.update(method for method, path in zip(methods, paths) if method in STATES and not path.endswith("/Fire"))
        return found

    def test_every_value_by_name(self):
        """1.39, with the lists of properties: no value is missing."""
        kinds, values = self.compare("packed", shown("packed", *table()))
        self.assertEqual(values, PACKED)
        self.assertEqual(sum(kinds.values()), sum(self.calls_in("packed").values()))

    def test_on_other_links(self):
        """1.39 over WebSocket, and over a relay with 10 % loss, duplicates and delay: everything that arrived is what
        was sent."""
        for name, count in LINKS.items():
            with self.subTest(capture=name):
                kinds, values = self.compare(name, shown(name, *table(name)))
                self.assertEqual(sum(values.values()), count)
                self.assertEqual(sum(kinds.values()), sum(self.calls_in(name).values()))
                self.assertGreater(min(kinds[kind] for kind in PACKED), 5)

    def test_arrays(self):
        """1.35, over a good link and over a relay with loss, duplicates and delay: Arrays, whose last element is no
        property."""
        for name, count in ARRAYS.items():
            with self.subTest(capture=name):
                kinds, values = self.compare(name, shown(name, *table(name)))
                self.assertEqual(sum(values.values()), count)
                self.assertEqual(sum(kinds.values()), sum(self.calls_in(name).values()))
                self.assertGreater(min(values[kind] for kind in PACKED), 50)

    def test_lists_of_dictionaries(self):
        """1.25: Dictionaries, full and diff, and for inputs an Array of them."""
        kinds, values = self.compare("lists", shown("lists"))
        self.assertEqual(values, LISTS)
        self.assertEqual(sum(kinds.values()), sum(self.calls_in("lists").values()))

    def test_names_of_a_project(self):
        """The same with scenes and scripts. A player's scene is a guess; the second player has no schema, though its
        scene's script sets one: its values are Variants with their indexes only."""
        b = f"/{netfox.peers('packed')['b']}/"
        calls = [(command, call) for command, call in shown("packed", *project()) if b not in call.node]
        kinds, values = self.compare("packed", calls, rename=lambda name: name.rstrip("?"))
        self.assertGreater(sum(values.values()), 12000)
        players = [name for _, call in calls if "/Players/" in call.node for *_, snapshot_values in call.snapshots for name in snapshot_values]
        self.assertTrue(players and all(name.endswith("?") for name in players))
        others = [name for _, call in calls if "/Players/" not in call.node for *_, snapshot_values in call.snapshots for name in snapshot_values]
        self.assertTrue(others and not any(name.endswith("?") for name in others))

    def test_without_names(self):
        """1.39 without lists: Variants are read, and properties are numbers: indexes in full states, hashes in
        differences. Inputs are not divided into ticks."""
        places = {path: [prop for prop, _ in properties] for (path, which), properties in lists().items() if which != "input"}
        hashes = {}
        for row in netfox.truth("packed"):
            if row["kind"] == "packed_call" and row["method"] == "_submit_diff_state":
                hashes.setdefault(row["node"].removesuffix("/Node"), {}).update({prop["place"]: prop["prop"] for prop in row["props"]})
        inputs, ends = collections.defaultdict(set), netfox.peers("packed")
        for row in netfox.truth("packed"):
            if row["kind"] == "packed_call" and row["method"] == "_submit_input":
                values = tuple(in_order(netfox.plain(prop["wire"])) for prop in row["props"])
                inputs[ends[row["role"]], synchronizer(row["node"]), row["tick"]].add(values)
        plain = {path for (path, _), properties in lists().items() if all(schema == "variant" for _, schema in properties)}
        waiting = sent("packed")
        values = collections.Counter()
        for command, call in shown("packed"):
            snapshot_values = call.snapshots[0][2]
            if call.node not in plain:
                self.assertEqual(snapshot_values, {}, "a schema's bytes could be taken for Variants only by chance")
                continue
            if call.kind == "input":
                # The inputs of all ticks, one after another.
                self.assertIn(tuple(snapshot_values.values()), inputs[command.sender, call.node, call.tick])
                self.assertEqual(list(snapshot_values), list(range(len(snapshot_values))), "no name is said")
            else:
                def named(text):
                    number = int(re.search(r"\d+", text)[0])
                    return name_of(hashes[call.node][number] if text.startswith("hash") else places[call.node][number])

                call = call._replace(snapshots=[(tick, again, {named(name): value for name, value in by_number.items()}) for tick, again, by_number in call.snapshots])
                known = plain_call(call) in waiting[command.sender, command.receiver] + waiting[command.sender, "all"]
                self.assertTrue(known, command.text)
            values[call.kind] += len(snapshot_values)
        self.assertGreater(min(values[kind] for kind in ("full_state", "full_sync", "diff_state", "diff_sync", "input")), 50)

    def test_dictionaries(self):
        """1.12: the wire has the names."""
        kinds, values = self.compare("dict", shown("dict"))
        self.assertEqual(values, DICTIONARIES)
        self.assertEqual(sum(kinds.values()), sum(self.calls_in("dict").values()))

    def test_in_one_pass(self):
        kinds, values = self.compare("dict", shown("dict", two_passes=False))
        self.assertEqual(values, DICTIONARIES)

    def test_tick_sets(self):
        """The ticks in which an action was active, as was sent."""
        compared = 0
        for name in ("raw", "rpc"):
            ends = netfox.peers(name)
            recorded = collections.defaultdict(set)
            for row in netfox.truth(name):
                if row["kind"] == "action_send":
                    ticks = f" @{row['from']}" + (f" to {row['to']}" if row["to"] != row["from"] else "")
                    active = "active at " + ", ".join(map(str, row["ticks"])) if row["ticks"] else "not active"
                    recorded[ends[row["role"]]].add(f"tick set{ticks}  {row['node'].removeprefix('/root/')}: {active}")
            count = 0
            for command in netfox.shown(capture_of(name)):
                if command.kind == "tick_set":
                    self.assertIn(command.text, recorded[command.sender])
                    count += 1
                    compared += "active at" in command.text
            self.assertGreater(count, 300)
        self.assertGreater(compared, 20)


class Answers(unittest.TestCase):
    """The tables agree with the calls of the tree, which the tests above compare with the values sent."""

    def rows(self, name, table_name, first, *options):
        output = harness.run("-2", "-q", "-z", f"{table_name},csv", *options, capture=capture_of(name)).stdout.decode()
        return harness.csv_rows(output[output.index(first) :])

    def options(self, name):
        return table() if name == "packed" else []

    def test_synchronizers(self):
        """Counts of states, ticks between them, missed inputs."""
        for name in ("packed", "dict"):
            with self.subTest(capture=name):
                rows = {(row["from"], row["to"], row["node"]): row for row in self.rows(name, "godot,sync", "from,to", *self.options(name))
                        if "Synchronizer" in row["node"]}  # fmt: skip
                states, arrived = collections.defaultdict(list), collections.defaultdict(list)
                for found, where in ((states, "netfox"), (arrived, f"netfox && udp.srcport == {SERVER_PORT}")):
                    for command, call in shown(name, *self.options(name), where=where):
                        found[command.sender, command.receiver, call.node.removeprefix("/root/")].append(call)
                self.assertEqual(set(states), set(rows))
                for (source, target, path), calls in states.items():
                    row = rows[source, target, path]
                    diffs = sum(netfox.is_diff(call.kind) for call in calls)
                    if source == "server":
                        self.assertEqual((int(row["full"]), int(row["delta"])), (len(calls) - diffs, diffs))
                        continue
                    # What the server relays between players counts where it reaches its receiver: on the second hop.
                    if target != "server":
                        calls = arrived[source, target, path]
                    self.assertEqual(int(row["full"]), len(calls))
                    if target == "server":
                        ticks = [call.tick for call in calls]
                        brought = {tick for call in calls for tick, *_ in call.snapshots}
                        self.assertEqual(row["missed"], str(len(set(range(ticks[0], max(ticks) + 1)) - brought)))

    def test_profile(self):
        """Bytes by node and property, and repeated values."""
        for name in ("packed", "dict"):
            with self.subTest(capture=name):
                rows = self.rows(name, "godot,profile", "kind,node", "-o", "godot.nodes_apart:TRUE", *self.options(name))
                members = {(row["kind"], row["node"], row["member"]) for row in rows if row["kind"].startswith("Netfox")}
                wanted = set()
                for _, call in shown(name, *self.options(name)):
                    for _, again, values in call.snapshots:
                        kind = netfox.KIND_ROWS[call.kind]
                        wanted.update((kind, call.node.removeprefix("/root/"), prop + (" (again)" if again else "")) for prop in values)
                self.assertEqual(wanted - members, set())
                length = sum(int(row[0][0]) for row in harness.fields(capture_of(name), ["frame.len"]))
                self.assertEqual(sum(int(row["total"]) for row in rows), length)

    def test_bytes_of_properties(self):
        """1.39: own bytes of each property are those of the values that its encoders logged, as far as captured."""
        sizes = {}
        for row in netfox.truth("packed"):
            if row["kind"] == "packed_call" and row["hex"]:
                sizes[row["hex"]] = [(prop["prop"], len(prop["hex"]) // 2, row["method"] == "_submit_input" and prop["place"] > 0) for prop in row["props"]]
        wanted, ticks = collections.Counter(), set()
        for command, call in shown("packed", *table()):
            # A state of a tick that was sent before has rows of its own, too.
            state = None if call.kind == "input" else (command.sender, command.receiver, netfox.LISTS.get(call.kind), call.node, call.tick)
            is_known = state is not None and state in ticks
            ticks.add(state)
            for prop, size, again in sizes.get((command.item.data or b"").hex(), ()):
                wanted[netfox.KIND_ROWS[call.kind], call.node.removeprefix("/root/"), name_of(prop) + (" (again)" if again or is_known else "")] += size
        rows = self.rows("packed", "godot,profile", "kind,node", "-o", "godot.nodes_apart:TRUE", *table())
        own = {(row["kind"], row["node"], row["member"]): int(row["own"]) for row in rows
               if row["kind"] in ("Netfox state", "Netfox input") and row["member"] not in ("", "(again)")}  # fmt: skip
        self.assertGreater(len(wanted), 50)
        self.assertEqual(own, dict(wanted))

    def test_filters(self):
        """The filters of a node's rows, one for each of its properties, find the calls of the node."""
        calls = collections.Counter((netfox.KIND_ROWS[call.kind], call.node.removeprefix("/root/")) for _, call in shown("packed", *table()))
        filters = collections.defaultdict(set)
        for row in self.rows("packed", "godot,profile", "kind,node", "-o", "godot.nodes_apart:TRUE", *table()):
            filters[row["kind"], row["node"]].add(row["filter"])
        for key in list(calls)[:4]:
            found = harness.fields(capture_of("packed"), ["frame.number"], *table(), display_filter=" || ".join(sorted(filters[key])))
            self.assertEqual(len(found), calls[key], key)

    def test_state(self):
        """The last values sent to each peer, for each property."""
        for name in ("packed", "dict"):
            with self.subTest(capture=name):
                options = ("-o", "godot.text_limit:0", *self.options(name))
                last = harness.fields(capture_of(name), ["frame.number"], display_filter="netfox.frame && !netfox.input.redundancy")[-1][0][0]
                rows = {(row["from"], to, row["node"], row["property"]): in_order(netfox.plain(row["value"]))
                        for row in self.rows(name, f"godot,state,{last}", "session,node", *options) if row["property"]
                        for to in row["to"].split(", ")}  # fmt: skip
                recorded = {}
                for command, call in shown(name, *self.options(name), "-Y", f"netfox && frame.number <= {last}"):
                    for _, again, values in call.snapshots:
                        if not again and "server" in (command.sender, command.receiver):  # relayed values may be on their way
                            recorded.update({(command.sender, command.receiver, call.node.removeprefix("/root/"), prop): value for prop, value in values.items()})
                present = {to for _, to, *_ in rows}
                recorded = {key: value for key, value in recorded.items() if key[1] in present and key[1] != "all"}
                self.assertGreater(len(recorded), 50)
                self.assertEqual({key: rows.get(key) for key in recorded}, recorded)

    def test_inputs_that_come_too_late(self):
        """1.39: the inputs that netfox logged as dropped. One packet of tolerance: the server had advanced since its
        last state."""
        reported = [row["text"] for row in netfox.truth("packed_late") if row["kind"] == "netfox_warning"]
        dropped = {int(found[1]) for found in (re.match(r"Received data for (\d+), rejecting", text) for text in reported) if found}
        self.assertGreater(len(dropped), 25)
        rows = harness.fields(capture_of("packed_late"), ["netfox.tick", "godot.problem"], display_filter="netfox.input.late")
        found = {int(tick) for ticks, _ in rows for tick in ticks}
        self.assertTrue(all(problems == ["too_late"] for _, problems in rows))
        self.assertGreater(len(found), 20)
        self.assertLessEqual(found, dropped)
        # Repeated inputs in them are not marked, nor are the first inputs, which later packets repeated in time.
        self.assertLessEqual(max(dropped) - max(found), 1)

    def test_games_without_faults(self):
        mine = "netfox.input.late || netfox.state.late || netfox.node.missing || netfox.above_limit || netfox.malformed"
        for name in ("packed", "dict"):
            self.assertEqual(harness.fields(capture_of(name), ["frame.number"], display_filter=mine), [])


def text_of(content):
    content = content.encode()
    return struct.pack("<II", 4, len(content)) + content + b"\0" * (-len(content) % 4)


def int_of(number):
    return struct.pack("<Ii", 2, number)


def dictionary_of(**entries):
    return struct.pack("<II", 27, len(entries)) + b"".join(text_of(key) + value for key, value in entries.items())


def bytes_of(data):
    return struct.pack("<II", 29, len(data)) + data + b"\0" * (-len(data) % 4)


INT = b"\x82"  # an int of 4 bytes as an argument


class Recognition(unittest.TestCase):
    """Calls made here, which no game sends: a call that netfox could send is read as netfox's, any other as the
    game's."""

    AS_GODOT = ("-d", "udp.port==24680,godot.as_godot4")
    ACTION = ("_submit_state",)
    ROLLBACK = ("_submit_input", "_submit_state")
    TRANSMITTER = ("_ack_diff_state", "_ack_full_state", "_submit_diff_state", "_submit_full_state", "_submit_input")

    def found(self, methods, method, *arguments, path="Main/Node/Sync"):
        """The command that is shown of a call, and the call's text."""
        checksum = hashlib.md5("".join(sorted(methods)).encode()).hexdigest().encode()
        announced = b"\x01" + checksum + b"\0" + struct.pack("<I", 5) + path.encode() + b"\0"
        call = b"\x20" + struct.pack("<I", 5) + bytes([sorted(methods).index(method), len(arguments)]) + b"".join(arguments)
        name = f"netfox_call_{hashlib.sha256(announced + call).hexdigest()[:8]}"
        capture = harness.datagrams(name, [announced, call])
        rows = harness.fields(capture, ["netfox.command.name", "netfox.node", "godot.rpc.text", "godot.malformed"], *self.AS_GODOT)
        self.assertEqual(rows[1][3], [], "the call itself is good")
        self.assertEqual(len(rows[1][2]), 1, "the call is shown in any case")
        return rows[1][0], rows[1][1]

    def test_what_netfox_sends(self):
        tick = INT + struct.pack("<i", 7)
        state = dictionary_of(**{":position": int_of(1), "Health:value": int_of(2)})
        own = ["/root/Main/Node/Sync"]
        self.assertEqual(self.found(self.ROLLBACK, "_submit_state", state, tick), (["full_state"], own))
        self.assertEqual(self.found(self.ACTION, "_submit_state", state, tick), (["full_sync"], own))
        ticks = dictionary_of(**{"Input:a": struct.pack("<II", 28, 2) + int_of(1) + int_of(2)})
        self.assertEqual(self.found(self.ROLLBACK, "_submit_input", ticks, tick), (["input"], own))
        self.assertEqual(self.found(self.ACTION, "_submit_state", bytes_of(bytes.fromhex("07000000 02 00 02"))), (["tick_set"], own))
        value = struct.pack("<I", 8) + int_of(1)
        above = ["/root/Main/Node"]
        self.assertEqual(self.found(self.TRANSMITTER, "_submit_full_state", bytes_of(b"\0" + value), tick), (["full_state"], above))
        self.assertEqual(self.found(self.TRANSMITTER, "_submit_diff_state", bytes_of(b"\1\x94" + value), tick, tick), (["diff_state"], above))
        self.assertEqual(self.found(self.TRANSMITTER, "_submit_diff_state", bytes_of(b""), tick, tick), (["diff_state"], above))
        self.assertEqual(self.found(self.TRANSMITTER, "_submit_input", tick, bytes_of(b"\1" + value)), (["input"], above))
        self.assertEqual(self.found(self.TRANSMITTER[:4], "_submit_full_state", bytes_of(b"\0" + value), tick), (["full_sync"], own))

    def test_what_a_game_sends(self):
        """The same method, with other methods beside it, with other arguments, or with other content."""
        tick, negative = INT + struct.pack("<i", 7), INT + struct.pack("<i", -7)
        good = dictionary_of(**{":position": int_of(1)})
        calls = [
            (("_submit_state", "jump"), "_submit_state", good, tick),
            (("_submit_state", "jump"), "_submit_state", bytes_of(bytes.fromhex("07000000 02 00 02"))),
            (self.ACTION, "_submit_state", dictionary_of(health=int_of(1)), tick),
            (self.ACTION, "_submit_state", dictionary_of(**{":position": int_of(1), "health": int_of(1)}), tick),
            (self.ACTION, "_submit_state", dictionary_of(**{"Health:": int_of(1)}), tick),
            (self.ACTION, "_submit_state", dictionary_of(), tick),
            (self.ACTION, "_submit_state", good, negative),
            (self.ACTION, "_submit_state", good),
            (self.ACTION, "_submit_state", good, tick, tick),
            (self.ACTION, "_submit_state", tick, good),
            (self.ACTION, "_submit_state", bytes_of(bytes.fromhex("07000000 02 00 03"))),
            (self.ACTION, "_submit_state", bytes_of(bytes.fromhex("07000000 02 01 01"))),
            (self.ACTION, "_submit_state", bytes_of(bytes.fromhex("07000000"))),
            (self.ACTION, "_submit_state", bytes_of(b"")),
            (self.ROLLBACK, "_submit_state", bytes_of(bytes.fromhex("07000000 02 00 02"))),
            (self.ROLLBACK, "_submit_input", good, tick),
            (self.ROLLBACK, "_submit_input", dictionary_of(**{":a": struct.pack("<II", 28, 65) + int_of(1) * 65}), INT + struct.pack("<i", 999)),
            (self.ROLLBACK, "_submit_input", dictionary_of(**{":a": struct.pack("<II", 28, 9) + int_of(1) * 9}), tick),
            (self.TRANSMITTER, "_submit_full_state", bytes_of(b""), tick),
            (self.TRANSMITTER, "_submit_full_state", struct.pack("<II", 28, 1) + int_of(1), tick),
            (self.TRANSMITTER, "_submit_diff_state", bytes_of(b"\1\x94"), tick),
            (self.TRANSMITTER, "_submit_input", bytes_of(b"\1"), tick),
            (self.TRANSMITTER, "_ack_full_state", tick),
        ]
        for methods, method, *arguments in calls:
            with self.subTest(method=method, arguments=arguments):
                self.assertEqual(self.found(methods, method, *arguments), ([], []))

    def test_can_be_switched_off(self):
        shown = harness.fields(capture_of("dict"), ["netfox.text"], "--disable-protocol", "netfox", display_filter="netfox")
        self.assertEqual(shown, [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
