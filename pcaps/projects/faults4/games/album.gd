# SPDX-License-Identifier: MIT
extends Node2D


@rpc("authority", "call_remote", "reliable")
func show_picture(_pixels: PackedByteArray) -> void:
	pass
