# SPDX-License-Identifier: MIT
extends Lab
## A player who loads longer than the server waits: what is called meanwhile finds no node, what is called afterwards does,
## although its path stays unconfirmed.

const SCENES := 12
const LOADED := 5.75
const PAUSE := 0.5

var stage: Stage


func prepare() -> void:
	OS.add_logger(EngineErrors.new())
	stage = $Stage
	if not Network.is_server():
		remove_child(stage)
		_load()


func turns() -> Array[Array]:
	return [["server", _play]]


func _play() -> void:
	for scene: int in SCENES:
		Truth.call_rpc(stage, &"act", [scene], Network.peer_of("red"))
		await get_tree().create_timer(PAUSE).timeout


## It goes on to speak while it loads.
func _load() -> void:
	await Network.everyone_is_here
	for step: int in int(LOADED):
		await get_tree().create_timer(PAUSE).timeout
		Truth.call_rpc(self, &"loads", [step], 1)
	await get_tree().create_timer(PAUSE * (LOADED - int(LOADED))).timeout
	add_child(stage)
	Truth.event("loaded")


@rpc("any_peer")
func loads(_step: int) -> void:
	pass
