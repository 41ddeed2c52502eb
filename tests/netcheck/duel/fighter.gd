# SPDX-License-Identifier: MIT
extends Node2D

var gear := ""
var health := 100
var label := "a fighter of the northern school, with a blade of glass and a cloak of ash"


func _enter_tree() -> void:
	$Hands.set_multiplayer_authority(name.to_int())
