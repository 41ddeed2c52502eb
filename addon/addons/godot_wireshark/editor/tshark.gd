# SPDX-License-Identifier: MIT
@tool
extends RefCounted
## Finds what reads recordings, and runs it in the background: godot-analyse, which needs no Wireshark, or tshark, which is asked
## whether it has the plugin.

enum State { UNKNOWN, MISSING, BROKEN, NO_PLUGIN, READY }

const IS_WINDOWS_NAME := ["Windows", "UWP"]
const ANALYSER := "godot-analyse"
## Where it may lie beside the addon.
const BIN := "res://addons/godot_wireshark/bin"
## Reads recordings in a browser, without a program.
const PAGE := "godot-page.html"
## Milliseconds after which an answer about itself is no longer expected.
const PATIENCE := 30_000

var state := State.UNKNOWN
var path := ""
## As 4.6; empty: not known.
var version := ""
## What the program said, if it is not tshark.
var said := ""
## godot-analyse, in the addon's folder bin/ or installed; empty: neither.
var analyser := ""
## That one prints problems while a capture grows (--watch).
var watches := false
## Wireshark has the profile Godot.
var has_profile := false


## One run of a program. Its output is complete when it has ended.
class Job:
	signal ended

	## Since 4.3: a program's output can be read while it runs, and it can be stopped.
	static var has_pipes := OS.has_method("execute_with_pipe")

	var output := ""
	var errors := ""
	var code := -1
	var was_stopped := false
	var is_running := false
	var _pid := 0
	var _thread: Thread
	var _reader: Thread
	## A thread may be waited for once: by the main thread, or by the one that started it.
	var _tells := true

	## False: the program can't be started. `tells`: emits `ended` in the main thread; otherwise finish() must be called.
	func start(program: String, arguments: PackedStringArray, tells := true) -> bool:
		is_running = true
		_tells = tells
		var pipes := {}
		if has_pipes:
			pipes = OS.call("execute_with_pipe", program, arguments)
			if pipes.is_empty():
				is_running = false
				return false
			_pid = pipes.pid
			_reader = Thread.new()
			_reader.start(_read.bind(pipes.stderr))
		_thread = Thread.new()
		_thread.start(_follow.bind(pipes) if not pipes.is_empty() else _execute.bind(program, arguments))
		return true

	func can_stop() -> bool:
		return _pid != 0

	func stop() -> void:
		was_stopped = true
		if _pid != 0 and is_running:
			OS.kill(_pid)

	## Why there is no output: what the program said, or its exit code.
	func reason() -> String:
		for line: String in errors.split("\n", false):
			# Each run by root begins with this.
			if not line.begins_with("Running as user"):
				return line.strip_edges()
		return "it ended with %d" % code

	## Waits for the end.
	func finish() -> void:
		if _thread != null and _thread.is_started():
			_thread.wait_to_finish()
		is_running = false

	func _read(pipe: FileAccess) -> PackedByteArray:
		var bytes := PackedByteArray()
		while true:
			var more := pipe.get_buffer(65536)
			if more.is_empty():
				return bytes
			bytes.append_array(more)
		return bytes

	func _follow(pipes: Dictionary) -> void:
		var bytes := _read(pipes.stdio)
		output = bytes.get_string_from_utf8()
		errors = (_reader.wait_to_finish() as PackedByteArray).get_string_from_utf8()
		# The code is there a moment after the output's end. Stopping it has taken the code away.
		while not was_stopped and OS.is_process_running(_pid):
			OS.delay_msec(2)
		if not was_stopped:
			code = OS.call("get_process_exit_code", _pid)
		if _tells:
			_tell.call_deferred()

	func _execute(program: String, arguments: PackedStringArray) -> void:
		var lines := []
		code = OS.execute(program, _for_shell(arguments), lines, false)
		output = "".join(lines)
		if _tells:
			_tell.call_deferred()

	## OS.execute() puts each argument between double quotes, for a shell to read; not on Windows.
	func _for_shell(arguments: PackedStringArray) -> PackedStringArray:
		if OS.get_name() in IS_WINDOWS_NAME:
			return arguments
		var escaped := PackedStringArray()
		for argument: String in arguments:
			for letter: String in ["\\", "\"", "$", "`"]:
				argument = argument.replace(letter, "\\" + letter)
			escaped.append(argument)
		return escaped

	func _tell() -> void:
		finish()
		ended.emit()


# --- Finding it -------------------------------------------------------------------------------------------------------

## Where installers put a program of Wireshark, by system; `given` is a program or a folder that the user has set.
static func find(program: String, given := "") -> String:
	var name := program + (".exe" if OS.get_name() in IS_WINDOWS_NAME else "")
	if given != "":
		for candidate: String in [given, given.path_join(name), given.get_base_dir().path_join(name)]:
			if candidate.get_file().get_basename() == program and FileAccess.file_exists(candidate):
				return candidate
		# A program of another name is taken as it is set, if it is tshark that is asked for.
		return given if program == "tshark" and FileAccess.file_exists(given) else ""
	for folder: String in folders():
		if FileAccess.file_exists(folder.path_join(name)):
			return folder.path_join(name)
	return ""


