# SPDX-License-Identifier: MIT
extends RefCounted
## Counts messages for the editor while the game runs from it: bytes per second by kind and by peer. They are monitors of
## the debugger (Debugger > Monitors), and rows of the panel Wireshark.

const Record := preload("record.gd")

## The lowest three bits of a message of SceneMultiplayer.
const KINDS: Array[String] = ["calls", "paths", "confirmations", "raw", "spawns", "despawns", "states", "system"]
const KIND_MASK := 7
const MONITORS := "Wireshark/"
const MESSAGE := "godot_wireshark:second"
const PERIOD := 1000

var _since := Time.get_ticks_msec()
## Bytes by kind: received, sent. Of the current second, and of the last.
var _now: Array[PackedInt64Array] = [_zeros(), _zeros()]
var _last: Array[PackedInt64Array] = [_zeros(), _zeros()]
## Peer to bytes received from it and sent to it; 0: sent to several.
var _peers := {}
## Peer to a reference of the mirrored one that is connected to it.
var _connected := {}
var _monitors: Array[StringName] = []


func _init() -> void:
	_watch("received", func() -> int: return sum(_last[Record.IN]))
	_watch("sent", func() -> int: return sum(_last[Record.OUT]))
	for kind: int in KINDS.size():
		_watch(KINDS[kind], func() -> int: return _last[Record.IN][kind] + _last[Record.OUT][kind])


func close() -> void:
	for monitor: StringName in _monitors:
		if Performance.has_custom_monitor(monitor):
			Performance.remove_custom_monitor(monitor)
	_monitors.clear()


func add(direction: int, peer: int, packet: PackedByteArray) -> void:
	var bytes := packet.size()
	if bytes == 0:
		return
	_now[direction][packet[0] & KIND_MASK] += bytes
	var key := maxi(peer, 0)
	var row: PackedInt64Array = _peers.get(key, PackedInt64Array([0, 0]))
	row[direction] += bytes
	_peers[key] = row


## Once in each frame. `peers`: the mirrored ones.
func poll(peers: Array) -> void:
	var now := Time.get_ticks_msec()
	if now - _since < PERIOD:
		return
	_since = now
	_last = _now
	_now = [_zeros(), _zeros()]
	var rows := {}
	for peer: int in _peers:
		rows[peer] = [_peers[peer][Record.IN], _peers[peer][Record.OUT], round_trip(peer)]
	# Peers that are silent in the next second have a row then, too.
	for peer: int in _peers:
		_peers[peer] = PackedInt64Array([0, 0])
	if EngineDebugger.is_active() and not rows.is_empty():
		var ids := peers.map(func(peer: MultiplayerPeer) -> int: return id_of(peer))
		EngineDebugger.send_message(MESSAGE, [OS.get_process_id(), ids, _last[Record.IN], _last[Record.OUT], rows])


func know_peer(mirrored: MultiplayerPeer, peer: int) -> void:
	_connected[peer] = weakref(mirrored)


func forget_peer(peer: int) -> void:
	_peers.erase(peer)
	_connected.erase(peer)


static func id_of(peer: MultiplayerPeer) -> int:
	return 0 if peer.get_connection_status() == MultiplayerPeer.CONNECTION_DISCONNECTED else peer.get_unique_id()


## In milliseconds, where the transport knows it; -1: it does not.
func round_trip(id: int) -> int:
	var mirrored: Variant = _connected[id].get_ref() if _connected.has(id) else null
	var enet: Variant = mirrored.inner if mirrored != null else null
	if not (enet is ENetMultiplayerPeer) or enet.get_connection_status() != MultiplayerPeer.CONNECTION_CONNECTED:
		return -1
	var connection: ENetPacketPeer = enet.get_peer(id)
	return int(connection.get_statistic(ENetPacketPeer.PEER_ROUND_TRIP_TIME)) if connection != null else -1


func _watch(title: String, value: Callable) -> void:
	var monitor := StringName(MONITORS + title)
	if not Performance.has_custom_monitor(monitor):
		Performance.add_custom_monitor(monitor, value)
		_monitors.append(monitor)


static func _zeros() -> PackedInt64Array:
	var zeros := PackedInt64Array()
	zeros.resize(KINDS.size())
	return zeros


static func sum(numbers: PackedInt64Array) -> int:
	var all := 0
	for number: int in numbers:
		all += number
	return all
