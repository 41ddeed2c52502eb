# SPDX-License-Identifier: MIT
extends Node
var hp: String = "1"
var armour: int = 2
func play(i: int):
	hp = str(1000 + i)
	armour = 2000 + i
func shown(): return [hp, armour]
