#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): a property that is changed before a call in the same function arrives after the call, although both are
# reliable and on one channel: the receiver's method sees the old value. Changes are collected when the multiplayer is polled.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "the value that a call sees which was made after the change, and the value later" "\
in the call: 1.5
later: 77" "$(
    two_ends 24791 <<'GD'
class Looker extends Node:
	@rpc("any_peer", "reliable") func look() -> void: print("in the call: ", get_node("../T").value)
func looker(thing) -> Looker:
	var made := Looker.new()
	made.name = "Looker"
	thing.get_parent().add_child(made)
	return made
func play(here, there) -> void:
	looker(there)
	var sender := looker(here)
	here.value = 77
	sender.look.rpc()
	await create_timer(0.5).timeout
	print("later: ", there.value)
GD
)"
exit "$wrong"
