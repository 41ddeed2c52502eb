# SPDX-License-Identifier: MIT
extends Node
## The first instance is the server, the others are its clients. Ends after the seconds in HARBOUR_SECONDS, if they are set.

const PORT := 24710
const SHIP := preload("res://ships/ship.tscn")


func _ready() -> void:
	var port := int(OS.get_environment("HARBOUR_PORT")) if OS.has_environment("HARBOUR_PORT") else PORT
	var peer := ENetMultiplayerPeer.new()
	if peer.create_server(port, 8) != OK:
		peer = ENetMultiplayerPeer.new()
		peer.create_client("127.0.0.1", port)
	multiplayer.multiplayer_peer = peer
	multiplayer.peer_connected.connect(_on_peer_connected)
	if OS.has_environment("HARBOUR_SECONDS"):
		get_tree().create_timer(float(OS.get_environment("HARBOUR_SECONDS"))).timeout.connect(get_tree().quit)


func _on_peer_connected(id: int) -> void:
	if multiplayer.is_server():
		var ship := SHIP.instantiate()
		ship.name = "Ship%d" % id
		$Ships.add_child(ship, true)
	elif id == 1:
		$Knocking.start()


func _on_knocking_timeout() -> void:
	# The fault: only the gate's authority, which is the server, may call this.
	if multiplayer.multiplayer_peer.get_connection_status() == MultiplayerPeer.CONNECTION_CONNECTED:
		$Gate.open.rpc_id(1, "sesame")
