# SPDX-License-Identifier: MIT
# A game that has more to say than its debugger's limits let through, and variables that can't be sent.
extends Node2D

var truth: FileAccess
var acts := [errors, warnings, talk, stop, leave]

func _ready() -> void:
	Engine.max_fps = 20
	for word in OS.get_cmdline_user_args():
		if word.begins_with("--truth="):
			truth = FileAccess.open(word.trim_prefix("--truth="), FileAccess.WRITE)
	EngineDebugger.register_message_capture("laboratory", _captured)
	say("output", {"text": "game started", "type": 0})
	print("game started")

func say(message: String, what: Dictionary) -> void:
	what["kind"] = "game"
	what["message"] = message
	truth.store_line(JSON.stringify(what))
	truth.flush()

func _captured(_message: String, _data: Array) -> bool:
	acts.pop_front().call_deferred()
	return true

func errors() -> void:
	say("errors", {"count": 9})
	for number in 9:
		push_error("error ", number)

func warnings() -> void:
	say("warnings", {"count": 9})
	for number in 9:
		push_warning("warning ", number)

func talk() -> void:
	say("lines", {"count": 9})
	for number in 9:
		print("line ", number, " ", "x".repeat(40))

func stop() -> void:
	var array := []
	array.append(array)
	var dictionary := {}
	dictionary["itself"] = dictionary
	say("variables", {"never": ["array", "dictionary"]}) # breakpoint

func leave() -> void:
	get_tree().quit()
