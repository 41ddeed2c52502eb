# SPDX-License-Identifier: MIT
class_name Brief
extends Node2D
## It speaks once, before the others have it, and never again.


func _ready() -> void:
	if multiplayer.is_server():
		Truth.write("problem", {"problem": "node_missing", "from": 1, "node": str(get_path()), "method": "greet"})
		Truth.call_rpc(self, &"greet", ["in _ready()"])


@rpc
func greet(_how: String) -> void:
	pass
