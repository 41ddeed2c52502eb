# SPDX-License-Identifier: MIT
extends Node
## Everybody is connected to everybody, nobody is the server: each pair has an ENet connection of its own.

const ROLES: Array[String] = ["server", "red", "green"]
const PORT := 24680

@onready var _me := ROLES.find(Network.role) + 1
var _peer := ENetMultiplayerPeer.new()


func _ready() -> void:
	_peer.create_mesh(_me)
	multiplayer.multiplayer_peer = _peer
	for first: int in range(1, ROLES.size() + 1):
		for second: int in range(first + 1, ROLES.size() + 1):
			if _me == first:
				await _meet(second, PORT + 2 * (first + second - 3), true)
			elif _me == second:
				await _meet(first, PORT + 2 * (first + second - 3), false)
	await Network.settle(30)
	for turn: int in 3:
		Truth.call_rpc(self, &"tell", ["everybody", turn])
		for other: int in multiplayer.get_peers():
			Truth.call_rpc(self, &"tell", ["only you", -other], other)
		await Network.settle()
	await Network.settle(30)
	Network.leave()
	get_tree().quit()


## The lower of two waits for the higher.
func _meet(other: int, port: int, waits: bool) -> void:
	var host := ENetConnection.new()
	if waits:
		host.create_host_bound("127.0.0.1", port, 1)
	else:
		host.create_host_bound("127.0.0.1", port + 1, 1)
		host.connect_to_host("127.0.0.1", port)
	var event: Array = [ENetConnection.EVENT_NONE]
	while event[0] != ENetConnection.EVENT_CONNECT:
		await get_tree().process_frame
		event = host.service()
	_peer.add_mesh_peer(other, host)


@rpc("any_peer")
func tell(_what: String, _number: int = 0) -> void:
	pass
