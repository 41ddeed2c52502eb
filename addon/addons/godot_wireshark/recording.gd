# SPDX-License-Identifier: MIT
extends RefCounted
## Writes records into pcapng files that Wireshark opens: for bug reports of players, and for machines without
## Wireshark. When a file is full the next one begins, and the oldest is deleted.

const PrivateFile := preload("private_file.gd")
const Record := preload("record.gd")
const Settings := preload("settings.gd")

const SECTION_HEADER := 0x0A0D0D0A
const INTERFACE := 1
const PACKET := 6
const BYTE_ORDER := 0x1A2B3C4D
const UPPER_PDU := 252
const PACKET_HEAD := 28
const OPTION_IF_NAME := 2
const OPTION_APPLICATION := 4
## Records are written to the disk at least once in this time, in milliseconds.
const FLUSHING := 1000

var is_open := false
var is_new := false

var _settings: Settings
var _file: FileAccess
var _tags := Record.exported_pdu_tags()
var _written := 0
var _number := 0
var _flushed := 0
var _names: Array[String] = []
var _has_failed := false
var _start := Time.get_datetime_string_from_system().replace(":", "").replace("-", "")


func _init(settings: Settings) -> void:
	_settings = settings


func poll() -> void:
	var now := Time.get_ticks_msec()
	if _file == null and not _has_failed:
		_begin_file()
	elif _written >= _settings.file_bytes:
		_begin_file()
	elif _file != null and now - _flushed > FLUSHING:
		_flushed = now
		_file.flush()


func write(_game: int, time: int, record: PackedByteArray) -> void:
	# Between two frames a file may exceed its size, up to twice that size.
	if _written >= 2 * _settings.file_bytes:
		return
	# Descriptions may be larger than a packet; messages are not.
	var left_out := maxi(record.size() - Record.MOST, 0)
	var length := _tags.size() + record.size() - left_out
	var padding := -length & 3
	var head := PackedByteArray()
	head.resize(PACKET_HEAD)
	head.encode_u32(0, PACKET)
	head.encode_u32(4, PACKET_HEAD + length + padding + 4)
	head.encode_u32(12, time >> 32)
	head.encode_u32(16, time & 0xFFFFFFFF)
	head.encode_u32(20, length)
	head.encode_u32(24, length + left_out)
	head.append_array(_tags)
	head.append_array(record if left_out == 0 else record.slice(0, Record.MOST))
	head.resize(head.size() + padding + 4)
	head.encode_u32(head.size() - 4, head.size())
	_store(head)


func close() -> void:
	_file = null
	is_open = false


func _begin_file() -> void:
	DirAccess.make_dir_recursive_absolute(ProjectSettings.globalize_path(_settings.folder))
	var name := _settings.folder.path_join("%s-%d-%03d.pcapng" % [_start, OS.get_process_id(), _number])
	_file = PrivateFile.open(name)
	_number += 1
	_written = 0
	if _file == null:
		_fail(error_string(FileAccess.get_open_error()))
		return
	_names.append(name)
	if _names.size() > _settings.files:
		DirAccess.remove_absolute(ProjectSettings.globalize_path(_names.pop_front()))
	_store(head_of_file())
	is_open = _file != null
	is_new = is_open


## The blocks before a file's packets.
static func head_of_file() -> PackedByteArray:
	var section := PackedByteArray()
	section.resize(16)
	section.encode_u32(0, BYTE_ORDER)
	section.encode_u16(4, 1)
	section.encode_s64(8, -1)
	var interface := PackedByteArray()
	interface.resize(8)
	interface.encode_u16(0, UPPER_PDU)
	return (
		_block(SECTION_HEADER, section + _option(OPTION_APPLICATION, "Godot mirror"))
		+ _block(INTERFACE, interface + _option(OPTION_IF_NAME, "Godot mirror"))
	)


static func _block(type: int, body: PackedByteArray) -> PackedByteArray:
	var bytes := PackedByteArray()
	bytes.resize(8)
	bytes.encode_u32(0, type)
	bytes.encode_u32(4, body.size() + 12)
	bytes.append_array(body)
	bytes.resize(bytes.size() + 4)
	bytes.encode_u32(bytes.size() - 4, body.size() + 12)
	return bytes


## One pcapng option, and the end of options.
static func _option(code: int, text: String) -> PackedByteArray:
	var value := text.to_utf8_buffer()
	var bytes := PackedByteArray()
	bytes.resize(4)
	bytes.encode_u16(0, code)
	bytes.encode_u16(2, value.size())
	bytes.append_array(value)
	bytes.resize(bytes.size() + (-value.size() & 3) + 4)
	return bytes


func _store(bytes: PackedByteArray) -> void:
	_file.store_buffer(bytes)
	_written += bytes.size()
	if _file.get_error() != OK:
		_fail(error_string(_file.get_error()))


func _fail(why: String) -> void:
	push_warning("godot_wireshark: cannot record into %s: %s" % [_settings.folder, why])
	_has_failed = true
	close()
