# SPDX-License-Identifier: MIT
extends Node
var ammo: int = 1
var heat: int = 2
func play(i: int):
	ammo = 1000 + i
	heat = 2000 + i
func shown(): return [ammo, heat]
