# SPDX-License-Identifier: MIT
extends Node2D
func _ready():
	$Spawner.spawned.connect(func(mob): print("spawned ", mob.name, " ", mob.scene_file_path))
	if not multiplayer.is_server(): return
	await multiplayer.peer_connected
	await get_tree().create_timer(0.5).timeout
	for kind in ["bat", "cat"]:
		var mob = load("res://%s.tscn" % kind).instantiate()
		$Mobs.add_child(mob, true)
		await get_tree().create_timer(0.2).timeout
	get_tree().quit()
