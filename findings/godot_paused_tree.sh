#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): a paused tree goes on to send and to receive. A call is delivered to a node that is paused, and a
# synchronizer sends what has changed; what is paused is _process() and the like.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "in a tree that is paused on both sides: the call, the property" "\
heard [\"paused\"], value 7.0" "$(two_ends 24785 <<'GD'
func play(here, there) -> void:
	paused = true
	here.hear.rpc("paused")
	here.value = 7.0
	await create_timer(0.5, true).timeout
	print("heard ", there.heard, ", value ", there.value)
GD
)"
exit "$wrong"
