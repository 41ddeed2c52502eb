# SPDX-License-Identifier: MIT
extends Node
func _ready():
	print("cave ready")
	if multiplayer.is_server():
		var bat = load("res://bat.tscn").instantiate()
		bat.name = "Bat"
		$Bats.add_child(bat, true)
	for i in 8:
		await get_tree().create_timer(0.2).timeout
		if multiplayer.is_server() and multiplayer.get_peers() and i > 3: $Bats.get_child(0).flap.rpc(i)
	await get_tree().create_timer(2.5).timeout
	print("bats here: ", $Bats.get_child_count())
