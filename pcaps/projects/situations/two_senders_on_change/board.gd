# SPDX-License-Identifier: MIT
extends Node
@export var score := 0:
	set(v):
		score = v
		set_meta("score", v)
