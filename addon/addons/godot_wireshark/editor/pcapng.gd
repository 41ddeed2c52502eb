# SPDX-License-Identifier: MIT
@tool
extends RefCounted
## Reads the recordings that recording.gd has written: what is in them, and several processes' merged in time. A block that
## is not complete yet ends the file: the game may still be writing.

const PrivateFile := preload("../private_file.gd")
const Record := preload("../record.gd")
const Recording := preload("../recording.gd")

## A block's type, lengths, times, the tags of an exported PDU, and the common head of a record.
const TAGS_BYTES := 20
const RECORD_AT := Recording.PACKET_HEAD + TAGS_BYTES
const LEAST := RECORD_AT + Record.COMMON_HEAD + 4
const ATTRIBUTE_HEAD := 8


## What a recording tells about a run: times in microseconds, the processes, and where the nodes are.
class Facts:
	var begin := 0
	var end := 0
	## Game number to what it tells of itself: role, id, process, project.
	var games := {}
	var messages := 0
	## Bytes of the messages that the recorded peers have sent.
	var sent := 0
	## The same, that they have received.
	var received := 0
	## Ids of all peers that sent or got a message, or connected.
	var peers := {}
	## Path of a node to its script and to its place in a scene.
	var nodes := {}
	## Path of a node with synchronized properties to its synchronizer's path.
	var synchronizers := {}

	## The ids of the peers that recorded.
	func recorded() -> Array[int]:
		# A dictionary: a recording may have any number of games.
		var ids := {}
		for game: Dictionary in games.values():
			if game.id != 0:
				ids[game.id] = true
		return Array(ids.keys(), TYPE_INT, &"", null)

	## Everyone who took part has recorded, so each message is in the recordings of its sender and of its receivers.
	func is_complete() -> bool:
		var ids := recorded()
		var missing := peers.duplicate()
		for id: int in ids:
			missing.erase(id)
		return missing.is_empty() and ids.size() > 1

	func seconds() -> float:
		return (end - begin) / 1e6


## Adds what a file has to the facts of its run. `head_only`: reads no messages.
static func read_facts(bytes: PackedByteArray, facts: Facts) -> void:
	var at := 0
	var size := bytes.size()
	while at + 12 <= size:
		var length := bytes.decode_u32(at + 4)
		if length < 12 or length % 4 != 0 or at + length > size:
			return
		if length >= LEAST and bytes.decode_u32(at) == Recording.PACKET:
			_read_record(bytes, at + RECORD_AT, at + Recording.PACKET_HEAD + bytes.decode_u32(at + 20), facts)
		at += length


static func _read_record(bytes: PackedByteArray, at: int, end: int, facts: Facts) -> void:
	if end > bytes.size() or at + Record.COMMON_HEAD > end or bytes[at] != Record.VERSION:
		return
	var time := bytes.decode_u64(at + 4)
	if facts.begin == 0 or time < facts.begin:
		facts.begin = time
	facts.end = maxi(facts.end, time)
	var number := bytes.decode_s64(at + 12)
	if not facts.games.has(number):
		facts.games[number] = {"id": 0, "role": "", "process": 0, "project": "", "engine": "", "transport": ""}
	var game: Dictionary = facts.games[number]
	var id := bytes.decode_s32(at + 24)
	if id != 0:
		game.id = id
		facts.peers[id] = true
	if bytes[at + 1] == Record.MESSAGE:
		if at + Record.MESSAGE_HEAD > end or bytes.decode_u16(at + 34) & Record.EARLIER:
			return
		facts.messages += 1
		var peer := bytes.decode_s32(at + 28)
		if peer > 0:
			facts.peers[peer] = true
		if bytes[at + 32] == Record.OUT:
			facts.sent += bytes.decode_u32(at + 40)
		else:
			facts.received += bytes.decode_u32(at + 40)
		return
	var attributes := _attributes(bytes, at + bytes.decode_u16(at + 2), end)
	match bytes[at + 1]:
		Record.GAME:
			game.role = _text(attributes, Record.TAG_ROLE)
			game.project = _text(attributes, Record.TAG_PROJECT)
			game.engine = _text(attributes, Record.TAG_ENGINE)
			game.transport = _text(attributes, Record.TAG_TRANSPORT)
			var process: PackedByteArray = attributes.get(Record.TAG_PROCESS_ID, PackedByteArray())
			if process.size() >= 4:
				game.process = process.decode_u32(0)
		Record.NODE, Record.SYNCHRONIZER, Record.SPAWNER:
			var path := _text(attributes, Record.TAG_NODE_PATH)
			var known: Dictionary = facts.nodes.get(path, {"script": "", "scene": "", "place": ""})
			for row: Array in [["script", Record.TAG_SCRIPT], ["scene", Record.TAG_PLACE_SCENE], ["place", Record.TAG_PLACE]]:
				if attributes.has(row[1]):
					known[row[0]] = _text(attributes, row[1])
			facts.nodes[path] = known
			if attributes.has(Record.TAG_SYNC_ROOT):
				facts.synchronizers[_text(attributes, Record.TAG_SYNC_ROOT)] = path
		Record.EVENT:
			var peer: PackedByteArray = attributes.get(Record.TAG_EVENT_PEER, PackedByteArray())
			if peer.size() >= 4 and peer.decode_s32(0) > 0:
				facts.peers[peer.decode_s32(0)] = true


