# SPDX-License-Identifier: MIT
extends Node2D
# args: role layout   layout: far = two towns, 20,000 apart, each with half of the players; near = 100 apart; filtered = far, and a
# player's states go to players within 2,000 alone
# A player circles around its town, a step each frame, of which a second has 20. Each client prints every state that it gets.
const TOWNS := {"far": 20000.0, "near": 100.0, "filtered": 20000.0}
var layout: String = OS.get_cmdline_user_args()[1]
var frames := 0

func _ready() -> void:
	var peer := ENetMultiplayerPeer.new()
	if OS.get_cmdline_user_args()[0] == "server":
		peer.create_server(24680, 8)
		multiplayer.peer_connected.connect(add_player)
	else:
		peer.create_client("127.0.0.1", 24680)
		$Players.child_entered_tree.connect(watch)
	multiplayer.multiplayer_peer = peer

func add_player(id: int) -> void:
	var player: Node2D = preload("res://player.tscn").instantiate()
	player.name = str(id)
	player.town = Vector2(TOWNS[layout] * ($Players.get_child_count() % 2), 0)
	player.step(frames)
	if layout == "filtered":
		player.get_node("Sync").add_visibility_filter(func(to: int) -> bool: return is_near(player, to))
	$Players.add_child(player)

func is_near(player: Node2D, to: int) -> bool:
	var own: Node2D = $Players.get_node_or_null(str(to))
	return to != 0 and (own == null or own.position.distance_to(player.position) <= 2000)  # 0: to all

func watch(player: Node2D) -> void:
	player.get_node("Sync").synchronized.connect(func() -> void:
		print("TRUTH ", JSON.stringify({"kind": "state", "to": multiplayer.get_unique_id(), "node": str(player.name), "x": player.position.x, "y": player.position.y})))

func _process(_delta: float) -> void:
	frames += 1
	if multiplayer.is_server():
		for player: Node2D in $Players.get_children():
			player.step(frames)
