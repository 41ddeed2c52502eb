extends Node
# The command line's options, and the truth: what this process sent.

var options := {}
var file: FileAccess

func _enter_tree() -> void:
	for text in OS.get_cmdline_user_args():
		var parts: PackedStringArray = text.trim_prefix("--").split("=", true, 1)
		options[parts[0]] = parts[1] if parts.size() > 1 else "1"
	if options.has("truth"):
		file = FileAccess.open(options.truth, FileAccess.WRITE)
	if options.has("subclass"):
		ProjectSettings.set_setting("network/rollback/classes/network_adaptor", "res://adaptor_with_chat.gd")
	if options.has("pack"):
		ProjectSettings.set_setting("network/rollback/classes/message_serializer", "res://packing.gd")
	if options.has("odd"):
		ProjectSettings.set_setting("network/rollback/classes/message_serializer", "res://odd.gd")

func has(option: String) -> bool:
	return options.has(option)

func number(option: String, otherwise := 0) -> int:
	return int(options.get(option, otherwise))

func note(kind: String, more := {}) -> void:
	if file == null:
		return
	var line := {"t_us": int(Time.get_unix_time_from_system() * 1e6), "role": options.get("role", ""), "kind": kind}
	line.merge(more)
	file.store_line(JSON.stringify(line))
	file.flush()
