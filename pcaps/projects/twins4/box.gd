# SPDX-License-Identifier: MIT
extends Node
## A spawned node that players call.


@rpc("any_peer")
func push(number: int) -> void:
	Truth.write("received", {"node": str(get_path()), "method": "push", "args": [number]})
