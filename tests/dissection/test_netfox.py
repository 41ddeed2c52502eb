# SPDX-License-Identifier: MIT
"""netfox 1.48.4 in real games: every property of every snapshot has the value that its serializer logged."""

import collections
import hashlib
import re
import struct
import unittest

import harness
import netfox
import projects

BINARY = {"raw": 14629, "rpc": 15528}  # by transport: values that were written
AGAIN = {"raw": 160, "rpc": 24}  # states of ticks that were sent before
LOSSY = 5621  # values in the capture
WEBSOCKET = {"websocket": 4212, "websocket_raw": 2815}
SCRIPTED = 3605
PREFIX = bytes.fromhex("004e46")

harness.show_ids()


def capture_of(name):
    return netfox.CAPTURES / f"{name}.pcap"


def data_of(command):
    """The command's data, without prefix and number."""
    data = command.item.data or b""
    return data[len(PREFIX) + 1 :] if data.startswith(PREFIX) else data


harness.show_ids()


class Commands(unittest.TestCase):
    def compare(self, name, *options, two_passes=True, guessed=()):
        """Every command that is shown was sent with the same content. Returns how many of each kind were shown, how
        many were sent but are not in the capture, and the number of compared values."""
        waiting = netfox.rows(name)
        seen, values = collections.Counter(), 0
        for command in netfox.shown(capture_of(name), *options, two_passes=two_passes):
            if command.kind == "tick_set":
                continue  # a call of a RewindableAction: test_netfox_calls
            key = (command.sender, command.receiver, command.kind, data_of(command).hex())
            broadcast = (command.sender, "all", *key[2:])
            self.assertTrue(waiting.get(key) or broadcast in waiting, f"{key} was not sent")
            sent = waiting[key].pop(0) if waiting.get(key) else waiting[broadcast][0]
            seen[command.kind] += 1
            if sent is None:
                continue
            found = command.snapshots()
            self.assertEqual([each[:3] for each in found], [each[:3] for each in sent], command.text)
            for (*_, node, shown), (*_, wrote) in zip(found, sent):
                if node.startswith(guessed or "-"):
                    wrote = {f"{name}?": value for name, value in wrote.items()}
                self.assertEqual(shown, wrote, command.text)
                values += len(wrote)
        left = collections.Counter(kind for (_, to, kind, _), rest in waiting.items() for _ in rest if to != "all")
        return seen, left, values

    def check(self, name, seen, left):
        """Every command that was sent is there: the loopback interface loses nothing."""
        self.assertEqual(left, {})
        sent = collections.Counter(kind for _, to, kind, *_ in netfox.commands(name) if to != "all")
        self.assertEqual({kind: count for kind, count in seen.items() if kind != "other"}, {kind: sent[kind] for kind in netfox.KINDS})
        self.assertGreaterEqual(seen["other"], sent["other"])

    def test_every_value_by_name(self):
        for name, count in BINARY.items():
            with self.subTest(capture=name):
                seen, left, values = self.compare(name, *netfox.table(name))
                self.check(name, seen, left)
                self.assertEqual(values, count)

    def test_over_a_bad_link(self):
        """Three players, one of whom joins late, over a relay with loss, duplicates and delay, recorded at the server:
        every reliable command is there, and each value that is there is the one that was written."""
        seen, left, values = self.compare("three", *netfox.table("three"))
        self.assertEqual(len(netfox.peers("three")), 4)
        self.assertEqual(values, 7091)
        self.assertGreater(seen["input"], 400)
        self.assertGreater(left["input"], 5)  # lost on the way
        self.assertEqual({kind for kind in left if kind in ("request_time", "set_time", "identities")}, set())  # reliable
        self.assertGreater(seen["full_state"] + seen["diff_state"], 500)

    def test_over_a_worse_link(self):
        """Commands in calls, over a relay that loses a tenth, doubles and delays."""
        seen, left, values = self.compare("lossy", *netfox.table("lossy"))
        self.assertEqual(values, LOSSY)
        self.assertGreater(left["input"], 10)
        self.assertEqual({kind for kind in left if kind in ("request_time", "set_time", "identities")}, set())  # reliable
        self.assertGreater(min(seen[kind] for kind in netfox.SNAPSHOTS), 10)

    def test_over_websocket(self):
        """Three peers, both transports of commands: everything that was sent, except to a player that was leaving."""
        for name, count in WEBSOCKET.items():
            with self.subTest(capture=name):
                seen, left, values = self.compare(name, *netfox.table(name))
                self.assertEqual(values, count)
                refused = sum("ready_state != STATE_OPEN" in row["text"] for row in netfox.truth(name) if row["kind"] == "engine_error")
                self.assertLessEqual(sum(left.values()), refused + 1)
                self.assertGreater(min(seen[kind] for kind in netfox.KINDS), 1)

    def test_names_of_a_project(self):
        """Property lists of scenes, schemas of scripts. The scene of a spawned node is a guess, so its names are
        marked; one player has no schema, though its scene's script sets one."""
        for name, count in BINARY.items():
            with self.subTest(capture=name):
                seen, left, values = self.compare(name, *project_of(name), guessed="/root/Main/Players/")
                self.check(name, seen, left)
                self.assertEqual(values, count)

    def test_lists_that_scripts_make(self):
        """Of constants of other scripts, sums, loops, parameters, and in a script that extends the synchronizer: every property has its
        name, with a question mark, because the nodes are made by scripts, too."""
        seen, left, values = self.compare("scripted", *scripted_project(), guessed="/root/Main/")
        self.assertLess(sum(left.values()), 0.1 * sum(seen.values()))  # dropped by ENet's throttle, on a busy machine
        self.assertEqual(values, SCRIPTED)
        names = {text for (texts,) in harness.fields(capture_of("scripted"), ["netfox.property"], *scripted_project(), display_filter="netfox.property") for text in texts}
        self.assertEqual(names, {f"{name}?" for name in ("position", "velocity", "height", "jumps", "facing", "title", "value", "movement", "jump", "aim", "mood", "tags", "info")})

    def test_in_one_pass(self):
        """Identities are announced before their first use. The game is recognised only at its second command."""
        seen, left, values = self.compare("raw", *netfox.table("raw"), two_passes=False)
        self.assertEqual((seen["other"], left, values), (36, {"request_time": 1}, BINARY["raw"]))

    def test_without_names(self):
        """Variants are read, and values with a schema are bytes; properties are numbers, nodes have the paths of
        identities."""
        schemas = {row["node"] for row in netfox.truth("raw") if row["kind"] == "schema"}
        sent = collections.Counter()
        for *_, snapshot_values in netfox.commands("raw"):
            for _, _, node, values in snapshot_values or []:
                sent[node] += len(values)
        shown = collections.Counter()
        for command in netfox.shown(capture_of("raw")):
            if command.kind not in netfox.SNAPSHOTS:
                continue
            for _, _, node, values in command.snapshots():
                self.assertTrue(all(name.startswith("#") for name in values))
                shown[node] += len(values)
        plain = {node for node in sent if node not in schemas}
        self.assertGreater(len(plain), 2)
        self.assertEqual({node: shown[node] for node in plain}, {node: sent[node] for node in plain})
        # Bytes of a schema could be read as Variants only by chance.
        self.assertEqual({node: count for node, count in shown.items() if node not in plain and count}, {})

    def test_lines(self):
        for name in BINARY:
            with self.subTest(capture=name):
                rows = harness.fields(capture_of(name), ["netfox.text", "_ws.col.Info"], *netfox.table(name), display_filter="netfox")
                texts = [text for texts, _ in rows for text in texts]
                player = peer_of(name, "a")
                self.assertIn("request time", texts)
                self.assertTrue(any(re.fullmatch(r"pong 3: \d+\.\d{6} s, answered after 0\.\d{6} s", text) for text in texts))
                self.assertTrue(any(re.match(rf"input @\d+  Main/Players/{player}/Input: movement = Vector2\(.*\), jump = false, aim = [\d.]+; and 2 older$", text) for text in texts))
                self.assertTrue(any(re.match(rf"full state @\d+  Main/Players/{player}: position = Vector2\(.*\), velocity = ", text) for text in texts))
                self.assertEqual([(texts[0], info[0]) for texts, info in rows if f"netfox {texts[0]}" not in info[0]][:1], [])

    def test_learned_in(self):
        """A node's number links to the frame in which its receiver announced it."""
        rows = harness.fields(capture_of("rpc"), ["frame.number", "netfox.command.name", "netfox.learned_in"], display_filter="netfox")
        teachers = {frame[0] for frame, names, _ in rows if "identities" in names}
        learned = {frame for *_, frames in rows for frame in frames}
        self.assertEqual(len(learned - teachers), 0)
        self.assertGreater(len(learned), 3)

    def test_evidence(self):
        """Before a pong and identities are seen, command numbers have their usual meaning."""
        found = harness.fields(capture_of("raw"), ["netfox.command.evidence"], display_filter="netfox", two_passes=False)
        self.assertEqual(found[0], [["usual"]])
        self.assertEqual(found[-1], [["learned"]])


