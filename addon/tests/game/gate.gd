# SPDX-License-Identifier: MIT
extends Node

var is_open := false


@rpc("authority", "call_local")
func close() -> void:
	is_open = false


@rpc("authority", "call_local")
func open(_word: String) -> void:
	is_open = true
