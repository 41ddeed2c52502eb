# SPDX-License-Identifier: MIT
extends Lab
# Who may call and set what: all keywords, reliable or not, to all, to one, to all but one, through the server.


func turns():
	return [
		["server", "_command"],
		["red", "_command"],
		["green", "_command"],
		["server", "_set_everything"],
		["red", "_set_everything"],
		["server", "_send_loads"],
		["red", "_send_loads"],
		["server", "_send_raw"],
		["green", "_send_raw"],
		["red", "_use_channels"],
		["green", "_leave_and_come_back"],
		["red", "_command"],
		["server", "_turn_out"],
	]


func _command():
	for node in [$Flagship, $Flagship/Boat, $Tender, $Escorts/Fast]:
		Truth.call_rpc(node, "steer", [Vector2(Network.turn, 1)])
		Truth.call_rpc(node, "steer", [Vector2(Network.turn, 2), true], 0, false)
		# The engine does not send what only the master may do when the caller is it.
		if not node.is_network_master():
			Truth.call_rpc(node, "order", ["fire!", Network.turn])
		yield(Network.settle(1), "completed")
	for arguments in [[12], [12, Vector2(0.5, 2)], [12, Vector2.ONE, ["shot", 3]]]:
		Truth.call_rpc($Flagship, "hit", arguments, 0, false)
	Truth.call_rpc($Flagship, "broadside", ["starboard"])
	if not $Tender.is_network_master():
		Truth.call_rpc($Tender, "refuel")
	Truth.call_rpc($Tender, "sink", [], 0, false)
	for other in multiplayer.get_network_connected_peers():
		Truth.call_rpc($Tender, "hoist", ["to you"], other)
		Truth.call_rpc($Tender, "hoist", ["to you"], other, false)
		Truth.call_rpc($Tender, "hoist", ["to all but you"], -other)
		yield(Network.settle(2), "completed")


func _set_everything():
	for reliable in [true, false]:
		for row in [["heading", Vector2(3, 4)], ["orders", ["up", 1]], ["hull", 250], ["flag", "Größe"], ["fuel", 0.25],
				["sunk", true], ["crew", 70000], ["cargo", {"rum": 12}]]:
			if not ($Flagship.is_network_master() and row[0] in ["orders", "fuel"]):
				Truth.call_rset($Flagship, row[0], row[1], 0, reliable)
		yield(Network.settle(2), "completed")
		for other in multiplayer.get_network_connected_peers():
			Truth.call_rset($Escorts/Fast, "hull", other, other, reliable)
			Truth.call_rset($Escorts/Fast, "flag", "not %d" % other, -other, reliable)
		yield(Network.settle(2), "completed")


func _send_loads():
	var to = 1 if not Network.is_server() else Network.peer_of("red")
	for size in [1300, 1400, 9000]:
		var bytes = PoolByteArray()
		for index in size:
			bytes.append(index * index % 251)
		Truth.call_rpc($Tender, "stow", [bytes], to)
		Truth.call_rpc($Tender, "stow", [bytes, false], to, false)
		yield(Network.settle(4), "completed")
	if not Network.is_server():
		Truth.call_rset($Tender, "heading", PoolIntArray(range(700)), Network.peer_of("green"))


# Some of these bytes are a Variant, and some are not.
func _send_raw():
	for bytes in [var2bytes("a Variant"), var2bytes({"score": 12, "name": "Red"}), PoolByteArray([1]), "not a Variant".to_utf8(),
			PoolByteArray([3, 1, 2, 3, 4]), var2bytes(Vector2(1, 2)) + PoolByteArray([0])]:
		Truth.send_bytes(bytes)
		Truth.send_bytes(bytes, multiplayer.get_network_connected_peers()[-1], NetworkedMultiplayerPeer.TRANSFER_MODE_UNRELIABLE)
		Truth.send_bytes(bytes, -multiplayer.get_network_connected_peers()[0], NetworkedMultiplayerPeer.TRANSFER_MODE_UNRELIABLE_ORDERED)
		yield(Network.settle(2), "completed")


func _use_channels():
	var peer = get_tree().network_peer
	if not peer is NetworkedMultiplayerENet or not Network.options.has("channels"):
		return
	for channel in [1, 3, 4]:
		peer.transfer_channel = channel
		Truth.call_rpc($Tender, "hoist", ["channel %d" % channel])
		Truth.call_rpc($Tender, "hoist", ["channel %d" % channel], 1, false)
		yield(Network.settle(2), "completed")
	peer.transfer_channel = -1
	peer.always_ordered = true
	Truth.call_rpc($Tender, "hoist", ["in order"], 0, false)
	peer.always_ordered = false


func _leave_and_come_back():
	Network.leave()
	yield(Network.settle(20), "completed")
	Network.join()
	yield(multiplayer, "connected_to_server")
	yield(Network.settle(), "completed")


# The server sends somebody away, and goes on.
func _turn_out():
	Truth.event("turn out", {"id": multiplayer.get_network_connected_peers()[0]})
	multiplayer.network_peer.disconnect_peer(multiplayer.get_network_connected_peers()[0])
	yield(Network.settle(), "completed")
	Truth.call_rpc($Tender, "hoist", ["one less"])
