# SPDX-License-Identifier: MIT
extends MultiplayerPeerExtension
## Wraps a peer of any class for the multiplayer API. Everything is passed on unchanged; messages in both directions are
## recorded if an outlet accepts records.

const Kept := preload("kept.gd")
const Record := preload("record.gd")

## The wrapped peer.
var inner: MultiplayerPeer
## Identifies this peer's records.
var game: int
## Messages kept for listeners that connect later.
var kept := Kept.new()

var _hub: RefCounted
var _head: PackedByteArray
var _target := 0
var _status := MultiplayerPeer.CONNECTION_DISCONNECTED


## `hub` is the process's hub.gd.
func _init(peer: MultiplayerPeer, hub: RefCounted) -> void:
	inner = peer
	_hub = hub
	game = hub.new_game()
	_head = Record.head(Record.MESSAGE, game)
	inner.peer_connected.connect(_on_peer_connected)
	inner.peer_disconnected.connect(_on_peer_disconnected)
	hub.add(self)


# --- Messages ---------------------------------------------------------------------------------------------------------

func _get_packet_script() -> PackedByteArray:
	# Sender, channel and mode must be read before get_packet(): they are those of the next packet.
	var peer := inner.get_packet_peer()
	if not _hub.is_wanted:
		# SceneMultiplayer sends the messages to keep reliably and on channel 0.
		var unread := inner.get_packet()
		if _hub.counts != null:
			_hub.counts.add(Record.IN, peer, unread)
		_keep(Record.IN, peer, MultiplayerPeer.TRANSFER_MODE_RELIABLE, 0, unread)
		return unread
	var channel := inner.get_packet_channel()
	var mode := inner.get_packet_mode()
	var packet := inner.get_packet()
	if _hub.counts != null:
		_hub.counts.add(Record.IN, peer, packet)
	_keep(Record.IN, peer, mode, channel, packet)
	_write(Record.IN, peer, mode, channel, packet)
	return packet


func _put_packet_script(packet: PackedByteArray) -> Error:
	var error := inner.put_packet(packet)
	if error != OK:
		return error
	if _hub.counts != null:
		_hub.counts.add(Record.OUT, _target, packet)
	_keep(Record.OUT, _target, inner.transfer_mode, inner.transfer_channel, packet)
	if _hub.is_wanted:
		_write(Record.OUT, _target, inner.transfer_mode, inner.transfer_channel, packet)
	return error


func _poll() -> void:
	inner.poll()
	var status := inner.get_connection_status()
	if status != _status:
		_status = status
		if status == MultiplayerPeer.CONNECTION_DISCONNECTED:
			kept.forget_all()
		_hub.status_changed(self, status)
	_hub.poll()


func _keep(direction: int, peer: int, mode: int, channel: int, packet: PackedByteArray) -> void:
	if not packet.is_empty() and Kept.MAY_TEACH >> (packet[0] & Kept.COMMAND_MASK) & 1:
		kept.hear(direction, peer, mode, channel, packet)


func _write(direction: int, peer: int, mode: int, channel: int, packet: PackedByteArray) -> void:
	if _hub.has_pending:
		_hub.describe_pending()
	var record := _head.duplicate()
	Record.set_message(record, direction, peer, mode, channel, packet)
	_hub.write(self, record)


func _on_peer_connected(id: int) -> void:
	if _hub.counts != null:
		_hub.counts.know_peer(self, id)
	_hub.peer_event(self, Record.PEER_CONNECTED, id)
	peer_connected.emit(id)


func _on_peer_disconnected(id: int) -> void:
	kept.forget_peer(id)
	if _hub.counts != null:
		_hub.counts.forget_peer(id)
	_hub.peer_event(self, Record.PEER_DISCONNECTED, id)
	peer_disconnected.emit(id)


# --- Passed on to the wrapped peer ------------------------------------------------------------------------------------

func _close() -> void:
	inner.close()


func _disconnect_peer(peer: int, force: bool) -> void:
	inner.disconnect_peer(peer, force)


func _get_available_packet_count() -> int:
	return inner.get_available_packet_count()


func _get_connection_status() -> MultiplayerPeer.ConnectionStatus:
	return inner.get_connection_status()


## Scripts can't read the wrapped peer's limit; 16 MiB is that of most of the engine's peers.
func _get_max_packet_size() -> int:
	return 1 << 24


func _get_packet_channel() -> int:
	return inner.get_packet_channel()


func _get_packet_mode() -> MultiplayerPeer.TransferMode:
	return inner.get_packet_mode()


func _get_packet_peer() -> int:
	return inner.get_packet_peer()


func _get_transfer_channel() -> int:
	return inner.transfer_channel


func _get_transfer_mode() -> MultiplayerPeer.TransferMode:
	return inner.transfer_mode


func _get_unique_id() -> int:
	return inner.get_unique_id()


func _is_refusing_new_connections() -> bool:
	return inner.refuse_new_connections


func _is_server() -> bool:
	return inner.get_unique_id() == MultiplayerPeer.TARGET_PEER_SERVER


func _is_server_relay_supported() -> bool:
	return inner.is_server_relay_supported()


func _set_refuse_new_connections(refuse: bool) -> void:
	inner.refuse_new_connections = refuse


func _set_target_peer(peer: int) -> void:
	_target = peer
	inner.set_target_peer(peer)


func _set_transfer_channel(channel: int) -> void:
	inner.transfer_channel = channel


func _set_transfer_mode(mode: MultiplayerPeer.TransferMode) -> void:
	inner.transfer_mode = mode
