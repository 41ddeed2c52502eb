# SPDX-License-Identifier: MIT
extends Node2D
var colour := "none"
var ticks := 0
func _physics_process(_d):
	if not is_multiplayer_authority(): return
	ticks += 1
	position.x += 1
	if ticks % 6 == 0: shout.rpc(ticks)
@rpc("any_peer", "reliable") func shout(n: int): print("shout ", name, " ", n)
