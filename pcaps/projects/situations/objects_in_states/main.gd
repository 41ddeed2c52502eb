# SPDX-License-Identifier: MIT
extends Node
# args: role   The server puts objects into the properties of a node of the scene 2 s after its start, and spawns a chest that has
# them 1 s later.
var time := 0.0
var steps := 0
var said := ""

func _ready() -> void:
	var peer := ENetMultiplayerPeer.new()
	if OS.get_cmdline_user_args()[0] == "server":
		peer.create_server(24680, 8)
	else:
		peer.create_client("127.0.0.1", 24680)
	multiplayer.multiplayer_peer = peer

func fill(chest: Node) -> void:
	chest.plain = $Lamp
	chest.held = $Lamp
	chest.item = Gradient.new()
	chest.counted = RegEx.new()
	chest.any = $Lamp
	chest.list = [1, $Lamp, [$Lamp]]
	chest.nodes.assign([$Lamp])
	chest.words = {"lamp": $Lamp, "one": 1}

func say(text: String) -> void:
	print(text)

func _physics_process(delta: float) -> void:
	time += delta
	if multiplayer.is_server():
		if steps == 0 and time > 2:
			steps = 1
			fill($Chest)
			print("filled: ", $Chest.text())
		if steps == 1 and time > 3:
			steps = 2
			var chest := preload("res://chest.tscn").instantiate()
			chest.name = "Second"
			fill(chest)
			$Room.add_child(chest, true)
			print("spawned: ", chest.text())
		return
	for chest in [$Chest, $Room.get_node_or_null("Second")]:
		if chest == null: continue
		var text: String = chest.name + ": " + chest.text()
		if not text in said:
			said += text
			print(text)
