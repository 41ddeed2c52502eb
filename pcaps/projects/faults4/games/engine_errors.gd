# SPDX-License-Identifier: MIT
class_name EngineErrors
extends Logger
## What the engine itself says when something does not arrive, as lines of truth.

var _lock := Mutex.new()


func _log_error(_function: String, file: String, _line: int, code: String, rationale: String, _notify: bool, type: int,
		_backtraces: Array[ScriptBacktrace]) -> void:
	_lock.lock()
	Truth.write("engine_error", {"text": rationale if rationale != "" else code, "file": file.get_file(),
			"warning": type == ERROR_TYPE_WARNING})
	_lock.unlock()
