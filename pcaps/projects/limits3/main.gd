# SPDX-License-Identifier: MIT
# A game that has more to say than its debugger's limits let through, for Godot 3.
extends Node2D

export(String) var act = "" setget begin
var truth

func _ready():
	Engine.target_fps = 20
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

func errors():
	say("errors", {"count": 9})
	for number in 9:
		push_error("error %d" % number)

func warnings():
	say("warnings", {"count": 9})
	for number in 9:
		push_warning("warning %d" % number)

func talk():
	say("lines", {"count": 9})
	for number in 9:
		print("line %d %s" % [number, "x".repeat(40)])

func leave():
	truth.close()
	get_tree().quit()
