#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): a property On Change that holds a Resource. It is sent reliably in every round, though nothing
# changes, and until it holds something else: what is kept for the comparison is a copy, and another Resource is not equal.
# What arrives is the id of such a copy, another one each time. A Node is sent once, as its id.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "what is set once, what the receiver has, whether changes come in each of the last 30 rounds, and whether the id changes" "\
Gradient EncodedObjectAsID true true
Node EncodedObjectAsID false false
null <null> false false" "$(two_ends 24787 <<'GD'
func play(here, there) -> void:
	Engine.max_fps = 60
	var node := Node.new()
	for value in [Gradient.new(), node, null]:
		here.value = value
		await create_timer(0.5).timeout
		var before = there.value
		there.changes = 0
		for round in 30: await process_frame
		var is_object: bool = there.value is EncodedObjectAsID
		var kind = there.value.get_class() if is_object else there.value
		print(value.get_class() if value != null else "null", " ", kind, " ", there.changes >= 25, " ",
			is_object and there.value.object_id != before.object_id)
	node.free()
GD
)"
exit "$wrong"
