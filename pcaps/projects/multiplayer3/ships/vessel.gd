# SPDX-License-Identifier: MIT
class_name Vessel
extends Node2D
# Whatever floats. Every keyword that lets others call or set something.

remote var heading = Vector2.ZERO
master var orders = []
puppet var hull = 100
remotesync var flag = "none"
mastersync var fuel: float = 1.0
puppetsync var sunk = false
export(int) remote var crew = 3
remote var cargo := {} setget set_cargo


remote func steer(direction, full_speed: bool = false):
	heading = direction * (2 if full_speed else 1)


remote func stow(load_of, below = true):
	cargo = {below: load_of}


master func order(what: String, by: int = 0) -> void:
	orders.append([what, by])


puppet func hit(damage, # in points
		where = Vector2(0, 0),
		with = ["shot", "(hot)"]):
	hull -= damage
	print_debug_once(where, with)


remotesync func hoist(colors):
	flag = colors


mastersync func refuel(amount := 0.5):
	fuel += amount


puppetsync func sink():
	sunk = true


func set_cargo(load_of):
	cargo = load_of


func print_debug_once(_where, _with):
	pass
