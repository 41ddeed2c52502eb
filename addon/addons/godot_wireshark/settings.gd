# SPDX-License-Identifier: MIT
extends RefCounted
## The settings of the mirror, read once from the project settings and the environment.
##
## The environment variable GODOT_WIRESHARK overrules the project: `off`, `live`, `live:ADDRESS:PORT`, `record`,
## `record:FOLDER`, or several with commas between them. It cannot turn the mirror on in a release build. The editor's panel
## sets it to `run`: as the project says, and recording into the folder that GODOT_WIRESHARK_FOLDER names.

const VARIABLE := "GODOT_WIRESHARK"
const FOLDER_VARIABLE := "GODOT_WIRESHARK_FOLDER"
const RUN := "run"
const PREFIX := "godot_wireshark/"
## Name, default, hint of each project setting.
const ALL: Array[Array] = [
	["mode", "live", PROPERTY_HINT_ENUM, "off,live,record,live and record:live,record"],
	["wrap_automatically", true, PROPERTY_HINT_NONE, ""],
	["in_release_builds", false, PROPERTY_HINT_NONE, ""],
	["live/address", "127.0.0.1", PROPERTY_HINT_NONE, ""],
	["live/port", 16007, PROPERTY_HINT_RANGE, "1,65535"],
	["live/queue_kilobytes", 4096, PROPERTY_HINT_RANGE, "64,262144"],
	["record/folder", "user://godot_wireshark", PROPERTY_HINT_DIR, ""],
	["record/file_megabytes", 8, PROPERTY_HINT_RANGE, "1,1024"],
	["record/files", 4, PROPERTY_HINT_RANGE, "2,100"],
]

var live := false
var record := false
var wrap_automatically: bool
var address: String
var port: int
var queue_bytes: int
var folder: String
var file_bytes: int
var files: int


func _init() -> void:
	wrap_automatically = _of_project("wrap_automatically")
	address = _of_project("live/address")
	port = _of_project("live/port")
	queue_bytes = int(_of_project("live/queue_kilobytes")) * 1024
	folder = _of_project("record/folder")
	file_bytes = int(_of_project("record/file_megabytes")) * 1024 * 1024
	files = maxi(2, _of_project("record/files"))
	if not OS.is_debug_build() and not _of_project("in_release_builds"):
		return
	var asked := OS.get_environment(VARIABLE)
	if asked.is_empty():
		asked = _of_project("mode")
	elif asked == RUN:
		asked = str(_of_project("mode")) + ",record"
		folder = OS.get_environment(FOLDER_VARIABLE)
	for word: String in asked.split(",", false):
		_take(word.strip_edges())


func is_off() -> bool:
	return not live and not record


## Makes the settings visible in the editor.
static func register() -> void:
	for row: Array in ALL:
		var name: String = PREFIX + row[0]
		if not ProjectSettings.has_setting(name):
			ProjectSettings.set_setting(name, row[1])
		ProjectSettings.set_initial_value(name, row[1])
		ProjectSettings.add_property_info({"name": name, "type": typeof(row[1]), "hint": row[2], "hint_string": row[3]})


func _take(word: String) -> void:
	var rest := word.get_slice(":", 0).length() + 1
	match word.get_slice(":", 0):
		"live":
			live = true
			if word.length() > rest:
				var colon := word.rfind(":")
				address = word.substr(rest, colon - rest)
				port = word.substr(colon + 1).to_int()
		"record":
			record = true
			if word.length() > rest:
				folder = word.substr(rest)
		"off":
			pass
		_:
			push_warning("godot_wireshark: '%s' is neither off, live nor record" % word)


func _of_project(name: String) -> Variant:
	for row: Array in ALL:
		if row[0] == name:
			return ProjectSettings.get_setting(PREFIX + name, row[1])
	return null
