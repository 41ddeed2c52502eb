# SPDX-License-Identifier: MIT
extends Node
var left: int = 1
var right: int = 2
func play(i: int):
	left = 1000 + i
	right = 2000 + i
func shown(): return [left, right]
