# SPDX-License-Identifier: MIT
extends Node2D
func _physics_process(_d):
	if multiplayer.is_server(): position.x += 1.0
@rpc("authority", "call_remote", "unreliable") func flap(n: int): print("flap ", n)
