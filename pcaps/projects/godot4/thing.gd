# SPDX-License-Identifier: MIT
#
# A script with exported variables: what an object sent whole carries.
extends Resource

@export var number := 7
@export var title := "thing"
@export var where := Vector3(1.5, -2, 0.1)
@export var words: Array[String] = ["a", "bc"]
@export var weights: Dictionary[StringName, float] = {&"x": 0.1}
@export var inner: Resource

var unsaved := "never on the wire"
