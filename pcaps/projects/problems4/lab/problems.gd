# SPDX-License-Identifier: MIT
extends Lab
## What does not arrive, one after the other, with what the engine says to it.

## So many bytes need fragments; an unreliable message is gone if one of them is.
const PICTURE := 4000

@onready var gate: Gate = $Gate
@onready var others: Gate = $Others
@onready var yard: Node2D = $Yard


func prepare() -> void:
	OS.add_logger(EngineErrors.new())
	$Spawner.spawned.connect(func(node: Node) -> void: Truth.write("spawned", {"node": str(node.get_path())}))


func turns() -> Array[Array]:
	return [
		["server", _hand_over],
		["red", _own],
		["red", _not_allowed],
		["green", _not_allowed_either],
		["green", _declared_otherwise],
		["red", _missing],
		["server", _spawn],
		["red", _call_what_goes],
		["server", _hidden],
		["server", _too_much],
		["server", _views],
		["server", _same_again],
	]


## Red owns one of the gates, which every side has to be told.
func _hand_over() -> void:
	Truth.call_rpc(self, &"hand_over", [Network.peer_of("red")])
	hand_over(Network.peer_of("red"))


@rpc
func hand_over(peer: int) -> void:
	others.set_multiplayer_authority(peer)


func _own() -> void:
	for tick: int in 4:
		Truth.assign(others, &"position", Vector2(tick, 1))
		await Network.settle(4)
	Truth.call_rpc(others, &"open", ["its owner"])


func _not_allowed() -> void:
	_problem("not_allowed", {"node": str(gate.get_path()), "method": "open", "targets": [1]})
	Truth.call_rpc(gate, &"open", ["red"], 1)
	await Network.settle()
	Truth.call_rpc(gate, &"ask", ["please"], 1)


## Of a gate that red owns: neither the server nor red takes it.
func _not_allowed_either() -> void:
	_problem("not_allowed", {"node": str(others.get_path()), "method": "open", "targets": Truth.targets(0)})
	Truth.call_rpc(others, &"open", ["green"])


## Green's script has the same methods, but says otherwise how they are sent (problems4-careless).
func _declared_otherwise() -> void:
	_problem("declared_otherwise", {"node": str(gate.get_path()), "method": "ask"})
	Truth.call_rpc(gate, &"ask", ["carelessly"], 1)
	await Network.settle()
	_problem("declared_otherwise", {"node": str(gate.get_path()), "method": "shake"})
	Truth.call_rpc(gate, &"shake", [Vector2.ONE], 1)


func _missing() -> void:
	var mine := Gate.new()
	mine.name = "RedsOwn"
	add_child(mine)
	for times: int in 2:
		_problem("node_missing", {"node": str(mine.get_path()), "method": "ask", "targets": [1]})
		Truth.call_rpc(mine, &"ask", ["is anybody there?"], 1)
		await Network.settle()
	mine.free()


func _spawn() -> void:
	for title: String in ["First", "Second"]:
		var node: Gate = preload("res://lab/gate.tscn").instantiate()
		node.name = title
		Truth.write("spawn", {"node": "%s/%s" % [yard.get_path(), title], "spawner": str($Spawner.get_path()),
				"scene_index": 0, "scene": node.scene_file_path, "targets": Truth.targets(0)})
		yard.add_child(node, true)
	await Network.settle()
	Truth.call_rpc(yard.get_node("First"), &"ask", ["you are here"])


## The server takes it away while red's call is on its way, and red calls it once more.
func _call_what_goes() -> void:
	var first: Gate = yard.get_node("First")
	Truth.call_rpc(first, &"ask", ["still here"], 1)
	await Network.settle()
	Truth.call_rpc(self, &"take_away", ["First"], 1)
	_problem("node_missing", {"node": str(first.get_path()), "method": "ask", "targets": [1]})
	Truth.call_rpc(first, &"ask", ["on its way"], 1)
	await Network.settle()


@rpc("any_peer")
func take_away(title: String) -> void:
	var node := yard.get_node(title)
	Truth.write("despawn", {"node": str(node.get_path()), "targets": Truth.targets(0)})
	node.free()


## Green is not shown the second one: the engine does not send it calls of it either.
func _hidden() -> void:
	var second := yard.get_node("Second")
	var sync: MultiplayerSynchronizer = second.get_node("Sync")
	sync.set_visibility_public(false)
	sync.set_visibility_for(Network.peer_of("red"), true)
	Truth.write("visibility", {"node": str(second.get_path()), "visible": [Network.peer_of("red")]})
	await Network.settle()
	Truth.call_rpc(second, &"ask", ["can you see me?"])
	_problem("views_differ", {"node": str(second.get_path()), "visible": [Network.peer_of("red")]})
	for tick: int in 6:
		Truth.assign(second, &"position", Vector2(tick, 7))
		await Network.settle(4)


func _too_much() -> void:
	var pixels := PackedByteArray()
	pixels.resize(PICTURE)
	_problem("too_much", {"node": str(gate.get_path()), "method": "paint"})
	Truth.call_rpc(gate, &"paint", [pixels])


## A change that one of the two is not shown.
func _views() -> void:
	var sync: MultiplayerSynchronizer = gate.get_node("Sync")
	sync.set_visibility_public(false)
	sync.set_visibility_for(Network.peer_of("green"), true)
	Truth.write("visibility", {"node": str(gate.get_path()), "visible": [Network.peer_of("green")]})
	_problem("views_differ", {"node": str(gate.get_path()), "visible": [Network.peer_of("green")]})
	for tick: int in 4:
		Truth.assign(gate, &"height", tick + 2.0)
		await Network.settle(5)
	sync.set_visibility_public(true)


## Nothing moves, and is sent all the same.
func _same_again() -> void:
	_problem("too_much", {"node": str(gate.get_path()), "what": "same state"})
	await Network.settle(90)


func _problem(kind: String, more := {}) -> void:
	var line := {"problem": kind, "from": multiplayer.get_unique_id()}
	line.merge(more)
	Truth.write("problem", line)
