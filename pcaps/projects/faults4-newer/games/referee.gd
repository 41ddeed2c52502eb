# SPDX-License-Identifier: MIT
extends Node2D
## Of a later version of the game: the same methods, which take other callers and arguments.


@rpc("authority", "call_remote", "reliable")
func appeal(_why: String) -> void:
	pass


@rpc("any_peer", "call_remote", "reliable")
func concede() -> void:
	pass


@rpc("authority", "call_remote", "reliable")
func score(_points: int, _of: String) -> void:
	pass