SYNCHRONIZERS = {"rollback": "res://addons/netfox/rollback/rollback-synchronizer.gd", "state": "res://addons/netfox/state-synchronizer.gd"}


def scene(*sections, resources=()):
    heads = [f'[ext_resource type="{kind}" path="{path}" id="{name}"]' for name, (kind, path) in dict(resources).items()]
    return "\n".join(["[gd_scene format=3]", *heads, *sections]) + "\n"


def node(name, parent=None, kind="Node", **properties):
    place = "" if parent is None else f' parent="{parent}"'
    return "\n".join([f'[node name="{name}" type="{kind}"{place}]', *(f"{key} = {value}" for key, value in properties.items())])


def strings(values):
    return "Array[String]([" + ", ".join(f'"{value}"' for value in values) + "])"


def scripted_project():
    """The project of the capture `scripted`, without netfox."""
    return projects.with_project(projects.copied(projects.PROJECTS / "netfox4", name="netfox-scripted", overlay=projects.PROJECTS / "netfox4-scripts"))


def script_with(schemas, variable):
    """A script that sets these schemas, written as in games."""
    def written(text):
        return re.sub(r"\w+", lambda name: f"NetworkSchemas.{name[0]}" + ("" if name[0] in ("array_of", "dictionary") else "()"), text)

    rows = "".join(f'\t\t"{path}": {written(text)},\n' for path, text in schemas.items())
    if variable:
        return f"extends Node2D\n\nfunc _ready() -> void:\n\tvar s := {{\n{rows}\t}}\n\trbs.set_schema(s)\n"
    return f"extends Node2D\n\nfunc _ready() -> void:\n\t$StateSynchronizer.set_schema({{ # as read back\n{rows}\t}})\n"


