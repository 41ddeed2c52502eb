# SPDX-License-Identifier: MIT
extends Node

var history: Array[String] = []


@rpc("any_peer", "call_local", "reliable", 3)
func say(text: String, color: Color = Color(1, 1, 1)) -> void:
	history.append("[color=#%s]%s[/color]" % [color.to_html(), text])
