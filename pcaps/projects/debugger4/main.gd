# SPDX-License-Identifier: MIT
# A game to be debugged: the next act begins when the listener has said "laboratory:next", and each act first writes to
# the truth file what it will say. Line numbers of broken() and in_thread() are known to the listener by their markers.
extends Node2D

@export var speed := 2.5
var names := ["a", "b"]
var truth: FileAccess
var acts := [talk, warn, shout, greet, watched, broken.bind(7, "seven"), crash, thread_stop, loop_a_while, leave]
var busy := false
var thread: Thread

func _ready() -> void:
	Engine.max_fps = 20
	for word in OS.get_cmdline_user_args():
		if word.begins_with("--truth="):
			truth = FileAccess.open(word.trim_prefix("--truth="), FileAccess.WRITE)
	EngineDebugger.register_message_capture("laboratory", _captured)
	Performance.add_custom_monitor("laboratory/counter", func() -> int: return 42)
	say("output", {"text": "game started", "type": 0})
	print("game started")

func say(message: String, what: Dictionary) -> void:
	what["kind"] = "game"
	what["message"] = message
	truth.store_line(JSON.stringify(what))
	truth.flush()

func _captured(message: String, data: Array) -> bool:
	if message == "next":
		acts.pop_front().call_deferred()
	else:
		EngineDebugger.send_message("laboratory:echo", [message, data])
	return true

func talk() -> void:
	say("output", {"text": "line one\nline \"two\"\ttab", "type": 0})
	print("line one\nline \"two\"\ttab")
	say("output", {"text": "to stderr é 猫", "type": 1})
	printerr("to stderr é 猫")
	say("output", {"text": "[b]rich[/b] [color=red]text[/color]", "type": 2})
	print_rich("[b]rich[/b] [color=red]text[/color]")

func warn() -> void:
	say("error", {"text": "a warning: 42", "warning": true, "function": "warn"})
	push_warning("a warning: ", 42)

func shout() -> void:
	say("error", {"text": "an error: [1, 2]", "warning": false, "function": "shout"})
	push_error("an error: ", [1, 2])

func greet() -> void:
	EngineDebugger.send_message("laboratory:hello", [1, "two", Vector3(3, 3.5, -3), {"k": [4]}, null])
	EngineDebugger.send_message("laboratory:empty", [])

func watched() -> void:
	busy = true

func _process(_delta: float) -> void:
	if busy:
		work(200)

func work(count: int) -> float:
	var sum := 0.0
	for i in count:
		sum += sqrt(i)
	return sum

func broken(a: int, b: String) -> void:
	busy = false
	var d := {"a": a, "b": b}
	say("stack_frame_var", {"variables": {"a": "7", "b": "\"seven\"", "speed": "4.25"}}) # breakpoint
	d["a"] += 1
	deeper(d)

func deeper(d: Dictionary) -> int:
	return d.size()

func crash() -> void:
	var nothing: Node = null
	say("debug_enter", {"function": "crash"})
	nothing.get_parent()

func thread_stop() -> void:
	thread = Thread.new()
	thread.start(in_thread)

func in_thread() -> int:
	var inside := 1 # breakpoint in a thread
	return inside + 1

func loop_a_while() -> void:
	if thread:
		thread.wait_to_finish()
	busy = true

func leave() -> void:
	say("output", {"text": "good bye", "type": 0})
	print("good bye")
	get_tree().quit()
