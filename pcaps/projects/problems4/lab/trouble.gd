# SPDX-License-Identifier: MIT
extends Lab
## Calls that come too late for their node, and states that need more than a message.

const POSTS := 8
const BOARDS := 3
## In milliseconds.
const THOUGHT := 12

@onready var yard: Node2D = $Yard


func prepare() -> void:
	OS.add_logger(EngineErrors.new())


func turns() -> Array[Array]:
	return [
		["server", _put_up_posts],
		["red", _too_late],
		["server", _cut],
	]


func _put_up_posts() -> void:
	for number: int in POSTS:
		_spawn("post", "Post%d" % number)
	await Network.settle()
	Truth.call_rpc(yard.get_node("Post0"), &"ask", ["seen"])


## Red calls each post in each frame, until it hears that it is gone; and it takes a while to think before.
func _too_late() -> void:
	for node: Gate in yard.get_children():
		Truth.call_rpc(node, &"ask", ["first"], 1)
	await Network.settle()
	Truth.call_rpc(self, &"take_away", [], 1)
	while yard.get_child_count() > 0:
		OS.delay_msec(THOUGHT)
		for node: Gate in yard.get_children():
			Truth.call_rpc(node, &"ask", ["still"], 1)
		await get_tree().process_frame


@rpc("any_peer")
func take_away() -> void:
	for number: int in POSTS:
		await Network.settle(2)
		var node := yard.get_node("Post%d" % number)
		Truth.write("despawn", {"node": str(node.get_path()), "targets": Truth.targets(0)})
		node.free()


func _cut() -> void:
	_problem("too_much", {"what": "cut"})
	for number: int in BOARDS:
		_spawn("board", "Board%d" % number)
	await Network.settle(30)
	for number: int in BOARDS:
		yard.get_node("Board%d" % number).free()


func _spawn(scene: String, title: String) -> Node:
	var node: Node = load("res://lab/%s.tscn" % scene).instantiate()
	node.name = title
	Truth.write("spawn", {"node": "%s/%s" % [yard.get_path(), title], "spawner": str($Spawner.get_path()),
			"scene_index": 0 if scene == "post" else 1, "scene": node.scene_file_path, "targets": Truth.targets(0)})
	yard.add_child(node, true)
	return node


func _problem(kind: String, more := {}) -> void:
	var line := {"problem": kind, "from": multiplayer.get_unique_id()}
	line.merge(more)
	Truth.write("problem", line)
