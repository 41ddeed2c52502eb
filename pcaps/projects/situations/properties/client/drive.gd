# SPDX-License-Identifier: MIT
extends Node
var gear: float = 1
var speed: int = 2
func play(i: int):
	gear = 1000 + i
	speed = 2000 + i
func shown(): return [gear, speed]
