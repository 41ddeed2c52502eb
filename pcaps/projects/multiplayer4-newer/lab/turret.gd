# SPDX-License-Identifier: MIT
class_name Turret
extends Lab


func turns() -> Array[Array]:
	return [["server", _call_twice], ["red", _call_twice]]


func _call_twice() -> void:
	for times: int in 2:
		call_all(&"aim", [Vector2(times, 1)])
		await Network.settle()


@rpc("any_peer")
func aim(_where: Vector2) -> void:
	pass


@rpc("any_peer")
func reload(_seconds: float = 1.5) -> void:
	pass


@rpc("any_peer")
func fire(_power: int = 3) -> void:
	pass
