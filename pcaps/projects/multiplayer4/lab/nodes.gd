# SPDX-License-Identifier: MIT
extends Lab
## Paths and their ids: very many, deep ones, in every script, long forms, methods added at run time, nodes of one side.

const Crate := preload("res://lab/crate.gd")
const MANY := 262

var crates: Array[Node] = []
var odd: Array[Node] = []


func prepare() -> void:
	var heap := Node.new()
	heap.name = "Heap"
	add_child(heap)
	for number: int in MANY:
		crates.append(_add(heap, "Crate%03d" % (number + 1)))
	var deep: Node = heap
	for level: int in 24:
		deep = _add(deep, "Level%d" % level)
	odd.append(deep)
	for path: String in ["Häuser/Küche/Schrank", "部屋/押し入れ", "Комната/Шкаф", "🧰/🔧", "with space/and-dash/x=1"]:
		var parent := heap
		for part: String in path.split("/"):
			parent = parent.get_node(part) if parent.has_node(part) else _add(parent, part)
		odd.append(parent)
	for node: Node in [crates[0], crates[1]]:
		node.rpc_config(&"dance", {"rpc_mode": MultiplayerAPI.RPC_MODE_ANY_PEER, "transfer_mode": MultiplayerPeer.TRANSFER_MODE_UNRELIABLE, "channel": 2})
		node.rpc_config(&"anthem", {"rpc_mode": MultiplayerAPI.RPC_MODE_ANY_PEER})


func turns() -> Array[Array]:
	return [
		["server", _call_odd],
		["red", _call_odd],
		["red", _call_run_time_methods],
		["server", _call_many],
		["server", _call_missing],
		["server", _call_made_again],
		["server", _move_root],
	]


func _add(parent: Node, title: String) -> Node:
	var node := Crate.new()
	node.name = title
	parent.add_child(node)
	return node


## Twice without a pause, so that both have the long form; then short.
func _call_odd() -> void:
	for times: int in 2:
		for node: Node in odd:
			Truth.call_rpc(node, &"push", [Vector2(times, 1)])
	await Network.settle()
	for node: Node in odd:
		Truth.call_rpc(node, &"push", [Vector2(2, 1)])


func _call_run_time_methods() -> void:
	for times: int in 2:
		for node: Node in [crates[0], crates[1]]:
			Truth.call_rpc(node, &"push", [Vector2.RIGHT])
			Truth.call_rpc(node, &"dance", [times, true])
			Truth.call_rpc(node, &"anthem", [])
		await Network.settle()


func _call_many() -> void:
	for number: int in MANY:
		Truth.call_rpc(crates[number], &"push", [Vector2.ZERO])
		if number % 16 == 15:
			await Network.settle(2)
	await Network.settle()
	for number: int in range(0, MANY, 20) + range(240, MANY):
		Truth.call_rpc(crates[number], &"push", [Vector2(number, 0)])


## A node that the others do not have.
func _call_missing() -> void:
	var mine := _add(self, "ServersOwn")
	Truth.call_rpc(mine, &"push", [Vector2.ONE])
	await Network.settle()
	Truth.call_rpc(mine, &"push", [Vector2.ONE])


## The same name, another node: another id.
func _call_made_again() -> void:
	Truth.call_rpc(self, &"make_again", [])
	make_again()
	await Network.settle()
	for times: int in 2:
		Truth.call_rpc($Heap/Crate001, &"push", [Vector2.UP])
		await Network.settle()


## Paths are relative to the root that the multiplayer API is told.
func _move_root() -> void:
	Truth.call_rpc(self, &"set_root", [])
	await Network.settle()
	set_root()
	await Network.settle()
	var fresh: Node = $Heap/Fresh
	for times: int in 2:
		Truth.call_rpc(fresh, &"push", [Vector2.DOWN])
		await Network.settle()
	Truth.call_rpc(self, &"unset_root", [])
	unset_root()


@rpc
func make_again() -> void:
	$Heap/Crate001.free()
	_add($Heap, "Crate001")


@rpc
func set_root() -> void:
	_add($Heap, "Fresh")
	(multiplayer as SceneMultiplayer).root_path = ^"/root/Nodes/Heap"


@rpc
func unset_root() -> void:
	(multiplayer as SceneMultiplayer).root_path = ^"/root"
