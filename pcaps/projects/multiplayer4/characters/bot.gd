# SPDX-License-Identifier: MIT
extends Fighter

@export_range(0, 10) var skill := 3


class Plan:
	## An inner class has a list of its own.
	extends Node

	@rpc("any_peer")
	func follow(leader: NodePath, distance: float = 32.0) -> void:
		print_verbose(leader, distance)


@rpc
func think(plan: Variant = null) -> void:
	print_verbose(plan)
