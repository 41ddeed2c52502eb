# SPDX-License-Identifier: MIT
extends Node2D


@rpc("any_peer", "call_remote", "reliable")
func blow(_times: int) -> void:
	pass


@rpc("authority", "call_remote", "reliable")
func end(_how: String) -> void:
	pass


@rpc("any_peer", "call_remote", "unreliable")
func hum(_tone: int) -> void:
	pass


@rpc("any_peer", "call_remote", "reliable", 2)
func shout(_tone: int) -> void:
	pass
