#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): a Signal goes through var_to_bytes() and calls with its name and the id of its object, and the receiver gets a
# Signal of its own object that has this id: emit() emits it there. A Callable arrives null, an object as its id alone. That objects may
# not be decoded (allow_object_decoding) changes nothing.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "what the receiver's method hears" "\
a Callable: is null true
an object: EncodedObjectAsID
a Signal: of the same object true, name opened
emitted by the receiver: [\"opened\"]" "$(two_ends 24952 <<'GD'
signal opened
var emitted := []
func play(server: Thing, client: Thing) -> void:
	opened.connect(func() -> void: emitted.append("opened"))
	client.hear.rpc(play)
	client.hear.rpc(self)
	client.hear.rpc(opened)
	await create_timer(1).timeout
	print("a Callable: is null ", server.heard[0].is_null())
	print("an object: ", server.heard[1].get_class())
	var heard: Signal = server.heard[2]
	print("a Signal: of the same object ", heard.get_object() == self, ", name ", heard.get_name())
	heard.emit()
	print("emitted by the receiver: ", emitted)
GD
)"
exit "$wrong"
