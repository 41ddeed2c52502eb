extends "res://adaptor.gd"
# Another remote method, so that the list has another MD5 and other numbers.

@rpc("any_peer")
func _remote_chat(_text: String) -> void:
	pass
