# SPDX-License-Identifier: MIT
extends Lab
## Spawners by scene and by function; synchronizers always and on change, of the server and of players; visibility.

const SCENES: Array[PackedScene] = [
	preload("res://lab/rock.tscn"), preload("res://lab/ship.tscn"), preload("res://lab/buoy.tscn"),
]

var _count := 0

@onready var door: Node2D = $Door
@onready var sea: Node2D = $Sea


func prepare() -> void:
	get_tree().node_added.connect(_watch)
	_watch($Door/Sync)
	for spawner: MultiplayerSpawner in [$Spawner, $ByFunction]:
		spawner.spawn_function = _moor
		spawner.spawned.connect(func(node: Node) -> void: _note_spawned(spawner, node))
		spawner.despawned.connect(func(node: Node) -> void:
			Truth.write("despawned", {"to": multiplayer.get_unique_id(), "node": "%s/%s" % [spawner.get_node(spawner.spawn_path).get_path(), node.name]}))


func turns() -> Array[Array]:
	return [
		["server", _spawn],
		["server", _move],
		["red", _steer],
		["server", _change],
		["green", _leave_and_come_back],
		["server", _hide_and_show],
		["server", _despawn],
	]


func _spawn() -> void:
	_add(0, "Rock", func(rock: Node2D) -> void: rock.position = Vector2(5, 5))
	await Network.settle(2)
	for player: String in ["red", "green"]:
		_add(1, str(Network.peer_of(player)), func(ship: Node2D) -> void:
			ship.position = Vector2(player.length(), 2.5)
			ship.label = "The %s ship" % player
			ship.fuel = 70000
			ship.tint = Color(player)
			ship.get_node("Mast").position.y = -3.5)
	_add(2, "Buoy 🛟", func(buoy: Node2D) -> void: buoy.visible = false)
	for data: Variant in [{"name": "Tug", "at": Vector2(1, 2)}, "Raft", 7, PackedByteArray([1, 2]), Vector3i(1, 2, 3)]:
		_count += 1
		Truth.write("spawn", {"node": str($Harbour.get_path()) + "/" + _moor_name(data), "spawner": str($ByFunction.get_path()),
				"scene_index": 255, "targets": Truth.targets(0), "argument": Truth._text(data), "argument_type": typeof(data),
				"argument_hex": Truth._hex(data)})
		$ByFunction.spawn(data)
		await Network.settle(2)


## What the spawner's function makes of its argument, on every side.
func _moor(data: Variant) -> Node:
	var scene := SCENES[2] if data is Dictionary else SCENES[0]
	var node: Node2D = scene.instantiate()
	node.name = _moor_name(data)
	return node


func _moor_name(data: Variant) -> String:
	return data.name if data is Dictionary else type_string(typeof(data)) + "Rock"


func _add(scene: int, title: String, equip: Callable) -> void:
	var node := SCENES[scene].instantiate()
	node.name = title
	equip.call(node)
	Truth.write("spawn", {"node": "%s/%s" % [sea.get_path(), title], "spawner": str($Spawner.get_path()), "scene_index": scene,
			"scene": node.scene_file_path, "targets": Truth.targets(0)})
	sea.add_child(node)


func _move() -> void:
	var ship: Node2D = sea.get_node(str(Network.peer_of("red")))
	for tick: int in 12:
		Truth.assign(ship, &"position", Vector2(tick, tick * 0.5))
		Truth.assign(ship, &"rotation", tick * 0.125)
		Truth.assign(door, &"angle", tick * 0.25)
		await Network.settle(1)


## A player's own synchronizer, and a call to it.
func _steer() -> void:
	var helm: Node = sea.get_node("%d/Helm" % multiplayer.get_unique_id())
	for tick: int in 8:
		Truth.assign(helm, &"heading", Vector2.from_angle(tick))
		Truth.assign(helm, &"thrust", 1 << tick * 6)
		await Network.settle(2)
	Truth.assign(helm, &"anchored", false)
	Truth.call_rpc(helm, &"signal_flag", [&"alpha", 3])
	await Network.settle()


## Each property alone, then several at once.
func _change() -> void:
	var changes := {
		&"open": true, &"keys": [1, 2] as Array[int], &"keeper": "Größe", &"opened_at": 1795268244, &"lamp": Color.RED,
		&"target": ^"../Sea:position", &"history": PackedStringArray(["a", "b"]), &"state": {"locked": false, 1: [2]},
	}
	for property: StringName in changes:
		Truth.assign(door, property, changes[property])
		await Network.settle(5)
	Truth.assign(door, &"open", false)
	Truth.assign(door, &"opened_at", -1)
	Truth.assign(door, &"state", {})
	await Network.settle()
	var ship: Node2D = sea.get_node(str(Network.peer_of("green")))
	Truth.assign(ship, &"fuel", 12)
	await Network.settle()
	Truth.assign(ship, &"label", "renamed")
	ship.get_node("Mast").position.y = 8.0
	Truth.assign(sea.get_node("Buoy 🛟"), &"visible", true)
	await Network.settle()


## Whoever comes late is told what there is.
func _leave_and_come_back() -> void:
	Network.leave()
	for node: Node in sea.get_children() + $Harbour.get_children():
		node.queue_free()
	await Network.settle(20)
	Network.join()
	await multiplayer.connected_to_server
	await Network.settle(20)


func _hide_and_show() -> void:
	var hull: MultiplayerSynchronizer = sea.get_node("%d/Hull" % Network.peer_of("red"))
	var red := Network.peer_of("red")
	hull.set_visibility_public(false)
	await Network.settle()
	hull.set_visibility_for(red, true)
	await Network.settle()
	hull.set_visibility_for(red, false)
	await Network.settle()
	hull.set_visibility_public(true)
	await Network.settle()


func _despawn() -> void:
	for node: Node in [sea.get_node("Rock"), $Harbour.get_node("Tug"), sea.get_node(str(Network.peer_of("red")))]:
		Truth.write("despawn", {"node": str(node.get_path()), "targets": Truth.targets(0)})
		node.queue_free()
		await Network.settle(3)


## Writes down what each synchronizer brings.
func _watch(node: Node) -> void:
	var sync := node as MultiplayerSynchronizer
	if sync == null:
		return
	sync.synchronized.connect(func() -> void: _note("synchronized", sync, SceneReplicationConfig.REPLICATION_MODE_ALWAYS))
	sync.delta_synchronized.connect(func() -> void: _note("delta_synchronized", sync, SceneReplicationConfig.REPLICATION_MODE_ON_CHANGE))


func _note(kind: String, sync: MultiplayerSynchronizer, mode: SceneReplicationConfig.ReplicationMode) -> void:
	var config := sync.replication_config
	Truth.state(kind, sync.get_node(sync.root_path), config.get_properties().filter(func(path: NodePath) -> bool:
		return config.property_get_replication_mode(path) == mode),
		{"synchronizer": str(sync.get_path()), "from": sync.get_multiplayer_authority()})


func _note_spawned(spawner: MultiplayerSpawner, node: Node) -> void:
	var paths: Array[NodePath] = []
	for sync: Node in node.find_children("*", "MultiplayerSynchronizer", true, false):
		if sync.is_multiplayer_authority() or sync.get_multiplayer_authority() != 1:
			continue
		var config: SceneReplicationConfig = sync.replication_config
		paths.append_array(config.get_properties().filter(func(path: NodePath) -> bool: return config.property_get_spawn(path)))
	Truth.state("spawned", node, paths, {"spawner": str(spawner.get_path()), "scene": node.scene_file_path})
