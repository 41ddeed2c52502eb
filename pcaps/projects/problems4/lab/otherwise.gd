# SPDX-License-Identifier: MIT
extends Lab
## Calls of methods that rpc_config() makes remote, calls with other arguments than the method takes, and one call of a
## node that speaks only before it is spawned.

@onready var safe: Safe = $Safe
@onready var desk: Desk = $Desk


func prepare() -> void:
	OS.add_logger(EngineErrors.new())


func turns() -> Array[Array]:
	return [
		["server", _allowed],
		["red", _not_allowed],
		["red", _other_arguments],
		["server", _too_early],
	]


func _allowed() -> void:
	var red := Network.peer_of("red")
	Truth.call_rpc(safe, &"unlock", ["1234"], red)
	Truth.call_rpc(safe, &"knock", [2], red)
	await Network.settle()


func _not_allowed() -> void:
	for times: int in 3:
		Truth.call_rpc(safe, &"knock", [times], 1)
		await Network.settle()
	Truth.call_rpc(safe, &"unlock", ["0000"], 1)
	Truth.call_rpc(safe, &"burn", [], 1)
	await Network.settle()


func _other_arguments() -> void:
	for arguments: Array in [["Ann", 7], ["Ann", 7, "A"], ["Ann"], ["Ann", 7, "A", true], ["Ann", "seven"]]:
		Truth.call_rpc(desk, &"sign_up", arguments, 1)
		await Network.settle()


func _too_early() -> void:
	for number: int in 3:
		var node: Node = load("res://lab/brief.tscn").instantiate()
		node.name = "Brief%d" % number
		Truth.write("spawn", {"node": "%s/%s" % [$Yard.get_path(), node.name], "spawner": str($Spawner.get_path()),
				"scene_index": 0, "scene": node.scene_file_path, "targets": Truth.targets(0)})
		$Yard.add_child(node, true)
		await Network.settle()
