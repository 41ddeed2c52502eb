# SPDX-License-Identifier: MIT
class_name Gate
extends Node2D
## Something that one peer owns, and that others may only ask.

var height := 1.0


@rpc("authority", "call_remote", "reliable", 0)
func open(_by: String) -> void:
	pass


@rpc("any_peer", "call_remote", "unreliable", 3)
func ask(_what: String) -> void:
	pass


@rpc("any_peer", "call_local", "reliable")
func shake(_how: Vector2) -> void:
	pass


@rpc("any_peer", "call_remote", "unreliable")
func paint(_pixels: PackedByteArray) -> void:
	pass
