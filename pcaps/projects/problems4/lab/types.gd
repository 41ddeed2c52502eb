# SPDX-License-Identifier: MIT
extends Lab
## Calls whose arguments have other types than the method declares: the engine converts some, and refuses others. Calls
## without the argument that the method needs.

@onready var taker: Taker = $Taker


func prepare() -> void:
	OS.add_logger(EngineErrors.new())


func turns() -> Array[Array]:
	return [["red", _other_types], ["red", _too_few]]


func _other_types() -> void:
	var ints: Array[int] = [1]
	var floats: Array[float] = [1.0]
	var nodes: Array[Node] = []
	var prices: Dictionary[String, int] = {"hat": 7}
	var counts: Dictionary[int, String] = {7: "hat"}
	var spatial := [Transform2D(), Quaternion(), Basis(), Transform3D(), Projection(), Vector3.ONE]
	var simple := [null, true, 1, 1.5, "red", &"red", ^"red", Color.RED]
	var containers := [[1], ints, floats, nodes, {}, prices, counts, PackedByteArray([1]), PackedStringArray()]
	var cases := {
		&"take_bool": simple, &"take_int": simple, &"take_float": simple, &"take_string": simple, &"take_color": simple,
		&"take_name": simple, &"take_path": simple,
		&"take_vector2": [Vector2.ONE, Vector2i.ONE, Vector3.ONE], &"take_rect2i": [Rect2(), Rect2i(), Vector4.ONE],
		&"take_vector3": [Vector3.ONE, Vector3i.ONE, Basis()], &"take_vector4i": [Vector4.ONE, Vector4i.ONE, Quaternion()],
		&"take_transform2d": spatial, &"take_quaternion": spatial, &"take_basis": spatial, &"take_transform3d": spatial,
		&"take_projection": spatial,
		&"take_array": containers, &"take_bytes": containers, &"take_strings": containers, &"take_ints": containers,
		&"take_kinds": containers, &"take_prices": containers,
		&"take_object": [null, 1, "red", [1]], &"take_node": [null, 1, "red", [1]], &"take_taker": [null, "red", [1], Vector2.ONE],
		&"take_kind": [true, 1, 1.5, "red", [1]], &"take_any": [null, Vector2.ONE, ints],
	}
	for method: StringName in cases:
		for value: Variant in cases[method]:
			Truth.call_rpc(taker, method, [value], 1)
		await Network.settle()


func _too_few() -> void:
	for call: Array in [[&"take_int"], [&"take_any"], [&"take_bytes"], [&"take_bytes", PackedByteArray()], [&"take_two"],
			[&"take_any", PackedByteArray()], [&"take_bytes", PackedByteArray([1])], [&"take_two", PackedByteArray([1])]]:
		Truth.call_rpc(taker, call[0], call.slice(1), 1)
		await Network.settle()
