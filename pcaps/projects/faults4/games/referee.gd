# SPDX-License-Identifier: MIT
extends Node2D


@rpc("any_peer", "call_remote", "reliable")
func appeal(_why: String) -> void:
	pass


@rpc("authority", "call_remote", "reliable")
func concede() -> void:
	pass


@rpc("authority", "call_remote", "reliable")
func score(_points: int) -> void:
	pass
