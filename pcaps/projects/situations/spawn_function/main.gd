# SPDX-License-Identifier: MIT
# A spawn function makes a node of a scene with a synchronizer for a dictionary, and else a bare node.
extends Node
var a := OS.get_cmdline_user_args()
func wait(seconds: float): return get_tree().create_timer(seconds).timeout
func make(data: Variant) -> Node:
	if not data is Dictionary: return Node.new()
	var hero: Node = load("res://hero.tscn").instantiate()
	hero.health = data.health
	return hero
func _ready():
	Engine.max_fps = 60
	$Spawner.spawn_function = make
	var p := ENetMultiplayerPeer.new()
	if a[0] == "server": p.create_server(24680)
	else: p.create_client("127.0.0.1", 24680)
	multiplayer.multiplayer_peer = p
	if a[0] != "server": return
	await multiplayer.peer_connected
	for data in [[1, "two", Vector2(3, 4)], {"health": 77}, null, {"health": 5}]:
		await wait(0.2)
		var node: Node = $Spawner.spawn(data)
		var values := [node.health] if data is Dictionary else []
		print("TRUTH ", JSON.stringify({"name": node.name, "scene": node.scene_file_path, "argument": var_to_str(data), "values": values}))
