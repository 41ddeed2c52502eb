#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): after a node's first call, its calls follow the receiver's node, and not the path. If the receiver renames it
# and adds another one under the old name, calls still reach the renamed one; once that is freed, they reach the node at the path.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "which node of the receiver gets the calls of the sender's node S" "\
first call: S
S renamed to Old: Old
Old, and a new S: Old
Old freed, the new S: S" "$(
    two_ends 24790 <<'GD'
class Heard extends Node:
	var calls: Array
	@rpc("any_peer") func hear(which: String) -> void: calls.append("%s: %s" % [which, name])
func heard(thing, calls: Array) -> Heard:
	var made := Heard.new()
	made.name = "S"
	made.calls = calls
	thing.get_parent().add_child(made)
	return made
func play(here, there) -> void:
	var calls := []
	var sender := heard(there, [])
	var old := heard(here, calls)
	sender.hear.rpc_id(1, "first call")
	await create_timer(0.3).timeout
	old.name = "Old"
	sender.hear.rpc_id(1, "S renamed to Old")
	await create_timer(0.3).timeout
	heard(here, calls)
	sender.hear.rpc_id(1, "Old, and a new S")
	await create_timer(0.3).timeout
	old.free()
	sender.hear.rpc_id(1, "Old freed, the new S")
	await create_timer(0.3).timeout
	print("\n".join(calls))
GD
)"
exit "$wrong"
