# SPDX-License-Identifier: MIT
extends Node
# The same server and the same client on the same ports, one game after the other: ids that mean something else.

const Vessel = preload("res://ships/vessel.gd")
const CLIENT_PORT = 24690


func _ready():
	for title in ["Left", "Right"]:
		var vessel = Vessel.new()
		vessel.name = title
		add_child(vessel)
	for game in 3:
		yield(_play([$Left, $Right] if game % 2 == 0 else [$Right, $Left], game), "completed")
	get_tree().quit()


func _play(nodes, game):
	if Network.is_server():
		Network.host()
		yield(multiplayer, "network_peer_connected")
	else:
		yield(Network.settle(4), "completed")
		Network.join(CLIENT_PORT)
		yield(multiplayer, "connected_to_server")
	yield(Network.settle(), "completed")
	for times in 2:
		for node in nodes:
			Truth.call_rpc(node, "steer", [Vector2(game, times)])
		yield(Network.settle(), "completed")
	if Network.is_server():
		yield(multiplayer, "network_peer_disconnected")
		yield(Network.settle(), "completed")
		Network.leave()
	else:
		yield(Network.settle(20), "completed")
		Network.leave()
		yield(Network.settle(20), "completed")
	yield(Network.settle(4), "completed")
