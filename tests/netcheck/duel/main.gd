# SPDX-License-Identifier: MIT
extends "res://play.gd"
## Each client has a fighter, which the server makes from its scene and moves. Where a fighter aims is the client's own: its hands send
## it 20 times a second to everybody, through the server. Each client strikes five times a second, a call to everybody.

const FIGHTER := preload("res://fighter.tscn")


func _join() -> void:
	$Striking.start()


func _greet(id: int) -> void:
	var fighter := FIGHTER.instantiate()
	fighter.name = str(id)
	fighter.gear = load_of_spawn()
	$Fighters.add_child(fighter)


func _part(id: int) -> void:
	$Fighters.get_node(str(id)).queue_free()


func _play() -> void:
	for fighter in $Fighters.get_children():
		if is_server():
			fighter.position = Vector2(40, 0).rotated(time)
			fighter.health = 100 - int(time)
		elif fighter.get_node("Hands").is_multiplayer_authority():
			fighter.get_node("Hands").aim = sin(time)
	if not is_server() and fault == "process":
		strike.rpc(time)


func _on_striking_timeout() -> void:
	strike.rpc(time)
	if fault == "authority" and int(time) % 2 == 0:
		for fighter in $Fighters.get_children():
			if not fighter.get_node("Hands").is_multiplayer_authority():
				fighter.get_node("Hands").drop.rpc_id(fighter.get_node("Hands").get_multiplayer_authority())


@rpc("any_peer", "call_remote", "unreliable_ordered", 1)
func strike(_at: float) -> void:
	pass