def project_of(name):
    """A project whose scenes have the properties that the capture's game sets in its scripts."""
    folder = harness.workshop().folder / f"netfox-{name}"
    folder.mkdir(exist_ok=True)
    player, plain, special = (netfox.layouts(name), *(f"/root/Main/{each}" for each in ("NpcPlain", "NpcSchema")))
    a = f"/root/Main/Players/{peer_of(name, 'a')}"
    schemas = {(row["node"], row["prop"]): row["schema"] for row in netfox.truth(name) if row["kind"] == "schema"}

    def paths(root, which, below=("",)):
        return [f"{child}:{prop}" for child in below for prop, _ in player.get((f"{root}/{child}".rstrip("/"), which), [])]

    def schemas_below(root):
        return {f"{owner[len(root) + 1 :]}:{prop}": text for (owner, prop), text in schemas.items() if (owner + "/").startswith(root + "/")}

    spawner = {"spawn_path": 'NodePath("../Players")', "_spawnable_scenes": 'PackedStringArray("res://player.tscn")'}
    state = {"script": 'ExtResource("state")', "root": 'NodePath("..")'}
    files = {
        "project.godot": 'config_version=5\n\n[application]\n\nconfig/name="netfox"\nrun/main_scene="res://main.tscn"\n',
        "player.gd": script_with(schemas_below(a), True),
        "npc.gd": script_with(schemas_below(special), False),
        "player.tscn": scene(
            node("Player", kind="Node2D", script='ExtResource("player")'),
            node("Input", "."),
            node("Health", "."),
            node("RollbackSynchronizer", ".", script='ExtResource("rollback")', root='NodePath("..")',
                 state_properties=strings(paths(a, "state", ("", "Health"))), input_properties=strings(paths(a, "input", ("Input",)))),
            resources={"player": ("Script", "res://player.gd"), "rollback": ("Script", SYNCHRONIZERS["rollback"])},
        ),
        "main.tscn": scene(
            node("Main", kind="Node2D"),
            node("Players", ".", "Node2D"),
            node("Spawner", ".", "MultiplayerSpawner", **spawner),
            node("NpcPlain", ".", "Node2D"),
            node("Brain", "NpcPlain"),
            node("StateSynchronizer", "NpcPlain", **state, properties=strings(paths(plain, "sync", ("", "Brain")))),
            node("NpcSchema", ".", "Node2D", script='ExtResource("npc")'),
            node("Brain", "NpcSchema"),
            node("StateSynchronizer", "NpcSchema", **state, properties=strings(paths(special, "sync", ("", "Brain")))),
            resources={"npc": ("Script", "res://npc.gd"), "state": ("Script", SYNCHRONIZERS["state"])},
        ),
    }  # fmt: skip
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")
        (folder / file).chmod(0o644)
    folder.chmod(0o755)
    return ["-o", f'uat:godot_projects:"{folder}"']


PARTS = re.compile(r'"(?:[^"\\\\]|\\\\.)*"|[{}()\[\]]|, |[^"{}()\[\],]+|,')


def in_order(text):
    """A value's text with the entries of each dictionary sorted: var_to_str() sorts them, the wire has the game's
    order."""
    levels = [["", []]]  # for each open bracket: the bracket, its entries
    for part in PARTS.findall(text):
        if part in ("{", "(", "["):
            levels.append([part, [""]])
        elif part in ("}", ")", "]"):
            opened, entries = levels.pop()
            text = opened + ", ".join(sorted(entries) if opened == "{" else entries) + part
            if not levels[-1][1]:
                levels[-1][1].append("")
            levels[-1][1][-1] += text
        elif part == ", ":
            levels[-1][1].append("")
        else:
            if not levels[-1][1]:
                levels[-1][1].append("")
            levels[-1][1][-1] += part
    return ", ".join(levels[0][1])


def godot_hash(text):
    """String.hash() of Godot."""
    found = 5381
    for letter in text:
        found = (found * 33 + ord(letter)) & 0xFFFFFFFF
    return found


