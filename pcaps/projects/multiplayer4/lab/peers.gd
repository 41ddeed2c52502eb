# SPDX-License-Identifier: MIT
extends Lab
## Who speaks to whom and how: to all, to one, to all but one, through the server; modes, channels, fragments, bytes.


func turns() -> Array[Array]:
	return [
		["server", _speak],
		["red", _speak],
		["green", _speak],
		["server", _send_loads],
		["blue", _send_loads],
		["server", _send_raw],
		["red", _send_raw],
		["green", _leave_and_come_back],
		["red", _speak],
		["server", _turn_out],
	]


## Everything said to everybody, to all but one, and to one.
func _speak() -> void:
	for method: StringName in [&"say", &"hum", &"mutter", &"say_2", &"hum_2", &"mutter_2", &"say_9"]:
		call_all(method, ["to all", Network.turn])
		await Network.settle(2)
	for other: int in multiplayer.get_peers():
		Truth.call_rpc(self, &"say", ["to you", other], other)
		Truth.call_rpc(self, &"say", ["to all but you", -other], -other)
		await Network.settle(2)


func _send_loads() -> void:
	var to := 1 if not Network.is_server() else Network.peer_of("red")
	for size: int in [1300, 1400, 9000]:
		var bytes := PackedByteArray()
		for index: int in size:
			bytes.append(index * index % 251)
		Truth.call_rpc(self, &"carry", [bytes], to)
		Truth.call_rpc(self, &"toss", [bytes, size], to)
		await Network.settle(4)
	if not Network.is_server():
		Truth.call_rpc(self, &"carry", [PackedInt32Array(range(700))], Network.peer_of("red"))


## Some of these bytes are a Variant, and some are not.
func _send_raw() -> void:
	var messages: Array[PackedByteArray] = [
		var_to_bytes("a Variant"), var_to_bytes({"score": 12, "name": "Red"}), PackedByteArray([1]),
		"not a Variant".to_utf8_buffer(), PackedByteArray([3, 1, 2, 3, 4]), var_to_bytes(Vector2(1, 2)) + PackedByteArray([0]),
	]
	for bytes: PackedByteArray in messages:
		Truth.send_bytes(bytes)
		Truth.send_bytes(bytes, multiplayer.get_peers()[-1], MultiplayerPeer.TRANSFER_MODE_UNRELIABLE, 0)
		Truth.send_bytes(bytes, -multiplayer.get_peers()[0], MultiplayerPeer.TRANSFER_MODE_UNRELIABLE_ORDERED, 1)
		await Network.settle(2)


func _leave_and_come_back() -> void:
	Network.leave()
	await Network.settle(20)
	Network.join()
	await multiplayer.connected_to_server
	await Network.settle()


## The server sends somebody away, and goes on.
func _turn_out() -> void:
	Truth.event("turn out", {"id": Network.peer_of("blue")})
	multiplayer.multiplayer_peer.disconnect_peer(Network.peer_of("blue"))
	await Network.settle()
	call_all(&"say", ["one less", 1])


@rpc("any_peer", "call_remote", "reliable")
func say(_what: String, _number := 0) -> void:
	pass


@rpc("any_peer", "call_remote", "unreliable")
func hum(_what: String, _number := 0) -> void:
	pass


@rpc("any_peer", "call_remote", "unreliable_ordered")
func mutter(_what: String, _number := 0) -> void:
	pass


@rpc("any_peer", "call_remote", "reliable", 2)
func say_2(_what: String, _number := 0) -> void:
	pass


@rpc("any_peer", "call_remote", "unreliable", 2)
func hum_2(_what: String, _number := 0) -> void:
	pass


@rpc("any_peer", "call_remote", "unreliable_ordered", 2)
func mutter_2(_what: String, _number := 0) -> void:
	pass


@rpc("any_peer", "call_remote", "reliable", 9)
func say_9(_what: String, _number := 0) -> void:
	pass


@rpc("any_peer", "call_remote", "reliable", 1)
func carry(_load: Variant) -> void:
	pass


@rpc("any_peer", "call_remote", "unreliable", 1)
func toss(_load: PackedByteArray, _size: int) -> void:
	pass
