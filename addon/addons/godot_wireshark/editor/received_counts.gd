# SPDX-License-Identifier: MIT
@tool
extends EditorDebuggerPlugin
## What running games count (counts.gd), by the session of the debugger.

signal changed

const Counts := preload("../counts.gd")
const PREFIX := "godot_wireshark"

## Session to process, ids, bytes received and sent by kind, and rows by peer.
var seconds := {}


func _has_capture(prefix: String) -> bool:
	return prefix == PREFIX


func _capture(message: String, data: Array, session: int) -> bool:
	if message != Counts.MESSAGE or data.size() != 5:
		return false
	seconds[session] = {"process": data[0], "ids": data[1], "received": data[2], "sent": data[3], "peers": data[4]}
	changed.emit()
	return true


func _setup_session(session: int) -> void:
	get_session(session).stopped.connect(func() -> void:
		seconds.erase(session)
		changed.emit())
