# SPDX-License-Identifier: MIT
# A game to be debugged, for Godot 3: the listener begins each act by setting the property `act`, as a user may in the
# editor's inspector, and each act first writes to the truth file what it will say.
extends Node2D

export(float) var speed = 2.5
export(String) var act = "" setget begin
var names = ["a", "b"]
var busy = false
var truth

func _ready():
	Engine.target_fps = 20
	Engine.iterations_per_second = 20
	for word in OS.get_cmdline_args():
		if word.begins_with("--truth="):
			truth = File.new()
			truth.open(word.trim_prefix("--truth="), File.WRITE)
	say("output", {"text": "game started", "type": 0})
	print("game started")

func say(message, what):
	what["kind"] = "game"
	what["message"] = message
	truth.store_line(JSON.print(what))

func begin(name):
	act = name
	if truth:
		call_deferred(name)

func talk():
	say("output", {"text": "line one\nline \"two\"\ttab", "type": 0})
	print("line one\nline \"two\"\ttab")
	say("output", {"text": "to stderr é 猫", "type": 1})
	printerr("to stderr é 猫")

func warn():
	say("error", {"text": "a warning: 42", "warning": true, "function": "warn"})
	push_warning("a warning: 42")

func shout():
	say("error", {"text": "an error: [1, 2]", "warning": false, "function": "shout"})
	push_error("an error: [1, 2]")

func watched():
	busy = true

func _process(_delta):
	if busy:
		work(200)

func work(count):
	var sum = 0.0
	for i in range(count):
		sum += sqrt(i)
	return sum

func broken():
	busy = false
	inner(7, "seven")

func inner(a, b):
	var d = {"a": a, "b": b}
	say("stack_frame_vars", {"variables": {"a": "7", "b": "\"seven\"", "speed": "4.25"}}) # breakpoint
	d["a"] += 1
	deeper(d)

func deeper(d):
	return d.size()

func crash():
	var nothing = null
	say("debug_enter", {"function": "crash"})
	nothing.get_parent()

func loop_a_while():
	busy = true

func leave():
	say("output", {"text": "good bye", "type": 0})
	truth.close()
	print("good bye")
	get_tree().quit()
