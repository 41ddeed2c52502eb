# SPDX-License-Identifier: MIT
extends SceneTree
## How long Godot's bytes_to_var() takes for the values of a capture, to compare with "comparable" of tests/bench/run. The
## loop without it is subtracted.
##
##   godot --headless -s tests/bench/bytes_to_var.gd -- "$PWD/pcaps/godot-4.6/variants_udp.truth.jsonl"

const ROUNDS := 60
const REPEATS := 20


func _init() -> void:
	var values: Array[PackedByteArray] = []
	var bytes := 0
	for line: String in FileAccess.get_file_as_string(OS.get_cmdline_user_args()[0]).split("\n", false):
		var row: Dictionary = JSON.parse_string(line)
		# Only what it reads: objects need another function, and an error is printed, which takes longer than reading.
		if not row.has("hex") or row.get("full_objects", false) or (row.hex as String).length() % 8 != 0:
			continue
		var value := (row.hex as String).hex_decode()
		if value[0] < TYPE_MAX:
			values.append(value)
			bytes += value.size()
	var read := 1 << 60
	var empty := 1 << 60
	for _round in ROUNDS:
		var begin := Time.get_ticks_usec()
		for _repeat in REPEATS:
			for value in values:
				bytes_to_var(value)
		read = mini(read, Time.get_ticks_usec() - begin)
		begin = Time.get_ticks_usec()
		for _repeat in REPEATS:
			for value in values:
				typeof(value)
		empty = mini(empty, Time.get_ticks_usec() - begin)
	var each := 1000.0 * (read - empty) / REPEATS / values.size()
	print("%d values, %.1f ns each, %.3f GB/s" % [values.size(), each, float(bytes) / values.size() / each])
	quit()
