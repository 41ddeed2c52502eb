# SPDX-License-Identifier: MIT
extends "res://lab/knock.gd"
## A player who calls on a channel that the server does not have.


func _greet(id: int) -> void:
	Truth.call_rpc(self, &"greet", ["Welcome!"], id)
	Truth.call_rpc(self, &"whisper", ["apart"], id)


@rpc("any_peer", "call_remote", "reliable", 5)
func whisper(_text: String) -> void:
	pass
