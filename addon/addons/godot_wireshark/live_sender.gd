# SPDX-License-Identifier: MIT
extends RefCounted
## Sends records to a listener (godotdump) while the game runs. It never blocks: records that can't be sent yet are put
## into a queue of limited size; those that do not fit are dropped, counted and reported.

const Record := preload("record.gd")
const Settings := preload("settings.gd")

const GREETING := "godot.mirror"
const GREETING_BYTES := 16
const CHUNK := 1 << 16
## Pause between two attempts to reach a listener, in milliseconds.
const PAUSE := 1000
## Milliseconds until the connection is closed if no greeting has arrived.
const PATIENCE := 5000

enum { IDLE, CONNECTING, GREETING_AWAITED, TALKING }

## A listener accepts records.
var is_open := false
## The listener is new, and has got no descriptions yet.
var is_new := false

var _settings: Settings
var _socket := StreamPeerTCP.new()
var _state := IDLE
var _since := -PAUSE
var _chunks: Array[PackedByteArray] = []
var _queued := 0
## Game number to the records and bytes that were dropped.
var _dropped := {}
var _has_warned := false


func _init(settings: Settings) -> void:
	_settings = settings


func poll() -> void:
	var now := Time.get_ticks_msec()
	if _state == IDLE:
		if now - _since < PAUSE:
			return
		_since = now
		if _socket.connect_to_host(_settings.address, _settings.port) != OK:
			return
		_state = CONNECTING
	_socket.poll()
	match _socket.get_status():
		StreamPeerTCP.STATUS_CONNECTED:
			if _state == CONNECTING:
				_socket.set_no_delay(true)
				_state = GREETING_AWAITED
		StreamPeerTCP.STATUS_CONNECTING:
			return
		_:
			_hang_up()
			return
	if _state == GREETING_AWAITED:
		_await_greeting(now)
	if _state == TALKING:
		_flush()


func write(game: int, time: int, record: PackedByteArray) -> void:
	var size := record.size() + 4
	if _queued + size > _settings.queue_bytes:
		var lost: Array = _dropped.get_or_add(game, [0, 0])
		lost[0] += 1
		lost[1] += record.size()
		return
	if not _dropped.is_empty():
		_tell_dropped(time, record)
	_enqueue(record)


func close() -> void:
	if _state == TALKING:
		_flush()
	_hang_up()


func _enqueue(record: PackedByteArray) -> void:
	if _chunks.is_empty() or _chunks[-1].size() >= CHUNK:
		_chunks.append(PackedByteArray())
	var last := _chunks.size() - 1
	# A reference in a variable would make the array a copy when it grows.
	var at := _chunks[last].size()
	_chunks[last].resize(at + 4)
	_chunks[last].encode_u32(at, record.size())
	_chunks[last].append_array(record)
	_queued += record.size() + 4


## Reports the dropped records, before the first one that fits again.
func _tell_dropped(time: int, next: PackedByteArray) -> void:
	for game: int in _dropped:
		var record := Record.head(Record.DROPPED, game)
		record.encode_u64(4, time)
		record.encode_u32(20, next.decode_u32(20))
		record.encode_s32(24, next.decode_s32(24))
		record.append_array(Record.number_64(Record.TAG_DROPPED_RECORDS, _dropped[game][0]))
		record.append_array(Record.number_64(Record.TAG_DROPPED_BYTES, _dropped[game][1]))
		_enqueue(record)
	_dropped.clear()


func _flush() -> void:
	while not _chunks.is_empty():
		var result := _socket.put_partial_data(_chunks[0])
		if result[0] != OK:
			_hang_up()
			return
		var sent: int = result[1]
		_queued -= sent
		if sent < _chunks[0].size():
			_chunks[0] = _chunks[0].slice(sent)
			return
		_chunks.pop_front()


## Sends nothing before the greeting of a listener has arrived.
func _await_greeting(now: int) -> void:
	if _socket.get_available_bytes() < GREETING_BYTES:
		if now - _since > PATIENCE:
			_hang_up()
		return
	var bytes: PackedByteArray = _socket.get_data(GREETING_BYTES)[1]
	var is_listener := bytes.slice(0, GREETING.length()) == GREETING.to_ascii_buffer()
	var version := bytes.decode_u16(GREETING.length())
	var greeting := GREETING.to_ascii_buffer()
	greeting.resize(GREETING_BYTES)
	greeting.encode_u16(GREETING.length(), Record.VERSION)
	if is_listener and version != Record.VERSION:
		_warn("speaks version %d of the record format, this addon %d" % [version, Record.VERSION])
		# The listener shows the same warning in Wireshark.
		_socket.put_partial_data(greeting)
	if not is_listener:
		_warn("is no Godot mirror's listener: nothing is sent there")
	if not is_listener or version != Record.VERSION:
		_hang_up()
		return
	_state = TALKING
	_chunks = [greeting]
	_queued = greeting.size()
	_dropped.clear()
	is_open = true
	is_new = true


func _hang_up() -> void:
	_socket.disconnect_from_host()
	_socket = StreamPeerTCP.new()
	_state = IDLE
	_since = Time.get_ticks_msec()
	_chunks = []
	_queued = 0
	_dropped.clear()
	is_open = false


func _warn(what: String) -> void:
	if not _has_warned:
		push_warning("godot_wireshark: who listens on %s:%d %s" % [_settings.address, _settings.port, what])
	_has_warned = true
