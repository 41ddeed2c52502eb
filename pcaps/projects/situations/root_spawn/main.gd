# SPDX-License-Identifier: MIT
extends Node
## The server spawns a node directly below the root, which calls in its _ready(); it calls the node right behind add_child(), and later.
## args: server or client


func _ready() -> void:
	var peer := ENetMultiplayerPeer.new()
	if OS.get_cmdline_user_args()[0] == "server":
		peer.create_server(24680)
		multiplayer.peer_connected.connect(_go)
	else:
		peer.create_client("127.0.0.1", 24680)
	multiplayer.multiplayer_peer = peer
	await get_tree().create_timer(3).timeout
	get_tree().quit()


func _go(_id: int) -> void:
	await get_tree().create_timer(0.3).timeout
	var guard: Node = load("res://guard.tscn").instantiate()
	get_tree().root.add_child(guard)
	guard.hear.rpc("behind")
	for i in 4:
		await get_tree().create_timer(0.25).timeout
		guard.hear.rpc("later %d" % i)
