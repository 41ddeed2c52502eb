# SPDX-License-Identifier: MIT
extends Node
var hp: int = 1
var armour: int = 2
func play(i: int):
	hp = 1000 + i
	armour = 2000 + i
func shown(): return [hp, armour]
