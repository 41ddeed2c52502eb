# SPDX-License-Identifier: MIT
extends Node
# A server of Godot 3, for players of another generation.

const WAIT = 4.0


func _ready():
	multiplayer.connect("network_peer_connected", self, "_greet")
	Network.host()
	yield(get_tree().create_timer(WAIT), "timeout")
	get_tree().quit()


func _greet(id):
	for times in 4:
		if id in multiplayer.get_network_connected_peers():
			Truth.call_rpc(self, "greet", ["Welcome!"], id)
		yield(get_tree().create_timer(0.3), "timeout")


remote func greet(_text):
	pass
