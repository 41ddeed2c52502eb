# SPDX-License-Identifier: MIT
extends Lab
# Calls of methods that rpc_config() makes remote, calls with other arguments than the method takes.

onready var safe = $Safe
onready var desk = $Desk


func turns():
	return [
		["server", "_allowed"],
		["red", "_not_allowed"],
		["red", "_other_arguments"],
	]


func _allowed():
	var red = Network.peer_of("red")
	Truth.call_rpc(safe, "unlock", ["1234"], red)
	Truth.call_rpc(safe, "knock", [2], red)
	yield(Network.settle(), "completed")


func _not_allowed():
	Truth.call_rpc(safe, "knock", [3], 1)
	Truth.call_rpc(safe, "unlock", ["0000"], 1)
	Truth.call_rpc(safe, "burn", [], 1)
	yield(Network.settle(), "completed")


func _other_arguments():
	for arguments in [["Ann", 7], ["Ann", 7, "A"], ["Ann"], ["Ann", 7, "A", true], ["Ann", "seven"]]:
		Truth.call_rpc(desk, "sign_up", arguments, 1)
		yield(Network.settle(), "completed")