static func folders() -> PackedStringArray:
	var found := PackedStringArray()
	var is_windows := OS.get_name() in IS_WINDOWS_NAME
	for folder: String in OS.get_environment("PATH").split(";" if is_windows else ":", false):
		found.append(folder)
	match OS.get_name():
		"Windows":
			for variable: String in ["ProgramFiles", "ProgramW6432", "ProgramFiles(x86)"]:
				if OS.get_environment(variable) != "":
					found.append(OS.get_environment(variable).path_join("Wireshark"))
		"macOS":
			for folder: String in ["/Applications", OS.get_environment("HOME").path_join("Applications")]:
				found.append(folder.path_join("Wireshark.app/Contents/MacOS"))
			found.append_array(["/opt/homebrew/bin", "/usr/local/bin"])
		_:
			found.append_array(["/usr/bin", "/usr/local/bin", OS.get_environment("HOME").path_join(".local/bin")])
	return found


## The page that reads recordings in a browser: in the addon's folder bin/, beside a program, where packages put it, or in
## Wireshark's settings on Windows; empty: nowhere. `beside`: the addon's own folder for it.
static func find_page(beside := BIN) -> String:
	var places := PackedStringArray([ProjectSettings.globalize_path(beside)])
	for folder: String in folders():
		places.append(folder)
		places.append(folder.get_base_dir().path_join("share/godot-wireshark"))
	if OS.get_environment("APPDATA") != "":
		places.append(OS.get_environment("APPDATA").path_join("Wireshark"))
	for place: String in places:
		if FileAccess.file_exists(place.path_join(PAGE)):
			return place.path_join(PAGE)
	return ""


## True if recordings can be read.
func can_answer() -> bool:
	return analyser != "" or state == State.READY


## The program that reads recordings.
func reader() -> String:
	return analyser if analyser != "" else path


## Finds godot-analyse. `beside`: the addon's own folder for it.
func find_analyser(beside := BIN) -> void:
	analyser = ""
	watches = false
	for candidate: String in [find(ANALYSER, ProjectSettings.globalize_path(beside)), find(ANALYSER)]:
		if analyser == "" and candidate != "" and _ask(["--version"], candidate).begins_with(ANALYSER + " "):
			analyser = candidate
			watches = _ask(["--help"], candidate).contains("--watch")


## Takes a few tenths of a second: to be called in a thread. `given`: the program that the user has set.
func examine(given := "") -> void:
	find_analyser()
	path = find("tshark", given)
	version = ""
	said = ""
	has_profile = false
	if path == "":
		state = State.MISSING
		return
	var about := _ask(["--version"])
	var matched := RegEx.create_from_string("\\(Wireshark\\) (\\d+\\.\\d+)").search(about)
	if matched == null:
		said = about.strip_edges().get_slice("\n", 0).left(200)
		state = State.BROKEN
		return
	version = matched.get_string(1)
	var has_plugin := false
	for line: String in _ask(["-G", "plugins"]).split("\n"):
		has_plugin = has_plugin or line.begins_with("godot.so") or line.begins_with("godot.dll")
	for line: String in _ask(["-G", "folders"]).split("\n"):
		if line.begins_with("Personal configuration:") or line.begins_with("Global configuration:"):
			var folder := line.get_slice(":\t", 1).strip_edges()
			has_profile = has_profile or FileAccess.file_exists(folder.path_join("profiles/Godot/preferences"))
	state = State.READY if has_plugin else State.NO_PLUGIN


func _ask(arguments: PackedStringArray, program := path) -> String:
	var job := Job.new()
	if not job.start(program, arguments, false):
		return "it can't be started"
	var begin := Time.get_ticks_msec()
	while job._thread.is_alive():
		OS.delay_msec(5)
		if Time.get_ticks_msec() - begin > PATIENCE and not job.was_stopped:
			job.stop()
	job.finish()
	return job.output if job.output != "" else job.errors


# --- What it is asked -------------------------------------------------------------------------------------------------

## A row of Wireshark's table of projects. The table's texts have escapes for other than plain characters.
static func project_option(folder: String) -> String:
	var text := ""
	for byte: int in folder.to_utf8_buffer():
		var is_plain := byte >= 32 and byte < 127 and byte != 34 and byte != 92
		text += char(byte) if is_plain else "\\x%02x" % byte
	return "uat:godot_projects:\"%s\"" % text


## For reader().
func tables(recording: String, project: String, names: Array) -> PackedStringArray:
	if analyser != "":
		return PackedStringArray([recording, "--project", project] + names)
	var arguments := PackedStringArray(["-2", "-n", "-q", "-r", recording, "-o", project_option(project)])
	for name: String in names:
		arguments.append_array(["-z", name])
	return arguments


## A table in JSON: its `rows`, and what was `not_judged`; null: this is none.
static func table_of(output: String) -> Variant:
	var begin := output.find("{")
	var end := output.rfind("}")
	if begin < 0 or end < begin:
		return null
	var parsed: Variant = JSON.parse_string(output.substr(begin, end - begin + 1))
	return parsed if parsed is Dictionary and parsed.get("rows") is Array and parsed.get("not_judged") is Array else null


## What was not judged, a line each; empty: nothing.
static func open_lines(not_judged: Array) -> PackedStringArray:
	var lines := PackedStringArray()
	for each: Dictionary in not_judged:
		lines.append("Not judged: %s. %s" % [each.get("what", ""), each.get("what_to_do", "")])
	return lines


## For Wireshark's window. An empty recording: the interface of running games.
func window_arguments(recording: String, project: String) -> PackedStringArray:
	var arguments := PackedStringArray()
	if has_profile:
		arguments.append_array(["-C", "Godot"])
	arguments.append_array(["-o", project_option(project)])
	arguments.append_array(["-r", recording] if recording != "" else ["-k", "-i", "godotdump"])
	return arguments
