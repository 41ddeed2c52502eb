extends Node
# The command line's options, and the truth: what this process sent. As of projects/rollback4.

var options := {}
var file: File

func _enter_tree() -> void:
	for text in OS.get_cmdline_args():
		if not text.begins_with("--") or not "=" in text and not text.begins_with("--on:"):
			continue
		var parts: PoolStringArray = text.trim_prefix("--").trim_prefix("on:").split("=", true, 1)
		options[parts[0]] = parts[1] if parts.size() > 1 else "1"
	if options.has("truth"):
		file = File.new()
		var _result = file.open(options.truth, File.WRITE)

func has(option: String) -> bool:
	return options.has(option)

func number(option: String, otherwise := 0) -> int:
	return int(options.get(option, otherwise))

func note(kind: String, more := {}) -> void:
	if file == null:
		return
	var line := {"t_us": int(OS.get_system_time_msecs() * 1000), "role": options.get("role", ""), "kind": kind}
	for key in more:
		line[key] = more[key]
	file.store_line(to_json(line))
	file.flush()
