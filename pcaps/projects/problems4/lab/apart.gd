# SPDX-License-Identifier: MIT
extends Lab
## What the players do not have in common: a call before its spawn, states that are read anew for each player, a player
## who has just left.

## In milliseconds: until green is gone.
const THOUGHT := 100

@onready var yard: Node2D = $Yard


func prepare() -> void:
	OS.add_logger(EngineErrors.new())
	$Spawner.spawned.connect(func(node: Node) -> void: Truth.write("spawned", {"node": str(node.get_path())}))


func turns() -> Array[Array]:
	return [
		["server", _too_early],
		["server", _other_values],
		["red", _left],
		["server", _left_too],
	]


## The second one comes back under the name of the one that went.
func _too_early() -> void:
	for times: int in 2:
		_spawn("eager", "Eager")
		await Network.settle()
		yard.get_node("Eager").free()
		await Network.settle()


## The dial's value is another one each time that it is read.
func _other_values() -> void:
	_problem("views_differ", {"node": "%s/Dial" % yard.get_path(), "what": "values"})
	_spawn("dial", "Dial")
	await Network.settle(240)
	yard.get_node("Dial").free()


## Green leaves, and red calls it before it hears of that.
func _left() -> void:
	var green := Network.peer_of("green")
	Truth.call_rpc(self, &"ask", ["who is there?"], green)
	await Network.settle()
	Truth.call_rpc(self, &"go", [], green)
	await get_tree().process_frame
	OS.delay_msec(THOUGHT)
	_problem("not_connected", {"node": str(get_path()), "method": "ask", "targets": [green]})
	Truth.call_rpc(self, &"ask", ["are you there?"], green)
	await Network.settle()


## Red leaves, and the server calls it before it looks who is there.
func _left_too() -> void:
	var red := Network.peer_of("red")
	Truth.call_rpc(self, &"go", [], red)
	OS.delay_msec(3 * THOUGHT)
	_problem("not_connected", {"node": str(get_path()), "method": "ask", "targets": [red]})
	Truth.call_rpc(self, &"ask", ["are you still there?"], red)
	await Network.settle()


@rpc("any_peer")
func ask(_what: String) -> void:
	pass


@rpc("any_peer")
func go() -> void:
	Network.leave()
	await Network.settle()
	get_tree().quit()


func _spawn(scene: String, title: String) -> void:
	var node: Node = load("res://lab/%s.tscn" % scene).instantiate()
	node.name = title
	Truth.write("spawn", {"node": "%s/%s" % [yard.get_path(), title], "spawner": str($Spawner.get_path()),
			"scene_index": 0 if scene == "eager" else 1, "scene": node.scene_file_path, "targets": Truth.targets(0)})
	yard.add_child(node, true)


func _problem(kind: String, more := {}) -> void:
	var line := {"problem": kind, "from": multiplayer.get_unique_id()}
	line.merge(more)
	Truth.write("problem", line)
