# SPDX-License-Identifier: MIT
extends Node
var calls := 0
var until := 0.0
func _process(delta: float):
	until -= delta
	if until > 0 or multiplayer.is_server() or multiplayer.get_peers().size() < 2 or calls == 8: return
	until = 0.1
	calls += 1
	cheer.rpc(calls)
@rpc("any_peer", "reliable") func cheer(n: int): print(name, ".cheer ", n)
