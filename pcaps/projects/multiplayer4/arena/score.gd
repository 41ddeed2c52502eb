# SPDX-License-Identifier: MIT
extends Node

var points: Dictionary = {}
var leader := ""


func add(who: StringName, amount: int) -> void:
	points[who] = points.get(who, 0) + amount
	for each: StringName in points:
		if leader == "" or points[each] > points[leader]:
			leader = each


@rpc("authority", "unreliable")
func announce(who: StringName, table: Dictionary = {}) -> void:
	print_verbose(who, table)
