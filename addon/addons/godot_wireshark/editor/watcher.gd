# SPDX-License-Identifier: MIT
@tool
extends RefCounted
## Shows the problems of a run while it is recorded: hands the growing recordings to one godot-analyse or tshark, which reads
## each packet once, and takes its lines. Needs an engine whose programs' input can be written (4.3).

signal found(row: Dictionary)

const Pcapng := preload("pcapng.gd")
const RecordingFile := preload("../recording.gd")
const Tshark := preload("tshark.gd")

const FIELDS: Array[String] = ["godot.problem", "godot.rpc.text", "godot.sync.text", "_ws.expert.message", "godot.from", "godot.to"]
const BETWEEN := "\t"
## A message that several processes recorded counts once, as in the tables.
const FILTER := "godot.problem"
## Milliseconds between two looks at the files.
const PAUSE := 300
## Microseconds that a packet waits for earlier ones of other processes, which write to their files now and then. The program must
## read a message where it was sent before it reads where the message arrived.
const WAIT := (RecordingFile.FLUSHING + 2 * PAUSE) * 1000
## Milliseconds after which a process whose file does not grow is waited for no longer: it has ended, or records nothing.
const SILENCE := 10000

var _pipes := {}
var _feeder: Thread
var _reader: Thread
var _folder := ""
var _is_over := false
## Makes a row of a line; an empty one of a line that is no problem.
var _row_of: Callable


## True if a program is there that reads a pipe as it grows.
static func is_possible(tshark: Tshark) -> bool:
	return Tshark.Job.has_pipes and (tshark.watches or tshark.state == Tshark.State.READY)


func start(tshark: Tshark, folder: String, project: String) -> bool:
	var program := tshark.analyser if tshark.watches else tshark.path
	var arguments := PackedStringArray(["-", "--watch", "--json", "--project", project])
	_row_of = row_of_analyser
	if not tshark.watches:
		arguments = arguments_of_tshark(project)
		_row_of = row_of_tshark
	_pipes = OS.call("execute_with_pipe", program, arguments)
	if _pipes.is_empty():
		return false
	_folder = folder
	_feeder = Thread.new()
	_feeder.start(_feed)
	_reader = Thread.new()
	_reader.start(_read)
	return true


static func arguments_of_tshark(project: String) -> PackedStringArray:
	var arguments := PackedStringArray(["-l", "-n", "-r", "-", "-o", Tshark.project_option(project), "-Y", FILTER,
			"-T", "fields", "-E", "occurrence=a"])
	for field: String in FIELDS:
		arguments.append_array(["-e", field])
	return arguments


func stop() -> void:
	if _pipes.is_empty():
		return
	_is_over = true
	OS.kill(_pipes.pid)
	_feeder.wait_to_finish()
	_reader.wait_to_finish()
	_pipes = {}


func _feed() -> void:
	var into: FileAccess = _pipes.stdio
	into.store_buffer(RecordingFile.head_of_file())
	# File to the bytes of it that were read; process to [time of its last packet, when its file grew in milliseconds].
	var done := {}
	var grown := {}
	var packets: Array = []
	while not _is_over:
		OS.delay_msec(PAUSE)
		for name: String in DirAccess.get_files_at(_folder):
			if name.ends_with(".pcapng"):
				# The name without the number of the file: a process begins another one when it is full.
				var process := name.rsplit("-", true, 1)[0]
				if not grown.has(process):
					grown[process] = [0, Time.get_ticks_msec()]
				var known := packets.size()
				done[name] = done.get(name, 0) + _new_packets(_folder.path_join(name), done.get(name, 0), packets)
				if packets.size() > known:
					grown[process] = [packets.back()[0], Time.get_ticks_msec()]
		packets.sort_custom(func(a: Array, b: Array) -> bool: return a[0] < b[0])
		var ready := due(packets, complete_until(grown, Time.get_ticks_msec(), int(Time.get_unix_time_from_system() * 1e6)))
		for packet: Array in packets.slice(0, ready):
			into.store_buffer(packet[1])
		if ready > 0:
			into.flush()
			packets = packets.slice(ready)


## The time until which all files are complete. The system's time alone does not tell it: a process that waits for the
## processor writes later than FLUSHING.
static func complete_until(grown: Dictionary, ticks: int, time: int) -> int:
	var least := time - WAIT
	for process: Array in grown.values():
		if ticks - process[1] < SILENCE:
			least = mini(least, process[0])
	return least


## How many of these packets, in the order of their times, are not later than `time`.
static func due(packets: Array, time: int) -> int:
	return packets.bsearch_custom([time + 1], func(a: Array, b: Array) -> bool: return a[0] < b[0])


## Appends time and bytes of each complete packet behind `begin`; returns how many bytes these blocks have.
func _new_packets(path: String, begin: int, packets: Array) -> int:
	var file := FileAccess.open(path, FileAccess.READ)
	if file == null or file.get_length() <= begin:
		return 0
	file.seek(begin)
	var bytes := file.get_buffer(file.get_length() - begin)
	var at := 0
	while at + 12 <= bytes.size():
		var length := bytes.decode_u32(at + 4)
		if length < 12 or length % 4 != 0 or at + length > bytes.size():
			break
		if bytes.decode_u32(at) == RecordingFile.PACKET and length >= Pcapng.LEAST:
			packets.append([bytes.decode_u32(at + 12) << 32 | bytes.decode_u32(at + 16), bytes.slice(at, at + length)])
		at += length
	return at


func _read() -> void:
	var out: FileAccess = _pipes.stdio
	var rest := PackedByteArray()
	while true:
		var more := out.get_buffer(4096)
		if more.is_empty():
			return
		rest.append_array(more)
		var end := rest.rfind(10)
		if end >= 0:
			for line: String in rest.slice(0, end).get_string_from_utf8().split("\n", false):
				var row: Dictionary = _row_of.call(line)
				if not row.is_empty():
					_tell.call_deferred(row)
			rest = rest.slice(end + 1)


static func row_of_tshark(line: String) -> Dictionary:
	var cells := line.split(BETWEEN)
	if cells.size() != FIELDS.size():
		return {}
	var place := place_of(cells[1] if cells[1] != "" else cells[2])
	return {"problem": cells[0], "node": place[0], "member": place[1], "text": cells[3], "from": cells[4], "to": cells[5]}


## Of an object of `godot-analyse --watch --json`. The last one has no problem: it says what was not judged.
static func row_of_analyser(line: String) -> Dictionary:
	var parser := JSON.new()
	if parser.parse(line) != OK or not parser.data is Dictionary or not parser.data.has("problem"):
		return {}
	var row := {"text": _text(parser.data.get("cause"))}
	for key: String in ["problem", "node", "member", "from", "to"]:
		row[key] = _text(parser.data.get(key))
	return row


static func _text(value: Variant) -> String:
	return value if value is String else ""


## Node and method of `Main/Gate.open("x")`; node of `Main/Ship: position = ...`.
static func place_of(text: String) -> PackedStringArray:
	var call := text.get_slice("(", 0)
	var state := text.get_slice(": ", 0)
	if call.length() < state.length() and call.contains("."):
		var dot := call.rfind(".")
		return PackedStringArray([call.left(dot), call.substr(dot + 1)])
	return PackedStringArray([state if text.contains(": ") else "", ""])


func _tell(row: Dictionary) -> void:
	found.emit(row)
