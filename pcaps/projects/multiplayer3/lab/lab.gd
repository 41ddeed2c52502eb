# SPDX-License-Identifier: MIT
class_name Lab
extends Node
# A scenario that server and players play through together, turn by turn.


func _ready():
	prepare()
	yield(Network.gather(), "completed")
	var order = turns()
	for number in order.size():
		if order[number][0] == Network.role:
			var done = call(order[number][1])
			if done is GDScriptFunctionState:
				yield(done, "completed")
			yield(Network.settle(), "completed")
			Network.finish_turn(number)
		else:
			while Network.turn <= number:
				if not Network.is_connected_to_others():
					get_tree().quit()
				yield(get_tree(), "idle_frame")
	Network.part()


# Before anybody is here.
func prepare():
	pass


# Whose turn it is, and what they do: pairs of a role and a method.
func turns():
	return []


func call_all(method, arguments = [], reliable = true):
	Truth.call_rpc(self, method, arguments, 0, reliable)
