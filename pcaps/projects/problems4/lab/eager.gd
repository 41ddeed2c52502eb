# SPDX-License-Identifier: MIT
class_name Eager
extends Node2D
## Something that speaks before the others have it.


func _ready() -> void:
	if not multiplayer.is_server():
		return
	Truth.write("problem", {"problem": "node_missing", "from": 1, "node": str(get_path()), "method": "greet"})
	Truth.call_rpc(self, &"greet", ["in _ready()"])
	await ready
	Truth.call_rpc(self, &"greet", ["afterwards"])


@rpc
func greet(_how: String) -> void:
	pass
