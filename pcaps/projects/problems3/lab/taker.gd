# SPDX-License-Identifier: MIT
class_name Taker
extends Node
# A method for each type of argument, and variables with each keyword.

remote var health = 5
puppet var armor = 5
master var ammunition = 5
var secret = 5

remote func take_bool(_it: bool): pass
remote func take_int(_it: int): pass
remote func take_float(_it: float): pass
remote func take_string(_it: String): pass
remote func take_vector2(_it: Vector2): pass
remote func take_transform2d(_it: Transform2D): pass
remote func take_quat(_it: Quat): pass
remote func take_basis(_it: Basis): pass
remote func take_transform(_it: Transform): pass
remote func take_color(_it: Color): pass
remote func take_path(_it: NodePath): pass
remote func take_array(_it: Array): pass
remote func take_bytes(_it: PoolByteArray): pass
remote func take_strings(_it: PoolStringArray): pass
remote func take_object(_it: Object): pass
remote func take_node(_it: Node): pass
remote func take_any(_it): pass
func take_nothing(): pass
