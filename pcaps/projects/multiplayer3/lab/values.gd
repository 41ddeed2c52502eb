# SPDX-License-Identifier: MIT
class_name LabValues
extends Reference
# One value of every type that can be an argument, and the borders of their widths.

class Thing:
	extends Reference
	var number = 7

var thing = Thing.new()


func integers():
	var found = [0, 1, -1]
	for bits in [7, 8, 15, 16, 31, 32]:
		for near in [-1, 0, 1]:
			found.append((1 << bits) + near)
			found.append(-(1 << bits) + near)
	found.append(9223372036854775807)
	found.append(-9223372036854775807 - 1)
	return found


func one_of_each():
	return [
		null, true, false, 12, 0.5, 0.1, -1e300, INF, "", "text", "Größe 大", "with \"quotes\" and \\",
		Vector2(1.5, -2), Rect2(1, 2, 3, 4), Vector3(1, 2.25, -3),
		Transform2D(Vector2(1, 2), Vector2(3, 4), Vector2(5, 6)),
		Plane(0, 1, 0, 2.5), Quat(0.5, 0.5, -0.5, 0.5), AABB(Vector3(1, 2, 3), Vector3(4, 5, 6)),
		Basis(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9)),
		Transform(Basis(), Vector3(10, 20, 30)), Color(0.25, 0.5, 0.75, 1),
		NodePath("../World/Player:position:x"), NodePath(""), thing,
		{}, {"key": [1, {"deep": Vector2.ONE}], 3: null, Vector2.ZERO: true},
		[], [1, "two", [3.5, ["four"]], null],
		PoolByteArray(), PoolByteArray([0, 1, 127, 128, 255]),
		PoolIntArray([1, -2, 2147483647]), PoolRealArray([0.5, -0.25]),
		PoolStringArray(["", "one", "zwölf"]), PoolVector2Array([Vector2.ONE, Vector2(2, 3)]),
		PoolVector3Array([Vector3.ONE]), PoolColorArray([Color.red, Color(0, 0, 0, 0.5)]),
	]