class Methods(unittest.TestCase):
    def test_names_without_a_project(self):
        """netfox's own remote methods, of 1.48 and of 1.12, from the MD5 sums of their lists."""
        for name, path, methods in (
            ("rpc", "NetworkCommandServer/Node", {"_submit_reliable", "_submit_unreliable", "_submit_unreliable_ordered"}),
            ("rpc", "NetworkTime/NetworkTickrateHandshake", {"_submit_tickrate"}),
            ("dict", "NetworkTimeSynchronizer", {"_request_timestamp", "_send_ping", "_send_pong", "_set_timestamp"}),
        ):
            found = harness.fields(capture_of(name), ["godot.rpc.method"], display_filter=f'godot.rpc && godot.node.path == "{path}"')
            self.assertEqual({method for row in found for method in row[0]} & methods, methods)

    def test_tick_sets(self):
        """1.48: a RewindableAction's message has the bytes of the wire's page, for the ticks in which it was active."""
        compared = 0
        for name in BINARY:
            ends = netfox.peers(name)
            sent = collections.defaultdict(set)
            for row in netfox.truth(name):
                if row["kind"] == "action_send":
                    data = struct.pack("<IB", row["from"], row["to"] - row["from"]) + bytes(tick - row["from"] for tick in row["ticks"])
                    self.assertEqual(data.hex(), row["hex"])
                    sent[ends[row["role"]], row["node"].removeprefix("/root/")].add(f"PackedByteArray({', '.join(map(str, data))})")
                    compared += len(row["ticks"])
            rows = harness.fields(capture_of(name), ["godot.rpc.text", "godot.from"], "-o", "godot.text_limit:0",
                                  display_filter='godot.rpc.method == "_submit_state"')  # fmt: skip
            shown = 0
            for texts, (source, *_) in rows:
                for text in texts:
                    path, _, arguments = text.partition("._submit_state(")
                    if path.endswith("/Fire"):
                        self.assertIn(arguments[:-1], sent[source, path])
                        shown += 1
            self.assertGreater(shown, 300)
        self.assertGreater(compared, 50)

    def test_calls_of_bytes(self):
        """1.39: states and inputs are calls with bytes. Each captured call has the method and the bytes that the
        encoders logged (ENet's throttle dropped some calls), in the layout of the wire's page: a version, and values
        with their indexes."""
        ends = netfox.peers("packed")
        sent, values, indexes = collections.defaultdict(collections.Counter), collections.Counter(), {}
        for row in netfox.truth("packed"):
            if row["kind"] != "packed_call":
                continue
            data, diff = bytes.fromhex(row["hex"]), row["method"] == "_submit_diff_state"
            if data:
                parts = [(bytes([prop["place"]]) if diff else b"") + bytes.fromhex(prop["hex"]) for prop in row["props"]]
                self.assertEqual(data[1:], b"".join(parts), row)
                values[row["method"]] += len(parts)
                for prop in row["props"] if diff else ():
                    known = indexes.setdefault(row["root"], {}).setdefault(prop["place"], prop["prop"])
                    self.assertEqual(known, prop["prop"])  # one property has an index
            arguments = [f"PackedByteArray({', '.join(map(str, data))})", str(row["tick"])]
            if row["method"] == "_submit_input":
                arguments.reverse()
            elif diff:
                arguments.append(str(row["reference"]))
            to = {0: "all", 1: "server"}.get(row["peer"], str(row["peer"]))
            sent[ends[row["role"]], to][row["node"].removeprefix("/root/"), row["method"], ", ".join(arguments)] += 1
        hashed = [index == godot_hash(path) % 256 for indexed in indexes.values() for index, path in indexed.items()]
        self.assertGreater(hashed.count(True), 40)  # others had another property at this index
        self.assertGreater(min(values.values()), 200)
        found = collections.defaultdict(collections.Counter)
        methods = {method for calls in sent.values() for _, method, _ in calls}
        for packet in harness.packets(capture_of("packed"), "-o", "godot.text_limit:0", "-Y", "godot.rpc", layers="godot"):
            for item in [item for item in packet.children if item.name == "godot" and item.shows("godot.rpc.text")]:
                (text,), (source,), (target,) = (item.shows(name) for name in ("godot.rpc.text", "godot.from", "godot.to"))
                path, method = text.split("(", 1)[0].rsplit(".", 1)
                if method in methods:
                    call = (path, method, text.split("(", 1)[1][:-1])
                    self.assertTrue(call in sent[source, target] or call in sent[source, "all"], f"{source} has not sent {target} {text}")
                    found[source, target][call] += 1
        self.assertGreater(sum(calls.total() for calls in found.values()), 2000)
        methods = {method for row in harness.fields(capture_of("packed"), ["godot.rpc.method"], display_filter="godot.rpc.method") for method in row[0]}
        self.assertIn("_ack_full_state", methods)

    def test_calls_of_dictionaries(self):
        """1.12: states and inputs are calls with dictionaries. Each captured call has the arguments of its rpc(),
        packet by packet; and each call to a connected receiver is captured."""
        ends = netfox.peers("dict")
        sent = collections.defaultdict(collections.Counter)
        for row in netfox.truth("dict"):
            if row["kind"] == "sync_rpc":
                to = {0: "all", 1: "server"}.get(row["peer"], str(row["peer"]))
                arguments = in_order("(" + ", ".join(netfox.plain(text) for text in row["args"]) + ")")
                sent[ends[row["role"]], to][row["node"].removeprefix("/root/"), row["method"], arguments] += 1
        methods = {method for calls in sent.values() for _, method, _ in calls}
        self.assertLessEqual({"_submit_input", "_submit_state", "_send_pong"}, methods)
        found, values = collections.defaultdict(collections.Counter), 0
        names = ["godot.rpc.text", "godot.from", "godot.to"]
        for texts, (source, *_), (target, *_) in harness.fields(capture_of("dict"), names, "-o", "godot.text_limit:0", display_filter="godot.rpc"):
            for text in texts:
                path, method = text.split("(", 1)[0].rsplit(".", 1)
                if method not in methods:
                    continue
                call = (path, method, in_order("(" + netfox.plain(text.split("(", 1)[1])))
                key = next((key for key in ((source, target), (source, "all")) if call in sent[key]), None)
                self.assertIsNotNone(key, f"{source} has not sent {target} {text}")
                found[source, target][call] += 1
                values += text.count('": ')
        for (source, target), calls in found.items():
            times = 1 if "server" in (source, target) else 2  # relayed by the server
            wanted = sent[source, target] + sent[source, "all"]
            self.assertEqual({call for call, count in calls.items() if count > times * wanted[call]}, set())
        for (source, target), calls in sent.items():
            if target != "all":
                self.assertEqual(calls - found[source, target], collections.Counter())
        self.assertEqual((sum(calls.total() for calls in found.values()), values), (5142, 54069))


