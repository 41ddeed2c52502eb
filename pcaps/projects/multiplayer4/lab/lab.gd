# SPDX-License-Identifier: MIT
class_name Lab
extends Node
## A scenario that server and players play through together, turn by turn.


func _ready() -> void:
	prepare()
	multiplayer.server_disconnected.connect(get_tree().quit)
	await Network.gather()
	var order := turns()
	for number: int in order.size():
		if order[number][0] == Network.role:
			await (order[number][1] as Callable).call()
			await Network.settle()
			Network.finish_turn(number)
		else:
			await Network.turn_after(number)
	await Network.settle()
	await Network.part()


## Before anybody is here.
func prepare() -> void:
	pass


## Whose turn it is, and what they do: pairs of a role and a Callable.
func turns() -> Array[Array]:
	return []


func call_all(method: StringName, arguments := []) -> void:
	Truth.call_rpc(self, method, arguments)
