# SPDX-License-Identifier: MIT
extends "res://ships/vessel.gd"

class Gun:
	extends Node

	remote func fire(at, powder = 3):
		prints(at, powder)


# Replaces the base's.
remote func hit(damage, where = Vector2(1, 1), with = []):
	.hit(damage / 2, where, with)


remote func broadside(side = "port # left"): flag = side
