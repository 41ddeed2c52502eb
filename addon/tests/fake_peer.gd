# SPDX-License-Identifier: MIT
extends MultiplayerPeerExtension
## A peer that records its calls, and returns the values that a test has set.

var recorded: Array = []
var answers := {}
var incoming: Array = []  ## [from, channel, mode, bytes]


func _answer(what: String, default: Variant) -> Variant:
	return answers.get(what, default)


func _poll() -> void:
	recorded.append(["poll"])


func _close() -> void:
	recorded.append(["close"])


func _disconnect_peer(peer: int, force: bool) -> void:
	recorded.append(["disconnect_peer", peer, force])


func _put_packet_script(bytes: PackedByteArray) -> Error:
	recorded.append(["put_packet", bytes])
	return _answer("put_packet", OK)


func _get_packet_script() -> PackedByteArray:
	return incoming.pop_front()[3]


func _get_available_packet_count() -> int:
	return incoming.size()


func _get_packet_peer() -> int:
	return incoming[0][0]


func _get_packet_channel() -> int:
	return incoming[0][1]


func _get_packet_mode() -> MultiplayerPeer.TransferMode:
	return incoming[0][2]


func _get_connection_status() -> MultiplayerPeer.ConnectionStatus:
	return _answer("status", CONNECTION_CONNECTED)


func _get_max_packet_size() -> int:
	return 1 << 20


func _get_unique_id() -> int:
	return _answer("id", 7)


func _is_server() -> bool:
	return _answer("id", 7) == 1


func _is_server_relay_supported() -> bool:
	return _answer("relay", true)


func _set_target_peer(peer: int) -> void:
	recorded.append(["target", peer])


func _set_transfer_channel(channel: int) -> void:
	answers.channel = channel


func _get_transfer_channel() -> int:
	return _answer("channel", 0)


func _set_transfer_mode(mode: MultiplayerPeer.TransferMode) -> void:
	answers.mode = mode


func _get_transfer_mode() -> MultiplayerPeer.TransferMode:
	return _answer("mode", TRANSFER_MODE_RELIABLE)


func _is_refusing_new_connections() -> bool:
	return _answer("refuse", false)


func _set_refuse_new_connections(refuse: bool) -> void:
	answers.refuse = refuse
