# SPDX-License-Identifier: MIT
class_name Truth
extends Logger
## Writes what scripts send and receive, and the errors that the engine prints, as lines of JSON.

static var _file: FileAccess
static var _process := ""
static var _lock := Mutex.new()


static func open(path: String, process: String) -> void:
	_file = FileAccess.open(path, FileAccess.WRITE)
	_process = process
	OS.add_logger(Truth.new())


static func write(kind: String, more: Dictionary) -> void:
	var line := {"kind": kind, "t_us": int(Time.get_unix_time_from_system() * 1e6), "proc": _process,
			"engine": Engine.get_version_info().string}
	line.merge(more)
	_lock.lock()
	_file.store_line(JSON.stringify(line, "", false))
	_file.flush()
	_lock.unlock()


func _log_error(_function: String, file: String, _line: int, code: String, rationale: String, _notify: bool, type: int,
		_backtraces: Array[ScriptBacktrace]) -> void:
	write("engine_error", {"text": rationale if rationale != "" else code, "file": file.get_file(),
			"warning": type == ERROR_TYPE_WARNING})
