# SPDX-License-Identifier: MIT
extends "res://haus/table.gd"
class Cup extends Node:
	@rpc("any_peer", "reliable") func shake(n: int, seeds: PackedInt64Array) -> void: Wire.got(self, &"shake", [n, seeds])
	@rpc("authority") func spill(eyes: Vector4i, spin: Quaternion, frame: Transform2D) -> void: Wire.got(self, &"spill", [eyes, spin, frame])
class GoldCup extends Cup:
	@rpc("any_peer", "unreliable") func admire(by: String = "nobody") -> void: Wire.got(self, &"admire", [by])
	@rpc("any_peer", "reliable") func shake(n: int, seeds: PackedInt64Array) -> void: Wire.got(self, &"shake", [n, seeds])
var cup: GoldCup
func _init() -> void:
	cup = GoldCup.new(); cup.name = "Becher"
func _ready() -> void:
	add_child(cup)
	var anon := Cup.new(); add_child(anon); anon.set_meta(&"anon", true)
