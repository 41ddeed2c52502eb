# SPDX-License-Identifier: MIT
extends Node
## The same server and the same client on the same ports, one game after the other: ids that mean something else.

const Crate := preload("res://lab/crate.gd")
const CLIENT_PORT := 24690

var asked := 0


func _ready() -> void:
	for title: String in ["Left", "Right"]:
		var crate := Crate.new()
		crate.name = title
		add_child(crate)
	for game: int in 3:
		await _play([$Left, $Right] if game % 2 == 0 else [$Right, $Left, self], game)
	get_tree().quit()


func _play(nodes: Array, game: int) -> void:
	if Network.is_server():
		Network.host()
		await multiplayer.peer_connected
	else:
		await Network.settle(4)
		Network.join(CLIENT_PORT)
		await multiplayer.connected_to_server
	await Network.settle()
	for times: int in 2:
		for node: Node in nodes:
			Truth.call_rpc(node, &"push" if node != self else &"ask", [Vector2(game, times)])
		await Network.settle()
	if Network.is_server():
		await multiplayer.peer_disconnected
		await Network.settle()
		Network.leave()
	else:
		await Network.settle(20)
		Network.leave()
		await Network.settle(20)
	await Network.settle(4)


@rpc("any_peer")
func ask(_how: Vector2) -> void:
	asked += 1
