# SPDX-License-Identifier: MIT
extends RefCounted
## Stores messages that a late listener needs to read others: numbers of paths, their confirmations, spawned nodes. The
## game sends them once. A listener that connects later gets copies first, marked as earlier; without them it would show
## numbers instead of names.

const Record := preload("record.gd")

## Limits for the number of messages kept, and for their bytes; beyond them the oldest is dropped.
const MOST := 4096
const MOST_BYTES := 1 << 20

# Commands of SceneMultiplayer: the lowest three bits of a message.
const SIMPLIFY_PATH := 1
const CONFIRM_PATH := 2
const SPAWN := 4
const DESPAWN := 5
const SYSTEM := 7
const COMMAND_MASK := 7
## The second byte of a system command that contains another peer's message, which begins after that peer's id.
const RELAY := 3
const RELAY_BYTES := 6
## Position of the number of a path or node in a message: after an MD5 sum, a flag, a scene and a spawner.
const PLACES := {SIMPLIFY_PATH: 34, CONFIRM_PATH: 2, SPAWN: 6, DESPAWN: 1}
## A bit for each command that may have to be kept. Most messages are calls and states, which are not.
const MAY_TEACH := 1 << SIMPLIFY_PATH | 1 << CONFIRM_PATH | 1 << SPAWN | 1 << DESPAWN | 1 << SYSTEM

## By direction, peers, command and number: direction, peer, mode, channel, bytes.
var _messages := {}
var _bytes := 0


func hear(direction: int, peer: int, mode: int, channel: int, packet: PackedByteArray) -> void:
	var begin := 0
	var passed_on := 0
	if packet[0] & COMMAND_MASK == SYSTEM:
		if packet.size() <= RELAY_BYTES or packet[1] != RELAY:
			return
		begin = RELAY_BYTES
		passed_on = packet.decode_s32(2)
	var command := packet[begin] & COMMAND_MASK
	var place: int = begin + PLACES.get(command, packet.size())
	if place + 4 > packet.size():
		return
	var number := packet.decode_u32(place)
	if command == DESPAWN:
		_forget([direction, peer, passed_on, SPAWN, number])
		return
	var key := [direction, peer, passed_on, command, number]
	_forget(key)
	_messages[key] = [direction, peer, mode, channel, packet]
	_bytes += packet.size()
	while _messages.size() > MOST or _bytes > MOST_BYTES:
		_forget(_oldest())


## Drops the messages from and to a peer that has left.
func forget_peer(id: int) -> void:
	for key: Array in _messages.keys():
		if key[1] == id or key[2] == id:
			_forget(key)


func forget_all() -> void:
	_messages.clear()
	_bytes = 0


## The records of these messages, in the order in which they were sent.
func records(game: int) -> Array[PackedByteArray]:
	var found: Array[PackedByteArray] = []
	for message: Array in _messages.values():
		var packet: PackedByteArray = message[4]
		var record := Record.head(Record.MESSAGE, game)
		Record.set_message(record, message[0], message[1], message[2], message[3], packet)
		record.encode_u16(34, Record.EARLIER)
		found.append(record)
	return found


func _oldest() -> Array:
	for key: Array in _messages:
		return key
	return []


func _forget(key: Array) -> void:
	if _messages.has(key):
		_bytes -= _messages[key][4].size()
		_messages.erase(key)
