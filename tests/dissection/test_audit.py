# SPDX-License-Identifier: MIT
"""godot-analyse --project DIR without a capture: what it says of a project is what the project's captures show."""

import json
import os
import re
import subprocess
import tempfile
import unittest
from collections import defaultdict
from pathlib import Path

import harness
import projects

ANALYSE = os.environ["GODOT_ANALYSE"]
PROJECTS = harness.PCAPS / "projects"
# Projects, and captures of their games.
GAMES = {
    "multiplayer4": "multiplayer/godot-4.6/[ar]*_enet.pcap",
    "faults4": "faults/godot-4.6/*.pcap",
    "problems4": "problems/godot-4.6/*.pcap*",
    "mirror4": "mirror/balls_process.server.pcapng",
    **{f"situations/{name}": f"situations/godot-4.6/{name}*.pcap*" for name in (
        "authority_in_ready", "hive", "late_scene", "level_lists", "limit_64_properties", "mesh", "owners", "sync_limit", "tavern", "two_senders_on_change")},
}
# Files over those of another project.
OVERLAYS = {"faults4": "multiplayer4", "problems4": "multiplayer4"}
# Its number and size, before the values of each state.
STATE_HEADER = 8


def folder_of(project):
    if project not in OVERLAYS:
        return PROJECTS / project
    return projects.copied(PROJECTS / OVERLAYS[project], name=f"audit-{project}", overlay=PROJECTS / project)


def analysed(*words, status=0):
    ran = subprocess.run([ANALYSE, *map(str, words)], capture_output=True, text=True, check=False)
    if ran.returncode != status:
        raise AssertionError(f"{words}: exit status {ran.returncode}, {ran.stderr}")
    return ran


def audited(*folders):
    options = [word for folder in folders for word in ("--project", folder)]
    return {name: table["rows"] for name, table in json.loads(analysed(*options, "--json").stdout).items()}


def own_properties(scene):
    """The properties of each configuration in a scene's file: (all, those Always), read apart from the program."""
    text = scene.read_text(encoding="utf-8")
    found = []
    for section in re.split(r"^\[", text, flags=re.M):
        paths = dict(re.findall(r'^properties/(\d+)/path = NodePath\("(?:\.:)?(.*)"\)', section, re.M))
        if not paths:
            continue
        modes = dict(re.findall(r"^properties/(\d+)/replication_mode = (\d)", section, re.M))
        found.append((frozenset(paths.values()), frozenset(path for at, path in paths.items() if modes.get(at, "1") == "1")))
    return found


def measured(capture, project):
    """The bytes of each node's properties in states: {node: {property: (least, most)}}."""
    table = json.loads(analysed(capture, "--project", project, "godot,sync,properties,json").stdout)["rows"]
    nodes = defaultdict(lambda: defaultdict(list))
    for row in table:
        if row["sent"]:
            nodes[row["node"]][row["property"]].append(row["own"] / row["sent"])
    return {node: {name: sum(sizes) / len(sizes) for name, sizes in found.items()} for node, found in nodes.items()}


