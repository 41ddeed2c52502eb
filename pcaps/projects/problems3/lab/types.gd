# SPDX-License-Identifier: MIT
extends Lab
# Calls whose arguments have other types than the method declares: the engine converts some, and refuses others. Calls
# without the argument that the method needs, or of no remote method; sets of variables that a peer may set, or not.

onready var taker = $Taker


func turns():
	return [["red", "_other_types"], ["red", "_too_few"], ["red", "_not_remote"], ["red", "_sets"]]


func _other_types():
	var spatial = [Transform2D(), Quat(), Basis(), Transform(), Vector3.ONE]
	var simple = [null, true, 1, 1.5, "ff0000", NodePath("red"), Color.red]
	var containers = [[1], {}, PoolByteArray([1]), PoolStringArray(["red"])]
	var cases = {
		"take_bool": simple, "take_int": simple, "take_float": simple, "take_string": simple, "take_color": simple,
		"take_path": simple, "take_vector2": [Vector2.ONE, Vector3.ONE],
		"take_transform2d": spatial, "take_quat": spatial, "take_basis": spatial, "take_transform": spatial,
		"take_array": containers, "take_bytes": containers, "take_strings": containers,
		"take_object": [null, 1, "red"], "take_node": [null, 1, "red"], "take_any": [null, Vector2.ONE],
	}
	for method in cases:
		for value in cases[method]:
			Truth.call_rpc(taker, method, [value], 1)
		yield(Network.settle(), "completed")


func _too_few():
	for method in ["take_int", "take_any", "take_bytes"]:
		Truth.call_rpc(taker, method, [], 1)
		yield(Network.settle(), "completed")


func _not_remote():
	for method in ["take_nothing", "take_off", "queue_free"]:
		Truth.call_rpc(taker, method, [], 1)
		yield(Network.settle(), "completed")


func _sets():
	for variable in ["health", "armor", "ammunition", "secret", "shield", "name"]:
		Truth.call_rset(taker, variable, 3, 1)
		yield(Network.settle(), "completed")