## Tag to its value; of several with one tag the first.
static func _attributes(bytes: PackedByteArray, at: int, end: int) -> Dictionary:
	var found := {}
	while at + ATTRIBUTE_HEAD <= end:
		var tag := bytes.decode_u16(at)
		var length := bytes.decode_u32(at + 4)
		at += ATTRIBUTE_HEAD
		if at + length > end:
			break
		if not found.has(tag):
			found[tag] = bytes.slice(at, at + length)
		at += length
	return found


static func _text(attributes: Dictionary, tag: int) -> String:
	return (attributes.get(tag, PackedByteArray()) as PackedByteArray).get_string_from_utf8()


# --- Merging ----------------------------------------------------------------------------------------------------------

## The packets of one process, in its own order: a cursor over its files.
class Stream:
	var _files: PackedStringArray
	var _bytes: PackedByteArray
	var _at := 0
	## The next packet.
	var time := 0
	var begin := 0
	var length := 0
	var is_sent := false

	func _init(files: PackedStringArray) -> void:
		_files = files

	func bytes_of_packet() -> PackedByteArray:
		return _bytes.slice(begin, begin + length)

	## False at the end.
	func advance() -> bool:
		while true:
			while _at + 12 <= _bytes.size():
				begin = _at
				length = _bytes.decode_u32(begin + 4)
				if length < 12 or length % 4 != 0 or begin + length > _bytes.size():
					break
				_at += length
				if length >= LEAST and _bytes.decode_u32(begin) == Recording.PACKET:
					time = _bytes.decode_u32(begin + 12) << 32 | _bytes.decode_u32(begin + 16)
					is_sent = _bytes[begin + RECORD_AT + 1] == Record.MESSAGE and length >= RECORD_AT + Record.MESSAGE_HEAD \
							and _bytes[begin + RECORD_AT + 32] == Record.OUT
					return true
			if _files.is_empty():
				return false
			_bytes = FileAccess.get_file_as_bytes(_files[0])
			_files = _files.slice(1)
			_at = 0
		return false


## Writes the packets of several processes into one file, in the order of their times. `processes`: the files of each, in
## order. `received_only`: leaves out sent messages, for sums over recordings that have each message twice.
static func merge(processes: Array[PackedStringArray], target: String, received_only := false) -> Error:
	var file := PrivateFile.open(target)
	if file == null:
		return FileAccess.get_open_error()
	file.store_buffer(Recording.head_of_file())
	var streams: Array[Stream] = []
	for files: PackedStringArray in processes:
		var stream := Stream.new(files)
		if stream.advance():
			streams.append(stream)
	while not streams.is_empty():
		var first := streams[0]
		for stream: Stream in streams:
			if stream.time < first.time:
				first = stream
		if not (received_only and first.is_sent):
			file.store_buffer(first.bytes_of_packet())
		if not first.advance():
			streams.erase(first)
	return file.get_error()
