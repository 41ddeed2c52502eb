# SPDX-License-Identifier: MIT
extends Node
## A node with a remote method, for cost.gd.

var calls := 0


@rpc("any_peer", "unreliable")
func move(_to: Vector2, _is_running: bool) -> void:
	calls += 1
