# SPDX-License-Identifier: MIT
class_name LabValues
extends RefCounted
## One value of every type that can be an argument, and the borders of their widths.

class Thing:
	extends RefCounted
	var number := 7

signal struck(by: int)

var thing := Thing.new()


func integers() -> Array[int]:
	var found: Array[int] = [0, 1, -1]
	for bits: int in [7, 8, 15, 16, 31, 32]:
		for near: int in [-1, 0, 1]:
			found.append((1 << bits) + near)
			found.append(-(1 << bits) + near)
	found.append_array([9223372036854775807, -9223372036854775807 - 1])
	return found


func one_of_each() -> Array:
	var names: Array[StringName] = [&"a", &"bc"]
	var table: Dictionary[String, int] = {"one": 1, "two": 2}
	return [
		null, true, false, 12, 0.5, 0.1, -1e300, INF, "", "text", "Größe 大 🎮", "with \"quotes\" and \\",
		Vector2(1.5, -2), Vector2i(-3, 4), Rect2(1, 2, 3, 4), Rect2i(-1, -2, 3, 4),
		Vector3(1, 2.25, -3), Vector3i(7, -8, 9),
		Transform2D(Vector2(1, 2), Vector2(3, 4), Vector2(5, 6)),
		Vector4(1, 2, 3, 4.5), Vector4i(-1, 2, -3, 4),
		Plane(0, 1, 0, 2.5), Quaternion(0.5, 0.5, -0.5, 0.5), AABB(Vector3(1, 2, 3), Vector3(4, 5, 6)),
		Basis(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9)),
		Transform3D(Basis.IDENTITY, Vector3(10, 20, 30)),
		Projection(Vector4(1, 2, 3, 4), Vector4(5, 6, 7, 8), Vector4(9, 10, 11, 12), Vector4(13, 14, 15, 16)),
		Color(0.25, 0.5, 0.75, 1), &"a_name", ^"../World/Player:position:x", ^"",
		Callable(), Signal(), struck, RID(), thing,
		{}, {"key": [1, {"deep": Vector2.ONE}], 3: null, Vector2i.ZERO: true},
		[], [1, "two", [3.5, [&"four"]], null], names, table,
		PackedByteArray(), PackedByteArray([0, 1, 127, 128, 255]),
		PackedInt32Array([1, -2, 2147483647]), PackedInt64Array([1, -9007199254740993]),
		PackedFloat32Array([0.5, -0.25]), PackedFloat64Array([0.1, 1e300]),
		PackedStringArray(["", "one", "zwölf"]), PackedVector2Array([Vector2.ONE, Vector2(2, 3)]),
		PackedVector3Array([Vector3.ONE]), PackedColorArray([Color.RED, Color(0, 0, 0, 0.5)]),
		PackedVector4Array([Vector4(1, 2, 3, 4)]),
	]
