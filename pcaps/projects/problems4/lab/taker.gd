# SPDX-License-Identifier: MIT
class_name Taker
extends Node
## A method for each type of argument.

enum Kind { COIN, GEM }


@rpc("any_peer") func take_bool(_it: bool) -> void: pass
@rpc("any_peer") func take_int(_it: int) -> void: pass
@rpc("any_peer") func take_float(_it: float) -> void: pass
@rpc("any_peer") func take_string(_it: String) -> void: pass
@rpc("any_peer") func take_vector2(_it: Vector2) -> void: pass
@rpc("any_peer") func take_rect2i(_it: Rect2i) -> void: pass
@rpc("any_peer") func take_vector3(_it: Vector3) -> void: pass
@rpc("any_peer") func take_vector4i(_it: Vector4i) -> void: pass
@rpc("any_peer") func take_transform2d(_it: Transform2D) -> void: pass
@rpc("any_peer") func take_quaternion(_it: Quaternion) -> void: pass
@rpc("any_peer") func take_basis(_it: Basis) -> void: pass
@rpc("any_peer") func take_transform3d(_it: Transform3D) -> void: pass
@rpc("any_peer") func take_projection(_it: Projection) -> void: pass
@rpc("any_peer") func take_color(_it: Color) -> void: pass
@rpc("any_peer") func take_name(_it: StringName) -> void: pass
@rpc("any_peer") func take_path(_it: NodePath) -> void: pass
@rpc("any_peer") func take_array(_it: Array) -> void: pass
@rpc("any_peer") func take_bytes(_it: PackedByteArray) -> void: pass
@rpc("any_peer") func take_strings(_it: PackedStringArray) -> void: pass
@rpc("any_peer") func take_ints(_it: Array[int]) -> void: pass
@rpc("any_peer") func take_kinds(_it: Array[Kind]) -> void: pass
@rpc("any_peer") func take_prices(_it: Dictionary[String, int]) -> void: pass
@rpc("any_peer") func take_object(_it: Object) -> void: pass
@rpc("any_peer") func take_node(_it: Node) -> void: pass
@rpc("any_peer") func take_taker(_it: Taker) -> void: pass
@rpc("any_peer") func take_kind(_it: Kind) -> void: pass
@rpc("any_peer") func take_any(_it: Variant) -> void: pass
@rpc("any_peer") func take_two(_it: PackedByteArray, _more := 1) -> void: pass