class Answers(unittest.TestCase):
    def rows(self, name, *options):
        output = harness.run("-2", "-q", "-z", "godot,profile,csv", *options, capture=capture_of(name)).stdout.decode()
        return harness.csv_rows(output[output.index("kind,node") :])

    def test_profile(self):
        """Own bytes by node and property are those that the serializers wrote; repetitions are listed separately."""
        for name in BINARY:
            with self.subTest(capture=name):
                rows = self.rows(name, "-o", "godot.nodes_apart:TRUE", *netfox.table(name))
                own = {(row["kind"], row["node"], row["member"]): int(row["own"]) for row in rows
                       if row["kind"] in ("Netfox state", "Netfox input") and row["member"] not in ("", "(again)")}  # fmt: skip
                self.assertEqual(own, {key: count for key, count in netfox.value_bytes(name).items()})
                self.assertTrue(any(member.endswith("(again)") for *_, member in own))
                kinds = {row["kind"] for row in rows}
                self.assertLessEqual({"Netfox state", "Netfox input", "Netfox identities", "Netfox time"}, kinds)

    def test_filters(self):
        """The filters of a node's rows, also that of states sent again, find the packets that contain it."""
        frames = collections.defaultdict(collections.Counter)
        for _, to, kind, _, values in netfox.commands("rpc"):
            if values and to != "all":
                frames[netfox.KIND_ROWS[kind]].update({node.removeprefix("/root/") for *_, node, _ in values})
        compared = collections.defaultdict(list)
        for row in self.rows("rpc", "-o", "godot.nodes_apart:TRUE"):
            if row["node"] in frames[row["kind"]]:
                compared[row["kind"], row["node"]].append(row["filter"])
        self.assertGreater(len(compared), 5)
        for (kind, node), filters in [*compared.items()][:8]:
            display_filter = " || ".join(sorted({*filters}))
            found = len(harness.fields(capture_of("rpc"), ["frame.number"], display_filter=display_filter))
            self.assertEqual(found, frames[kind][node], display_filter)

    def test_costs_add_up(self):
        """A command's cost is divided among its nodes, and the sum is exact: every byte of every frame is assigned."""
        for name in (*BINARY, "dict"):
            with self.subTest(capture=name):
                length = sum(int(row[0][0]) for row in harness.fields(capture_of(name), ["frame.len"]))
                self.assertEqual(sum(int(row["total"]) for row in self.rows(name)), length)

    def test_state(self):
        """The last values sent to each peer, at the last packet: for every property in the server's snapshots."""
        last = harness.fields(capture_of("rpc"), ["frame.number"], display_filter="netfox")[-1][0][0]
        options = ("-o", "godot.text_limit:0", *netfox.table("rpc"))
        output = harness.run("-2", "-q", "-z", f"godot,state,{last},csv", *options, capture=capture_of("rpc")).stdout.decode()
        shown = {(row["to"], row["node"], row["property"]): netfox.plain(row["value"])
                 for row in harness.csv_rows(output[output.index("session,node") :]) if row["from"] == "server" and row["property"]}  # fmt: skip
        recorded = {}
        for sender, receiver, kind, _, snapshot_values in netfox.commands("rpc"):
            if sender == "server" and kind in netfox.SNAPSHOTS:
                for _, _, node, values in snapshot_values:
                    recorded.update({(receiver, node.removeprefix("/root/"), name): value for name, value in values.items()})
        # A peer that has left has no state.
        present = {to for to, *_ in shown}
        recorded = {key: value for key, value in recorded.items() if key[0] in present}
        self.assertGreater(len(recorded), 50)
        self.assertEqual({key: shown.get(key) for key in recorded}, recorded)


def table_rows(name, table, *options):
    output = harness.run("-2", "-q", "-z", f"{table},csv", *options, capture=capture_of(name)).stdout.decode()
    return harness.csv_rows(output[output.index("from,to") :])


def states_of(name):
    """The states that each peer sent each other peer for each node, in order: (kind, tick, redundancy, values)."""
    found = collections.defaultdict(list)
    for sender, receiver, kind, _, snapshot_values in netfox.commands(name):
        if receiver == "all":
            continue
        for tick, redundancy, node, values in snapshot_values or []:
            found[sender, receiver, node.removeprefix("/root/"), netfox.LISTS[kind]].append((kind, tick, redundancy, values))
    return found


