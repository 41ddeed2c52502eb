# SPDX-License-Identifier: MIT
class_name LocalPeer
extends MultiplayerPeerExtension
## A peer whose packets go nowhere but to its fellows in this process.

class Packet:
	var from: int
	var channel: int
	var mode: MultiplayerPeer.TransferMode
	var bytes: PackedByteArray

## All peers of the game by their ids.
var fellows: Dictionary
var id: int

var _target := 0
var _channel := 0
var _mode := MultiplayerPeer.TRANSFER_MODE_RELIABLE
var _arrived: Array[Packet] = []
var _known := {}


func _init(own_id: int, game: Dictionary) -> void:
	id = own_id
	fellows = game
	fellows[id] = self


func _poll() -> void:
	for other: int in fellows:
		# Clients know the server alone, as with any transport that the server relays for.
		if other != id and not _known.has(other) and (id == 1 or other == 1):
			_known[other] = true
			peer_connected.emit(other)


func _put_packet_script(bytes: PackedByteArray) -> Error:
	for other: int in fellows:
		var is_meant := _target == other or (_target <= 0 and other != -_target and (id == 1 or other == 1))
		if other == id or not is_meant:
			continue
		var packet := Packet.new()
		packet.from = id
		packet.channel = _channel
		packet.mode = _mode
		packet.bytes = bytes
		fellows[other]._arrived.append(packet)
	return OK


func _get_packet_script() -> PackedByteArray:
	return _arrived.pop_front().bytes


func _get_available_packet_count() -> int:
	return _arrived.size()


func _get_packet_peer() -> int:
	return _arrived[0].from


func _get_packet_channel() -> int:
	return _arrived[0].channel


func _get_packet_mode() -> MultiplayerPeer.TransferMode:
	return _arrived[0].mode


func _get_connection_status() -> MultiplayerPeer.ConnectionStatus:
	return CONNECTION_CONNECTED


func _get_max_packet_size() -> int:
	return 1 << 20


func _get_unique_id() -> int:
	return id


func _is_server() -> bool:
	return id == 1


func _is_server_relay_supported() -> bool:
	return true


func _set_target_peer(peer: int) -> void:
	_target = peer


func _set_transfer_channel(channel: int) -> void:
	_channel = channel


func _get_transfer_channel() -> int:
	return _channel


func _set_transfer_mode(mode: MultiplayerPeer.TransferMode) -> void:
	_mode = mode


func _get_transfer_mode() -> MultiplayerPeer.TransferMode:
	return _mode


func _is_refusing_new_connections() -> bool:
	return false


func _set_refuse_new_connections(_refuse: bool) -> void:
	pass


func _disconnect_peer(_peer: int, _force: bool) -> void:
	pass


func _close() -> void:
	pass
