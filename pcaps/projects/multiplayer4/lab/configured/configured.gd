# SPDX-License-Identifier: MIT
extends Lab
## Methods that Node.rpc_config() makes remote, by names of all kinds: they are numbered apart, and come first in the MD5.

const ANYBODY := {"rpc_mode": MultiplayerAPI.RPC_MODE_ANY_PEER}


## The last one has no script.
func prepare() -> void:
	$Marker.rpc_config("set_process_priority", ANYBODY)
	$Marker.rpc_config("set_meta", ANYBODY)


func turns() -> Array[Array]:
	return [["server", _call_all], ["red", _call_all]]


func _call_all() -> void:
	for times: int in 2:
		Truth.call_rpc($Lamp, &"jump", [2.5])
		Truth.call_rpc($Lamp, &"turn", [90])
		Truth.call_rpc($Lamp, &"_hit", ["a stone"])
		Truth.call_rpc($Gate, &"knock", [3])
		Truth.call_rpc($Gate, &"open", [true])
		Truth.call_rpc($Gate, &"close", [])
		Truth.call_rpc($Gate, &"lock", ["brass"])
		Truth.call_rpc($Gate, &"unlock", ["brass"])
		Truth.call_rpc($Bell, &"tune", [440.5])
		Truth.call_rpc($Bell, &"ring", [false])
		Truth.call_rpc($Bell, &"chime", [12])
		Truth.call_rpc($Bell, &"toll", [7, "thee"])
		Truth.call_rpc($Robot, &"walk", [10])
		Truth.call_rpc($Robot, &"halt", [])
		Truth.call_rpc($Robot, &"on_left", [0.25])
		Truth.call_rpc($Robot, &"on_right", [0.75])
		Truth.call_rpc($Drone, &"fly", [Vector3(1, 2, 3)])
		Truth.call_rpc($Drone, &"land", [Vector3.ZERO, true])
		Truth.call_rpc($Drone, &"set_meta", ["load", 5])
		Truth.call_rpc($Drone, &"set_display_folded", [true])
		Truth.call_rpc($Marker, &"set_meta", ["color", "red"])
		Truth.call_rpc($Marker, &"set_process_priority", [4])
		await Network.settle()
