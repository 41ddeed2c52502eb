# SPDX-License-Identifier: MIT
extends Lab
## Things move, and at ten moments every process writes down what it was sent: the server calls mark() when nothing is on
## its way any more, and whoever hears it writes.

const SHIP := preload("res://lab/ship.tscn")

var _moment := 0

@onready var lift: Node2D = $Lift
@onready var sea: Node2D = $Sea


func turns() -> Array[Array]:
	return [
		["server", _begin],
		["server", _move.bind(3)],
		["red", _steer.bind(1)],
		["server", _mark],
		["server", _hide],
		["green", _steer.bind(2)],
		["server", _mark],
		["server", _show],
		["server", _sink],
		["green", _leave_and_come_back],
		["server", _mark],
		["server", _move.bind(5)],
		["red", _steer.bind(3)],
		["server", _mark],
	]


func _begin() -> void:
	for player: String in ["red", "green"]:
		_launch(str(Network.peer_of(player)), player)
	_launch("Derelict", "nobody")
	lift.doors = {"open": true, 1: [2]}
	lift.label = "Größe"
	await _move(1)
	await _mark()
	lift.doors = {}
	await _move(2)
	await _mark()
	lift.label = "only the label"
	await _mark()


func _launch(title: String, label: String) -> void:
	var ship: Node2D = SHIP.instantiate()
	ship.name = title
	ship.label = label
	ship.tint = Color.CORAL
	sea.add_child(ship, true)


func _move(seed: int) -> void:
	for tick: int in 6:
		lift.height = seed * 100 + tick * 0.25
		for ship: Node2D in sea.get_children():
			ship.position = Vector2(seed, tick + ship.get_index() * 0.5)
			ship.rotation = seed + tick * 0.125
			ship.fuel = seed * 1000 + ship.get_index()
			ship.get_node("Mast").position.y = seed * -1.5
		await Network.settle(2)


## A player's own synchronizer: the server and the other player are sent its state.
func _steer(seed: int) -> void:
	var helm: Node = sea.get_node("%d/Helm" % multiplayer.get_unique_id())
	for tick: int in 5:
		helm.heading = Vector2(seed, tick)
		helm.thrust = seed << tick * 5
		await Network.settle(5)
	helm.anchored = seed % 2 == 0
	await Network.settle()


## From now on green sees neither the lift's changes nor the derelict.
func _hide() -> void:
	for path: String in ["Lift/Sync", "Sea/Derelict/Hull"]:
		var sync: MultiplayerSynchronizer = get_node(path)
		sync.set_visibility_public(false)
		sync.set_visibility_for(Network.peer_of("red"), true)
	await Network.settle()
	await _mark()
	lift.label = "for red alone"
	await _move(4)
	await _mark()


func _show() -> void:
	for path: String in ["Lift/Sync", "Sea/Derelict/Hull"]:
		get_node(path).set_visibility_public(true)
	lift.label = "for both again"
	await _mark()


func _sink() -> void:
	sea.get_node("Derelict").free()
	await Network.settle()
	await _mark()


func _leave_and_come_back() -> void:
	Network.leave()
	for node: Node in sea.get_children():
		node.queue_free()
	await Network.settle(20)
	Network.join()
	await multiplayer.connected_to_server
	await Network.settle(20)


func _mark() -> void:
	await Network.settle(10)
	_moment += 1
	Truth.call_rpc(self, &"mark", [_moment])
	mark(_moment)
	await Network.settle()


## What others have sent of their synchronizers, and what they have spawned.
@rpc
func mark(number: int) -> void:
	var found := {}
	for sync: MultiplayerSynchronizer in find_children("*", "MultiplayerSynchronizer", true, false):
		if not sync.is_multiplayer_authority():
			_write_down(found, sync)
	var ships: Array = sea.get_children().map(func(ship: Node) -> String: return str(ship.get_path()))
	Truth.write("moment", {"number": number, "to": multiplayer.get_unique_id(), "spawned": ships, "properties": found})


## By the names of the wire: of spawned nodes below the node, of others below the synchronizer.
func _write_down(found: Dictionary, sync: MultiplayerSynchronizer) -> void:
	var root := sync.get_node(sync.root_path)
	var shown := root if root.get_parent() == sea else sync
	var config := sync.replication_config
	for path: NodePath in config.get_properties():
		var never := config.property_get_replication_mode(path) == SceneReplicationConfig.REPLICATION_MODE_NEVER
		if never and not config.property_get_spawn(path):
			continue
		var value: Variant = root.get_node_and_resource(path)[0].get_indexed(root.get_node_and_resource(path)[2])
		found["%s %s" % [shown.get_path(), path]] = var_to_str(value)
