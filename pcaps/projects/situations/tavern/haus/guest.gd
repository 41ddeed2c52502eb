# SPDX-License-Identifier: MIT
extends Control
@export var nick: String = ""
@export var coins: Dictionary[String, int] = {}
@rpc("any_peer", "reliable") func tip(amount: int, note: String) -> void: Wire.got(self, &"tip", [amount, note])
