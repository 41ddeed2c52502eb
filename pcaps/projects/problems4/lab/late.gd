# SPDX-License-Identifier: MIT
extends Lab
## A player who loads longer than the server waits: what is called meanwhile finds no node, what is called afterwards does,
## although its path stays unconfirmed.

const SCENES := 6
const PAUSE := 0.5

var stage: Stage


func prepare() -> void:
	OS.add_logger(EngineErrors.new())
	stage = $Stage
	if not Network.is_server():
		remove_child(stage)


func turns() -> Array[Array]:
	return [["server", _play]]


func _play() -> void:
	var red := Network.peer_of("red")
	for scene: int in 2 * SCENES:
		if scene == SCENES:
			Truth.call_rpc(self, &"load_it", [], red)
			await Network.settle()
		Truth.call_rpc(stage, &"act", [scene], red)
		await get_tree().create_timer(PAUSE).timeout
		Truth.call_rpc(self, &"tick", [scene], red)


@rpc
func load_it() -> void:
	add_child(stage)


@rpc
func tick(scene: int) -> void:
	Truth.call_rpc(self, &"tock", [scene], 1)


@rpc("any_peer")
func tock(_scene: int) -> void:
	pass