class Synchronizers(unittest.TestCase):
    def test_states_and_ticks(self):
        """Counts, intervals in ticks and missed inputs are those of what was written."""
        for name in BINARY:
            with self.subTest(capture=name):
                rows = {(row["from"], row["to"], row["node"]): row for row in table_rows(name, "godot,sync")}
                sent = states_of(name)
                self.assertEqual({key[:3] for key in sent}, set(rows))
                for (*key, which), states in sent.items():
                    row = rows[tuple(key)]
                    news = [(kind, tick) for kind, tick, redundancy, _ in states if redundancy == 0]
                    diffs = sum(netfox.is_diff(kind) for kind, _ in news)
                    self.assertEqual((int(row["full"]), int(row["delta"])), (len(news) - diffs, diffs), key)
                    newer = [news[0][1]]
                    newer += [tick for _, tick in news if tick > newer[-1] and not newer.append(tick)]
                    steps = len(set(newer)) - 1
                    self.assertAlmostEqual(float(row["ticks"]), (max(newer) - newer[0]) / steps, delta=0.051)
                    brought = {tick for _, tick, *_ in states}
                    missed = str(len(set(range(news[0][1], max(newer) + 1)) - brought)) if which == "input" else ""
                    self.assertEqual(row["missed"], missed, key)

    def test_states_sent_again(self):
        """After a rollback the ticks since then are sent once more: how many, and how many with other values than the
        last time, as the serializers wrote them. A difference is made from what was sent for this tick."""
        for name, count in AGAIN.items():
            with self.subTest(capture=name):
                rows = {(row["from"], row["to"], row["node"]): row for row in table_rows(name, "godot,sync")}
                found = 0
                for (*key, which), states in states_of(name).items():
                    row = rows[tuple(key)]
                    if which == "input":
                        self.assertEqual((row["again"], row["again_percent"], row["corrected"]), ("", "", ""))
                        continue
                    last, again, corrected = {}, 0, 0
                    for kind, tick, _, values in states:
                        again += tick in last
                        known = last.get(tick, {})
                        corrected += tick in last and any(known.get(name, value) != value for name, value in values.items())
                        last[tick] = known | values
                    self.assertEqual((int(row["again"]), int(row["corrected"])), (again, corrected), key)
                    self.assertAlmostEqual(float(row["again_percent"]), 100 * again / len(states), delta=0.051)
                    found += again
                self.assertEqual(found, count)

    def test_first_sent_in(self):
        """A state of a tick that was sent before links the first one in the capture: over a link that loses and
        doubles, in calls of an old version, too."""
        for name, counts in {"lossy": (316, 1344), "raw": (160, 2972), "packed_lossy": (180, None)}.items():
            with self.subTest(capture=name):
                first, again, states = {}, 0, 0
                for packet in harness.packets(capture_of(name), *netfox.table(name), "-Y", "netfox", layers="frame netfox"):
                    for item in (netfox.Shown(child) for child in packet.children if child.name == "netfox"):
                        if not netfox.is_state(item.kind):
                            continue
                        tick = item.item.shows("netfox.tick")[0]
                        marked = [frame for frame in item.item.all("netfox.frame") if frame.shows("netfox.state.again")]
                        if not re.search(r"; and \d+ more$", item.text):
                            self.assertEqual(item.text.count(" (again"), len(marked))
                        for frame in item.item.all("netfox.frame"):
                            key = (item.sender, item.receiver, netfox.LISTS[item.kind], frame.shows("netfox.node")[0], tick)
                            states += netfox.LISTS[item.kind] == "state"
                            self.assertEqual(frame.shows("netfox.state.again"), [first[key]] if key in first else [], item.text)
                            again += key in first
                            first.setdefault(key, str(packet.number))
                self.assertEqual(again, counts[0])
                self.assertIn(counts[1], (states, None))

    def test_properties(self):
        """How often a property was sent with a newer tick, and how often it had changed."""
        for name in BINARY:
            with self.subTest(capture=name):
                rows = {(row["from"], row["to"], row["node"], row["property"]): row for row in table_rows(name, "godot,sync,properties", *netfox.table(name))}
                compared = 0
                for (*key, _), states in states_of(name).items():
                    newest, last, sent, changed = -1, {}, collections.Counter(), collections.Counter()
                    for _, tick, redundancy, values in states:
                        if redundancy or tick <= newest:
                            continue
                        newest = tick
                        for prop, value in values.items():
                            sent[prop] += 1
                            changed[prop] += prop in last and last[prop] != value
                            last[prop] = value
                    for prop, count in sent.items():
                        row = rows[(*key, prop)]
                        self.assertEqual((int(row["sent"]), int(row["changed"])), (count, changed[prop]), (key, prop))
                        compared += 1
                self.assertEqual(compared, len(rows))

    def test_ages(self):
        """How far the receiver's own snapshots were ahead when each state arrived; the table has mean and maximum."""
        for name in BINARY:
            with self.subTest(capture=name):
                newest, ages = {}, collections.defaultdict(list)
                for command in netfox.shown(capture_of(name)):
                    if command.kind not in netfox.SNAPSHOTS:
                        continue
                    for holder in command.item.all("netfox.snapshot") or [command.item]:
                        tick = int(holder.shows("netfox.tick")[0])
                        reached = newest.get((command.receiver, command.sender))
                        wanted = [] if reached is None else [str(reached - tick)]
                        self.assertEqual(holder.shows("netfox.age"), wanted, command.text)
                    link = (command.sender, command.receiver)
                    for tick, redundancy, node, _ in command.snapshots():
                        reached = newest.get(link[::-1])
                        if redundancy == 0 and reached is not None:
                            ages[(*link, node.removeprefix("/root/"))].append(reached - tick)
                    newest[link] = max(newest.get(link, 0), *(tick for tick, *_ in command.snapshots()))
                rows = {(row["from"], row["to"], row["node"]): row for row in table_rows(name, "godot,sync")}
                self.assertGreater(len(ages), 8)
                for key, values in ages.items():
                    self.assertAlmostEqual(float(rows[key]["ticks_behind"]), sum(values) / len(values), delta=0.051)
                    self.assertEqual(float(rows[key]["ticks_behind_most"]), max(values))

    def test_filters(self):
        """The filter of a row finds its packets."""
        frames = collections.Counter()
        for sender, receiver, kind, _, values in netfox.commands("raw"):
            frames.update({(sender, receiver, node.removeprefix("/root/")) for *_, node, _ in values or []})
        for row in table_rows("raw", "godot,sync")[:6]:
            found = harness.fields(capture_of("raw"), ["netfox.tick"], display_filter=row["filter"])
            self.assertEqual(len(found), frames[row["from"], row["to"], row["node"]], row["filter"])


