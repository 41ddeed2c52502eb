# SPDX-License-Identifier: MIT
extends Node
## The same on the server and on each client: what they say to each other.


@rpc("any_peer")
func greet(_name: String, _at: Vector2) -> void:
	pass


@rpc("authority", "call_remote", "unreliable", 3)
func tick(_number: int, _more := {}) -> void:
	pass


@rpc("any_peer", "call_remote", "unreliable_ordered", 1)
func whisper(_bytes: PackedByteArray) -> void:
	pass
