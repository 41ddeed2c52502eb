# SPDX-License-Identifier: MIT
extends RefCounted
## Records as bytes, version 1 of the format (docs/wire/mirror.md in the plugin's repository).

const VERSION := 1
const COMMON_HEAD := 28
const MESSAGE_HEAD := 44

## The most bytes of a record that a packet of a capture holds, with the tags before it: Wireshark ends a file, and
## dumpcap a live capture, at a block above 256 KiB.
const MOST := 262144 - 28 - 20 - 4

const MESSAGE := 1
const GAME := 2
const NODE := 3
const SYNCHRONIZER := 4
const SPAWNER := 5
const EVENT := 6
const DROPPED := 7

## Flag of a message that passed before the listener connected.
const EARLIER := 1

const IN := 0
const OUT := 1

const PEER_CONNECTED := 0
const PEER_DISCONNECTED := 1
const CONNECTING := 2
const CONNECTED := 3
const CLOSED := 4

const TAG_ENGINE := 1
const TAG_ADDON := 2
const TAG_PROJECT := 3
const TAG_TRANSPORT := 4
const TAG_API := 5
const TAG_ROLE := 6
const TAG_PROCESS_ID := 7
const TAG_SYSTEM := 8
const TAG_ROOT_PATH := 9
const TAG_PROJECT_FOLDER := 10
const TAG_NODE_PATH := 16
const TAG_NODE_CLASS := 17
const TAG_SCRIPT := 18
const TAG_AUTHORITY := 19
const TAG_METHODS_MD5 := 20
const TAG_METHOD := 21
const TAG_ARGUMENT := 22
const TAG_PLACE_SCENE := 23
const TAG_PLACE := 24
const TAG_SCENE := 32
const TAG_SPAWN_PATH := 33
const TAG_PROPERTY := 40
const TAG_SYNC_ROOT := 41
const TAG_SYNC_SCENE := 42
const TAG_SYNC_POSITION := 43
const TAG_EVENT := 48
const TAG_EVENT_PEER := 49
const TAG_DROPPED_RECORDS := 56
const TAG_DROPPED_BYTES := 57

## The bytes before each record in a capture: an exported PDU for the dissector `godot.mirror`.
const DISSECTOR := "godot.mirror"


## The head that all records of a kind share; time, sequence and own id are filled in by stamp().
static func head(kind: int, game: int) -> PackedByteArray:
	var bytes := PackedByteArray()
	bytes.resize(MESSAGE_HEAD if kind == MESSAGE else COMMON_HEAD)
	bytes[0] = VERSION
	bytes[1] = kind
	bytes.encode_u16(2, bytes.size())
	bytes.encode_s64(12, game)
	return bytes


## Fills in the part of a message's head that other records do not have. Of a message that does not fit into a packet, the
## record has the beginning, and the length of all.
static func set_message(
	record: PackedByteArray, direction: int, peer: int, mode: int, channel: int, packet: PackedByteArray
) -> void:
	record.encode_s32(28, peer)
	record.encode_u8(32, direction)
	record.encode_u8(33, mode)
	record.encode_s32(36, channel)
	record.encode_u32(40, packet.size())
	if packet.size() > MOST - MESSAGE_HEAD:
		record.append_array(packet.slice(0, MOST - MESSAGE_HEAD))
	else:
		record.append_array(packet)


static func text(tag: int, value: String) -> PackedByteArray:
	return _attribute(tag, value.to_utf8_buffer())


static func number_8(tag: int, value: int) -> PackedByteArray:
	return _attribute(tag, PackedByteArray([value]))


static func number_32(tag: int, value: int) -> PackedByteArray:
	var bytes := PackedByteArray()
	bytes.resize(4)
	bytes.encode_s32(0, value)
	return _attribute(tag, bytes)


static func number_64(tag: int, value: int) -> PackedByteArray:
	var bytes := PackedByteArray()
	bytes.resize(8)
	bytes.encode_s64(0, value)
	return _attribute(tag, bytes)


static func method(id: int, config: Dictionary, name: String) -> PackedByteArray:
	var bytes := PackedByteArray()
	bytes.resize(10)
	bytes.encode_u16(0, id)
	bytes[2] = config.get("rpc_mode", MultiplayerAPI.RPC_MODE_DISABLED)
	bytes[3] = config.get("transfer_mode", MultiplayerPeer.TRANSFER_MODE_RELIABLE)
	bytes[4] = 1 if config.get("call_local", false) else 0
	bytes.encode_s32(6, config.get("channel", 0))
	bytes.append_array(name.to_utf8_buffer())
	return _attribute(TAG_METHOD, bytes)


static func argument(name: String, type: String, has_default: bool) -> PackedByteArray:
	var name_bytes := name.to_utf8_buffer()
	var bytes := PackedByteArray()
	bytes.resize(4)
	bytes.encode_u16(0, 1 if has_default else 0)
	bytes.encode_u16(2, name_bytes.size())
	bytes.append_array(name_bytes)
	bytes.append_array(type.to_utf8_buffer())
	return _attribute(TAG_ARGUMENT, bytes)


static func property(path: String, on_spawn: bool, replication_mode: int) -> PackedByteArray:
	var bytes := PackedByteArray([(1 if on_spawn else 0) | replication_mode << 1, 0])
	bytes.append_array(path.to_utf8_buffer())
	return _attribute(TAG_PROPERTY, bytes)


## The tags of an exported PDU: only the dissector's name.
static func exported_pdu_tags() -> PackedByteArray:
	var name := DISSECTOR.to_ascii_buffer()
	var bytes := PackedByteArray([0, 12, 0, name.size()])
	bytes.append_array(name)
	bytes.append_array(PackedByteArray([0, 0, 0, 0]))
	return bytes


static func _attribute(tag: int, value: PackedByteArray) -> PackedByteArray:
	var bytes := PackedByteArray()
	bytes.resize(8)
	bytes.encode_u16(0, tag)
	bytes.encode_u32(4, value.size())
	bytes.append_array(value)
	return bytes
