# SPDX-License-Identifier: MIT
extends Lab
# What does not arrive, one after the other. What the engine says to it, it writes to its standard error.

onready var gate = $Gate


func turns():
	return [
		["server", "_allowed"],
		["red", "_not_allowed"],
		["server", "_not_allowed_either"],
		["red", "_not_remote"],
		["red", "_missing"],
	]


func _allowed():
	Truth.call_rpc(gate, "open", ["the server"])


# A puppet method is for the master to call, which is the server.
func _not_allowed():
	Truth.call_rpc(gate, "open", ["red"], 1)
	yield(Network.settle(), "completed")
	Truth.call_rpc(gate, "ask", ["please"], 1)


# A master method is for the master to take.
func _not_allowed_either():
	Truth.call_rpc(gate, "report", ["all is well"], Network.peer_of("red"))


func _not_remote():
	Truth.call_rpc(gate, "secret", [], 1)


func _missing():
	var mine = load("res://lab/gate.gd").new()
	mine.name = "RedsOwn"
	add_child(mine)
	Truth.call_rpc(mine, "ask", ["is anybody there?"], 1)
	yield(Network.settle(), "completed")
	mine.free()