def warnings_of(name, text):
    """Warnings with this text in netfox's own log of a process, each once: it is printed, and passed to the engine."""
    reported = [row["text"] for row in netfox.truth(name) if row["kind"] == "netfox_warning" and text in row["text"]]
    return [*collections.Counter(reported).elements()][::2]


def too_late(name, *options):
    """Frames of `too_late`: (frame, ticks of the packet, whether the newest snapshot of it is late)."""
    rows = harness.fields(capture_of(name), ["frame.number", "netfox.tick"], *options, display_filter='godot.problem == "too_late"')
    return [(int(frame[0]), [int(tick) for tick in ticks]) for frame, ticks in rows]


class Problems(unittest.TestCase):
    def test_inputs_that_come_too_late(self):
        """The inputs that netfox logged as dropped. One packet of tolerance: the server had advanced since its last
        snapshot."""
        dropped = {int(text.split("@")[1].rstrip(")")) for text in warnings_of("late_inputs", "Input being merged is too old!")}
        found = too_late("late_inputs")
        newest = {ticks[0] for _, ticks in found}
        self.assertGreater(len(newest), 20)
        self.assertLessEqual(newest, dropped)
        self.assertLessEqual(len(dropped - {tick for _, ticks in found for tick in ticks}), 2)

    def test_states_that_come_too_late(self):
        """The same for states, at the player."""
        dropped = {int(text.split("@")[1].rstrip(")")) for text in warnings_of("late_states", "tate being merged is too old!")}
        found = {tick for _, ticks in too_late("late_states") for tick in ticks}
        self.assertGreater(len(found), 15)
        self.assertLessEqual(found, dropped)
        # The player had advanced since its last inputs.
        self.assertLessEqual(len(dropped - found), 4)

    def test_the_projects_history_limit(self):
        """In a project with a longer history nothing is late; a project with the default gives the same result as
        none."""
        for limit, count in ((None, len(too_late("late_inputs"))), (200, 0)):
            folder = harness.workshop().folder / f"netfox-limit-{limit}"
            folder.mkdir(exist_ok=True)
            settings = f"\n[netfox]\n\nrollback/history_limit={limit}\n" if limit else ""
            (folder / "project.godot").write_text(f'config_version=5\n\n[application]\n\nconfig/name="netfox"\n{settings}', encoding="utf-8")
            for path in (folder, *folder.iterdir()):
                path.chmod(0o755)
            found = too_late("late_inputs", "-o", f'uat:godot_projects:"{folder}"')
            self.assertEqual(len(found), count)

    def test_nodes_that_the_receiver_lacks(self):
        """A player that does not have another one: its process logs each packet that it skips for that. Packets of the
        last two seconds are not judged, as an answer may be on its way."""
        reported = warnings_of("missing", "unknown identity reference")
        rows = harness.fields(capture_of("missing"), ["frame.number", "frame.time_relative", "netfox.tick", "godot.to", "netfox.node"],
                              display_filter="netfox.node_id == 0 && netfox.tick")  # fmt: skip
        marked = {int(row[0][0]) for row in harness.fields(capture_of("missing"), ["frame.number"], display_filter="netfox.node.missing")}
        end = max(float(row[1][0]) for row in rows)
        b = netfox.peers("missing")["b"]
        lacked = [(int(frame[0]), float(time[0])) for frame, time, _, to, nodes in rows if b in to and any(f"/{netfox.peers('missing')['a']}" in node for node in nodes)]
        self.assertGreater(len(marked), 50)
        self.assertLessEqual(marked, {frame for frame, _ in lacked})
        self.assertLessEqual({frame for frame, time in lacked if time < end - 2.5}, marked)
        self.assertGreaterEqual(len(reported), len(marked))

    def test_nodes_that_the_engine_did_not_find(self):
        """A player that gets calls before its game has made their node: each marked call is in its engine's log."""
        marked = 0
        for name in ("websocket", "websocket_raw", "arrays_lossy"):
            logged = collections.Counter()
            roles = {peer: role for role, peer in netfox.peers(name).items()}
            for row in netfox.truth(name):
                if row["kind"] == "engine_error" and (found := re.match(r'Node not found: "(.*?)"', row["text"])):
                    logged[row["role"], found[1]] += 1
            for to, called, announced in harness.fields(capture_of(name), ["godot.to", "godot.node.path", "godot.path.name"], display_filter='godot.problem == "node_missing"'):
                key = (roles[to[0]], (called or announced)[0].removeprefix("/root/"))
                self.assertGreater(logged[key], 0, (name, key))
                logged[key] -= 1
                marked += 1
        self.assertGreater(marked, 5)

    def test_snapshots_above_the_limit(self):
        """Each packet of a node whose bytes are more than netfox's limit."""
        large = [values for _, to, kind, data, values in netfox.commands("large") if to != "all" and kind in netfox.SNAPSHOTS and len(data) // 2 > 512]
        rows = harness.fields(capture_of("large"), ["godot.problem"], display_filter="netfox.above_limit")
        self.assertGreater(len(rows), 3)
        self.assertEqual(rows, [[["too_much"]]] * len(large))

    def test_games_without_faults(self):
        """netfox's problems do not occur in them, not even over a link with loss, duplicates and delay."""
        for name in ("raw", "rpc", "three", "lossy", "websocket", "websocket_raw", "packed_websocket", "arrays", "lists"):
            with self.subTest(capture=name):
                mine = "netfox.input.late || netfox.state.late || netfox.node.missing || netfox.above_limit"
                self.assertEqual(harness.fields(capture_of(name), ["frame.number"], display_filter=mine), [])

    def test_table(self):
        """Rows of the table of problems, with a remedy in the report; and a mark in the packet list."""
        for name, kind, cause in (("late_inputs", "too_late", "inputs of ticks that the receiver no longer simulates"),
                                  ("late_states", "too_late", "states of ticks that the receiver no longer keeps"),
                                  ("missing", "node_missing", "netfox's receiver has no such node"),
                                  ("large", "too_much", "a snapshot above netfox's packet limit")):  # fmt: skip
            output = harness.run("-2", "-q", "-z", "godot,problems,csv", capture=capture_of(name)).stdout.decode()
            rows = harness.csv_rows(output[output.index("problem,cause") :])
            mine = [row for row in rows if row["cause"] == cause]
            self.assertTrue(mine and all(row["problem"] == kind for row in mine), name)
            frames = harness.fields(capture_of(name), ["_ws.col.Info"], display_filter=mine[0]["filter"])
            self.assertTrue(all("[" + kind.replace("_", " ") in info[0] for (info,) in frames[:5]), frames[:2])


class Watches(unittest.TestCase):
    def test_properties_over_time(self):
        """A component of a property by name: from every state that has it, and from inputs once."""
        player = peer_of("raw", "a")
        for node, prop, sender in ((f"Main/Players/{player}", "position", "server"), (f"Main/Players/{player}/Input", "movement", player)):
            with self.subTest(node=node):
                wanted = collections.Counter()
                for (one, receiver, where, _), states in states_of("raw").items():
                    if (one, where) == (sender, node):
                        wanted.update(float(re.match(r"Vector2\(([^,]+),", values[prop])[1]) for _, _, redundancy, values in states if prop in values and not redundancy)
                options = ["-o", f'uat:godot_watches:"here","{node}","{prop}","x"', *netfox.table("raw")]
                rows = harness.fields(capture_of("raw"), ["godot.watch.here"], *options, display_filter="godot.watch.here")
                found = collections.Counter(float(netfox.plain(each if "." in each else each + ".0")) for (row,) in rows for each in row)
                self.assertGreater(len(wanted), 10)
                self.assertEqual(found, wanted)


def peer_of(name, role):
    return netfox.peers(name)[role]


def raw_packets(*payloads):
    """Raw packets of Godot 4 with this content: made here, as no engine sends such."""
    name = f"netfox_{hashlib.sha256(b'|'.join(payloads)).hexdigest()[:8]}"
    return harness.datagrams(name, [b"\x03" + payload for payload in payloads])


class Recognition(unittest.TestCase):
    AS_GODOT = ("-d", "udp.port==24680,godot.as_godot4")
    PING = bytes.fromhex("004e46 00 0200000007000000")

    def found(self, *payloads):
        names = harness.fields(raw_packets(*payloads), ["netfox.command.name"], *self.AS_GODOT, two_passes=False)
        return [row[0] for row in names]

    def test_valid_commands(self):
        state = bytes.fromhex("004e46 04 07000000 05 08 04000000 00000000")
        self.assertEqual(self.found(self.PING, state), [["ping"], ["full_state"]])

    def test_beginnings_of_commands(self):
        for text in ("004e46", "004e47 00 0200000007000000", "004e46 00 02000000070000", "004e46 00 0300000007000000", "004e46 04 07000000",
                     "004e46 04 07000000 05 09 04000000", "004e46 09 05000000 61", "4e4600 00 0200000007000000", "004e46 0a 0102"):  # fmt: skip
            with self.subTest(bytes=text):
                self.assertEqual(self.found(bytes.fromhex(text)), [[]])

    def test_commands_of_the_game(self):
        """They may contain anything, so netfox must have been recognised before."""
        own = bytes.fromhex("004e46 0a 0102")
        self.assertEqual(self.found(own, self.PING, own), [[], ["ping"], ["other"]])

    def test_numbers_behind_those_of_the_game(self):
        """A game that registers two commands of its own before netfox does."""
        pong = bytes.fromhex("004e46 03 1c000000030000000200000007000000030000000000003f030000000000003f")
        ids = bytes.fromhex("004e46 0b 07000000 2f726f6f742f61 05")
        state = bytes.fromhex("004e46 06 07000000 05 08 04000000 00000000")
        self.assertEqual(self.found(pong, ids, state), [["pong"], ["identities"], ["full_state"]])

    def test_filters_of_netfox_alone(self):
        """They find the same packets if no tree is built, as in the packet list."""
        for display_filter in ("netfox", "netfox.tick", "netfox.command.name"):
            with self.subTest(filter=display_filter):
                listed = harness.run("-Y", display_filter, capture=capture_of("raw")).stdout.splitlines()
                found = harness.fields(capture_of("raw"), ["frame.number"], display_filter=display_filter, two_passes=False)
                self.assertEqual(len(listed), len(found))
                self.assertGreater(len(listed), 1000)

    def test_can_be_switched_off(self):
        rows = harness.fields(capture_of("raw"), ["netfox.text", "godot.raw.data"], "--disable-protocol", "netfox", display_filter="godot.raw")
        self.assertGreater(len(rows), 2000)
        self.assertTrue(all(text == [] and data for text, data in rows))

    def test_other_games(self):
        """No capture of another game has an item of netfox."""
        others = sorted((harness.PCAPS / "multiplayer" / "godot-4.6").glob("*.pcap"))
        self.assertGreater(len(others), 15)
        for capture in others:
            with self.subTest(capture=capture.name):
                self.assertEqual(harness.fields(capture, ["frame.number"], display_filter="netfox"), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
