# SPDX-License-Identifier: MIT
extends Node

var aim := 0.0


@rpc("authority", "call_remote", "reliable")
func drop() -> void:
	pass
