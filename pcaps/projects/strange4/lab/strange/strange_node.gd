# SPDX-License-Identifier: MIT
class_name StrangeNode
extends Node
## What all nodes of this scene have: two remote methods, and others that sort before and behind them.


func offer(method: StringName) -> void:
	rpc_config(method, StrangeNames.ANY)


@rpc("any_peer")
func jump(_height: float) -> void:
	pass


@rpc("any_peer")
func turn(_angle: int, _slowly := true) -> void:
	pass


func _hit(_by: String) -> void:
	pass


func Open(_wide: bool) -> void:
	pass


func kick(_much: int) -> void:
	pass
