# SPDX-License-Identifier: MIT
@tool
extends RefCounted
## The recordings of a project: one for each run, a folder with the files of all its processes. Files directly in the
## folder, of games that were started with the mode `record`, are a recording for each process.

const Pcapng := preload("pcapng.gd")

const FOLDER := "user://godot_wireshark"
## Files that the panel makes of the others, beside them.
const MERGED := "merged.pcapng"
const RECEIVED := "received.pcapng"
const FOUND := "found.json"
## Recordings of runs from the editor that are kept; the oldest is deleted when another begins.
const KEPT := 20


class Recording:
	var name := ""
	var folder := ""
	## The files of each process, in order.
	var processes: Array[PackedStringArray] = []
	var bytes := 0
	## Of the newest file, in seconds since 1970.
	var changed := 0
	var facts: Pcapng.Facts

	## Is a run of its own: its folder is deleted with it.
	var is_run := false

	func files() -> PackedStringArray:
		var all := PackedStringArray()
		for each: PackedStringArray in processes:
			all.append_array(each)
		return all

	func read() -> void:
		var found := Pcapng.Facts.new()
		for file: String in files():
			Pcapng.read_facts(FileAccess.get_file_as_bytes(file), found)
		facts = found

	## A file with everything, for Wireshark and for the search for problems.
	func whole() -> String:
		return files()[0] if files().size() == 1 else _made(MERGED, false)

	## A file in which each message is once, for sums.
	func once() -> String:
		return _made(RECEIVED, true) if facts.is_complete() else whole()

	func _made(title: String, received_only: bool) -> String:
		var target := folder.path_join(title if is_run else name + "-" + title)
		if not FileAccess.file_exists(target) or FileAccess.get_modified_time(target) <= changed:
			if Pcapng.merge(processes, target, received_only) != OK:
				return ""
		return target


## The newest first. Facts are not read yet.
static func all(folder := FOLDER) -> Array[Recording]:
	var found: Array[Recording] = []
	var at := ProjectSettings.globalize_path(folder)
	if not DirAccess.dir_exists_absolute(at):
		return found
	for name: String in DirAccess.get_directories_at(at):
		var run := Recording.new()
		run.name = name
		run.folder = at.path_join(name)
		run.is_run = true
		_add_files(run, DirAccess.get_files_at(run.folder))
		if not run.processes.is_empty():
			found.append(run)
	var loose := {}
	for name: String in DirAccess.get_files_at(at):
		if _is_recorded(name):
			loose.get_or_add(_process_of(name), PackedStringArray()).append(name)
	for process: String in loose:
		var one := Recording.new()
		one.name = process
		one.folder = at
		_add_files(one, loose[process])
		found.append(one)
	found.sort_custom(func(a: Recording, b: Recording) -> bool: return a.name > b.name)
	return found


## A folder for a run that begins now; deletes the oldest of too many.
static func begin_run(folder := FOLDER) -> String:
	var at := ProjectSettings.globalize_path(folder)
	var name := Time.get_datetime_string_from_system().replace(":", "").replace("-", "")
	var runs: Array[Recording] = []
	for recording: Recording in all(folder):
		if recording.is_run:
			runs.append(recording)
	while runs.size() >= KEPT:
		delete(runs.pop_back())
	var path := at.path_join(name)
	DirAccess.make_dir_recursive_absolute(path)
	return path


## Moves a recording to the system's trash. False: there is none, and the recording is where it was.
static func trash(recording: Recording) -> bool:
	if recording.is_run:
		return OS.move_to_trash(recording.folder) == OK
	for file: String in recording.files():
		if FileAccess.file_exists(file) and OS.move_to_trash(file) != OK:
			return false
	return true


## Deletes a recording for good. False: something of it remains.
static func delete(recording: Recording) -> bool:
	var files := recording.files()
	if recording.is_run:
		for name: String in [MERGED, RECEIVED, FOUND, "report.html"]:
			files.append(recording.folder.path_join(name))
	for file: String in files:
		if FileAccess.file_exists(file) and DirAccess.remove_absolute(file) != OK:
			return false
	return not recording.is_run or DirAccess.remove_absolute(recording.folder) == OK


static func _add_files(recording: Recording, names: PackedStringArray) -> void:
	var by_process := {}
	for name: String in names:
		if _is_recorded(name):
			by_process.get_or_add(_process_of(name), []).append(recording.folder.path_join(name))
	for process: String in by_process:
		var files := PackedStringArray(by_process[process])
		files.sort()
		recording.processes.append(files)
		for file: String in files:
			recording.changed = maxi(recording.changed, FileAccess.get_modified_time(file))
			var opened := FileAccess.open(file, FileAccess.READ)
			if opened != null:
				recording.bytes += opened.get_length()


## As recording.gd names them: time, process, number of the file.
static func _is_recorded(name: String) -> bool:
	return name.ends_with(".pcapng") and name.get_basename().split("-").size() == 3 and name.left(8).is_valid_int()


static func _process_of(name: String) -> String:
	return name.left(name.rfind("-"))