class Audit(unittest.TestCase):
    def test_sizes_of_states_are_those_of_captures(self):
        """Of fixed size: within 10 %. Of others: within the range."""
        fixed = set()
        ranges = set()
        for project, captures in GAMES.items():
            folder = folder_of(project)
            rows = [row for row in audited(folder)["synchronizers"] if row["always"]]
            paths = {row["scene"]: folder / row["scene"].removeprefix("res://") for row in rows}
            known = {row["scene"]: own_properties(paths[row["scene"]]) for row in rows if paths[row["scene"]].suffix == ".tscn"}
            for capture in sorted(harness.PCAPS.glob(captures))[:12]:
                for node, sizes in measured(capture, folder).items():
                    # The row of the only configuration with these properties.
                    fits = [(row, always) for row in rows for every, always in known.get(row["scene"], ())
                            if len(known[row["scene"]]) == 1 and always <= sizes.keys() <= every]
                    if len(fits) != 1:
                        continue
                    row, always = fits[0]
                    real = sum(sizes[name] for name in always) + STATE_HEADER
                    with self.subTest(project=project, capture=capture.name, node=node, row=row):
                        self.assertGreaterEqual(real, row["state_least"] * 0.9)
                        if row["state_most"] is not None:
                            self.assertLessEqual(real, row["state_most"] * 1.1)
                    (fixed if row["state_least"] == row["state_most"] else ranges).add((project, row["scene"]))
        self.assertGreaterEqual(fixed, {("mirror4", "res://ball.tscn"), ("multiplayer4", "res://characters/actor.tscn"), ("multiplayer4", "res://lab/buoy.tscn"),
                                        *((f"situations/{name}", scene) for name, scene in (("authority_in_ready", "res://hero.tscn"), ("late_scene", "res://bat.tscn"),
                                                                                            ("mesh", "res://truck.tscn"), ("owners", "res://hero.tscn")))})
        self.assertTrue(ranges)

    def test_findings_of_a_project(self):
        """Each kind, from files that have it, and not from files that nearly have it."""
        with tempfile.TemporaryDirectory() as folder:
            here = Path(folder)
            write_project(here)
            tables = audited(here)
        found = {(row["level"], row["kind"], row["place"]) for row in tables["findings"]}
        self.assertEqual(found, {
            ("fault", "many_on_change", "res://many.tscn Many/Sync"),
            ("fault", "large_state", "res://large.tscn Large/Sync"),
            ("fault", "channel_count", "res://game.gd far()"),
            ("risk", "shared_config", "res://one.tscn One/Sync"),
            ("risk", "no_synchronizer", "res://bare.tscn"),
            ("risk", "authority_in_ready", "res://one.tscn"),
            ("risk", "authority_before_spawn", "res://maker.gd:5"),
            ("cost", "always", "res://named.tscn Named/Sync"),
            ("cost", "always", "res://one.tscn One/Sync"),  # visible
            ("cost", "always", "res://two.tscn Two/Sync"),
        })
        methods = {row["method"]: (row["line"], row["asks_sender"], row["assigns"], row["calls"]) for row in tables["methods"]}
        self.assertEqual(methods, {
            "hit": (8, "no", "health, $Sprite.modulate", "queue_free"),
            "move": (15, "yes", "position", None),
            "buy": (20, "in allowed()", "self.coins", None),
            "Strike": (5, "no", "Health", "QueueFree"),
            "Buy": (8, "in Allowed()", "Coins", None),
        })
        sizes = {row["node"]: (row["state_least"], row["state_most"], row["interval"], row["per_second_least"]) for row in tables["synchronizers"]}
        self.assertEqual(sizes["One/Sync"], (8 + 12 + 1, 8 + 12 + 1, 100.0, 210.0))
        self.assertEqual(sizes["Named/Sync"], (8 + 8, None, None, None))

    def test_authority_before_the_spawn(self):
        """As an engine has shown: the client expects a state that no spawn announces, and no state comes. In no other project."""
        name = "situations/authority_before_spawn"
        log = harness.PCAPS / "situations/godot-4.6/authority_before_spawn.log"
        self.assertIn("has no network ID", log.read_text(encoding="utf-8"))
        table = json.loads(analysed(log.with_suffix(".pcap"), "--project", PROJECTS / name, "godot,profile,json").stdout)["rows"]
        self.assertEqual(sum(row["count"] for row in table if row["kind"] == "Spawn"), 1)
        self.assertEqual([row for row in table if row["kind"] == "Sync"], [])
        others = sorted({path.parent for path in PROJECTS.rglob("project.godot")})
        self.assertGreater(len(others), 30)
        found = {(folder.relative_to(PROJECTS).as_posix(), row["place"]) for folder in others for row in audited(folder)["findings"]
                 if row["kind"] == "authority_before_spawn"}  # fmt: skip
        self.assertEqual(found, {(name, "res://main.gd:18")})

    def test_scenes_that_share_a_number(self):
        """As an engine has shown: the instance of the 256th scene is spawned nowhere, those of the 257th and 300th by other scenes."""
        project = PROJECTS / "situations/many_scenes"
        found = [row for row in audited(project)["findings"] if row["kind"] == "many_scenes"]
        self.assertEqual([(row["level"], row["place"]) for row in found], [("fault", "res://main.tscn Main/Spawner")])
        lines = analysed(harness.PCAPS / "situations/godot-4.6/many_scenes.pcap", "--project", project, "--calls").stdout
        self.assertEqual(re.findall(r"spawn (Main/\S+) \((.*)\)", lines), [
            ("Main/Scene0", "res://scene0.tscn or res://scene256.tscn?"), ("Main/Scene254", "res://scene254.tscn"),
            ("Main/Scene256", "res://scene0.tscn or res://scene256.tscn?"), ("Main/Scene299", "res://scene43.tscn or res://scene299.tscn?"),
        ])

    def test_methods_of_two_projects(self):
        with tempfile.TemporaryDirectory() as folder:
            one, other = Path(folder) / "one", Path(folder) / "other"
            for here in (one, other):
                write_project(here)
            self.assertFalse([row for row in audited(one, other)["findings"] if row["kind"] == "methods_differ"])
            script = other / "game.gd"
            script.write_text(script.read_text(encoding="utf-8").replace("func hit(", "func strike("), encoding="utf-8")
            differing = [row for row in audited(one, other)["findings"] if row["kind"] == "methods_differ"]
        self.assertEqual([row["place"] for row in differing], ["res://game.gd"])
        self.assertIn("the first alone has hit", differing[0]["text"])
        self.assertIn("the second alone has strike", differing[0]["text"])

    def test_a_project_that_is_not_read_is_none(self):
        """With a capture it is named, with the cause, and what it would tell is not judged."""
        capture = harness.PCAPS / "multiplayer" / "godot-4.6" / "arena_enet.pcap"
        ran = analysed(capture, "--project", "/nowhere/at/all", "godot,problems", "--json")
        (open_question,) = json.loads(ran.stdout)["not_judged"]
        self.assertEqual(open_question["reason"], "no_project")
        for said in (open_question["what_to_do"], ran.stderr):
            self.assertIn("/nowhere/at/all: There is no such folder: / has no nowhere", said)

    def test_the_capture_is_not_overwritten(self):
        """Nor is an hour spent on an answer that cannot be written."""
        content = (harness.PCAPS / "links" / "godot-4.6" / "none.pcap").read_bytes()
        for name, wish in (("kept.html", "--report"), ("kept.json", "--trace")):
            capture = harness.workshop().folder / name
            capture.write_bytes(content)
            self.assertIn("it is left as it is", analysed(capture, wish, capture, status=2).stderr)
            self.assertEqual(capture.read_bytes(), content)
        said = analysed(capture, "--report", "/nowhere/at/all.html", status=2).stderr
        self.assertIn("/nowhere/at/all.html cannot be written: there is no folder /nowhere/at", said)

    def test_what_is_no_project(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn(f"{folder}: The folder holds no project.godot", analysed("--project", folder, status=2).stderr)
        self.assertIn("needs a capture", analysed("--project", PROJECTS / "multiplayer4", "godot,profile", status=2).stderr)

    def test_healthy_projects_have_no_faults(self):
        """The faults that captures show are found, and no others."""
        found = {(project, row["kind"]) for project in GAMES for row in audited(folder_of(project))["findings"] if row["level"] == "fault"}
        self.assertEqual(found, {("situations/limit_64_properties", "many_on_change")})


GAME = """extends Node2D
var health := 3
var coins := 0
func _ready():
\tmultiplayer.multiplayer_peer.create_server(7000, 8, 2)

@rpc("any_peer")
func hit(amount: int):
\tvar left: int = health - amount
\tleft = max(left, 0)
\tif left == 0: queue_free()
\thealth = left; $Sprite.modulate = Color.RED

@rpc("any_peer", "unreliable", 2)
func move(to):
\tif multiplayer.get_remote_sender_id() == 1:
\t\tposition += to

@rpc("any_peer", "call_local")
func buy():
\tif allowed():
\t\tself.coins -= 1

@rpc("authority", "reliable", 3)
func far(): pass

func allowed() -> bool:
\treturn multiplayer.get_remote_sender_id() in [1]
"""
# A gift before add_child(): of what a spawner sends (5); after it, below another node, of a scene that gives itself, by all peers.
MAKER = """extends Node2D
const TWO := preload("res://two.tscn")
func make(id: int):
\tvar two := TWO.instantiate()
\ttwo.set_multiplayer_authority(id)
\t$Things.add_child(two, true)

func late(id: int):
\tvar two := TWO.instantiate()
\t$Things.add_child(two)
\ttwo.set_multiplayer_authority(id)

func elsewhere(id: int):
\tvar two := TWO.instantiate()
\ttwo.set_multiplayer_authority(id)
\t$Others.add_child(two)

func giver(id: int):
\tvar one := preload("res://one.tscn").instantiate()
\tone.set_multiplayer_authority(id)
\t$Things.add_child(one)

@rpc("call_local") func everywhere(id: int):
\tvar two := TWO.instantiate()
\ttwo.set_multiplayer_authority(id)
\t$Things.add_child(two)
"""
FIGHTER = """using Godot;
public partial class Fighter : Node2D
{
    [Rpc(MultiplayerApi.RpcMode.AnyPeer)]
    public void Strike(int amount) { int left = Health - amount; Health = left; if (left == 0) QueueFree(); }

    [Rpc(MultiplayerApi.RpcMode.AnyPeer, CallLocal = true)]
    public void Buy() { if (Allowed()) Coins -= 1; }

    [Rpc]
    public void Far() { Health = 0; }

    private bool Allowed() => Multiplayer.GetRemoteSenderId() == 1;
}
"""
GIVER = 'extends Node2D\nvar alive: bool\nvar title: String\nfunc _ready():\n\tset_multiplayer_authority(name.to_int())\n'
NAMED = 'extends Node2D\nvar title: String\n'
PROPERTY = 'properties/{0}/path = NodePath(".:{1}")\nproperties/{0}/spawn = true\nproperties/{0}/replication_mode = {2}\n'


def config(properties):
    return "".join(PROPERTY.format(at, name, mode) for at, (name, mode) in enumerate(properties))


def scene(name, properties, script=None, more=""):
    """A root and its synchronizer; with `properties` in the file, or of shared.tres."""
    text = "[gd_scene format=3]\n"
    if script:
        text += f'[ext_resource type="Script" path="res://{script}" id="1"]\n'
    text += ('[ext_resource type="SceneReplicationConfig" path="res://shared.tres" id="2"]\n' if properties is None
             else f'[sub_resource type="SceneReplicationConfig" id="c"]\n{config(properties)}')
    text += f'[node name="{name}" type="Node2D"]\n' + ('script = ExtResource("1")\n' if script else "")
    text += '[node name="Sync" type="MultiplayerSynchronizer" parent="."]\n'
    text += f'replication_config = {"ExtResource" if properties is None else "SubResource"}("{2 if properties is None else "c"}")\n{more}'
    return text


def write_project(folder):
    files = {
        "project.godot": 'config_version=5\n[application]\nrun/main_scene="res://main.tscn"\n',
        "game.gd": GAME,
        "giver.gd": GIVER,
        "Fighter.cs": FIGHTER,
        "named.gd": NAMED,
        "maker.gd": MAKER,
        "large.gd": "extends Node2D\n" + "".join(f"var big{at}: Projection\n" for at in range(20)),
        "shared.tres": '[gd_resource type="SceneReplicationConfig" format=3]\n[resource]\n' + config([("position", 1), ("visible", 1)]),
        "many.tscn": scene("Many", [(f"p{at}", 2) for at in range(65)]),
        "full.tscn": scene("Full", [(f"p{at}", 2) for at in range(64)]),
        "large.tscn": scene("Large", [(f"big{at}", 1) for at in range(20)], "large.gd"),
        "one.tscn": scene("One", None, "giver.gd", "replication_interval = 0.1\n"),
        "two.tscn": scene("Two", None),
        "named.tscn": scene("Named", [("title", 1), ("health", 2)], "named.gd"),
        "bare.tscn": '[gd_scene format=3]\n[node name="Bare" type="Node2D"]\n',
        "main.tscn": '[gd_scene format=3]\n[ext_resource type="Script" path="res://game.gd" id="1"]\n[node name="Main" type="Node2D"]\n'
                     'script = ExtResource("1")\n[node name="Spawner" type="MultiplayerSpawner" parent="."]\n'
                     'spawn_path = NodePath("../Things")\n'
                     '_spawnable_scenes = PackedStringArray("res://bare.tscn", "res://one.tscn", "res://two.tscn")\n'
                     '[node name="Things" type="Node2D" parent="."]\n[node name="Others" type="Node2D" parent="."]\n',
    }
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    unittest.main()
