# SPDX-License-Identifier: MIT
extends MultiplayerSynchronizer
## What a player wants of the ship.

var heading := Vector2.ZERO
var thrust := 0
var anchored := true


@rpc("any_peer", "call_remote", "reliable")
func signal_flag(flag: StringName, times: int = 1) -> void:
	print_verbose(flag, times)
