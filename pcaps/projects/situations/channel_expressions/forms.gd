# SPDX-License-Identifier: MIT
extends Node
const A := 1
@rpc("any_peer", "reliable", "call_remote", 1 << 2) func shifted(n: int) -> void: Wire.got(self, &"shifted", [n])
@rpc("any_peer", "reliable", "call_remote", 10 / 2) func divided(n: int) -> void: Wire.got(self, &"divided", [n])
@rpc("any_peer", "reliable", "call_remote", (7 - 1)) func minus(n: int) -> void: Wire.got(self, &"minus", [n])
@rpc("any_peer", "reliable", "call_remote", 0b11) func binary(n: int) -> void: Wire.got(self, &"binary", [n])
@rpc("any_peer", "reliable", "call_remote", 0_2) func under(n: int) -> void: Wire.got(self, &"under", [n])
@rpc("any_peer", "reliable", "call_remote", 3,) func trailing(n: int) -> void: Wire.got(self, &"trailing", [n])
@rpc("any_peer", &"unreliable") func sname(n: int) -> void: Wire.got(self, &"sname", [n])
@rpc("any_peer", """unreliable""") func triple(n: int) -> void: Wire.got(self, &"triple", [n])
@rpc("any_peer", r"unreliable") func raw(n: int) -> void: Wire.got(self, &"raw", [n])
@rpc("any_peer", "unreliable") func deflt(n: int, v: Variant = null, t := Vector2(1, 2), d := {}, a: Array[int] = []) -> void: Wire.got(self, &"deflt", [n, v, t, d, a])
@rpc("any_peer") func one_line_body(n: int): Wire.got(self, &"one_line_body", [n])
@rpc("any_peer") func typed_in(n:int,m:float=1.5)->void: Wire.got(self, &"typed_in", [n, m])
@rpc("any_peer") func vec(n: float, m: Vector3 = Vector3(1, 2,
	3)) -> void: Wire.got(self, &"vec", [n, m])
func not_rpc(n: int) -> void: pass
@rpc("any_peer") @warning_ignore("unused_parameter") func warned(n: int) -> void: Wire.got(self, &"warned", [n])
#region stuff
@rpc("any_peer", "unreliable_ordered") \
func cont2(n: int) -> void: Wire.got(self, &"cont2", [n])
#endregion
@export_group("x")
@rpc("any_peer") func coroutine(n: int) -> void:
	await get_tree().process_frame
	Wire.got(self, &"coroutine", [n])
class Hidden:
	@rpc("authority") func shifted(n: int) -> void: pass
