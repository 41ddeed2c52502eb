# SPDX-License-Identifier: MIT
extends Node2D
## What the games of this folder have in common: a server or a client, by ENet or WebSocket, and what a change to a game may do by
## mistake, a fault, which is named in the environment:
##
##   GAME_FAULT=NAME godot --headless --path . -- --role=server --port=24681 [--number=N] [--transport=websocket]
##
##   process     a call in each frame
##   spawn       each spawn has 2 KB more
##   authority   clients call what they may not call
##   absent      client 2 does not connect
##   error       the engine of client 2 reports an error
##   crash       client 2 ends by a signal after two seconds
##
## tests/netcheck/run copies this file into the game.

var options := {"role": "server", "port": "24681", "transport": "enet", "number": "0"}
var fault := OS.get_environment("GAME_FAULT")
var time := 0.0
var plays := false


func _ready() -> void:
	for argument: String in OS.get_cmdline_user_args():
		var parts := argument.trim_prefix("--").split("=")
		options[parts[0]] = parts[1]
	_prepare()
	if fault == "absent" and options.number == "2":
		return
	multiplayer.multiplayer_peer = _make_peer()
	multiplayer.peer_connected.connect(_on_peer_connected)
	multiplayer.peer_disconnected.connect(_on_peer_disconnected)
	multiplayer.connected_to_server.connect(_on_connected)
	if is_server():
		print("the game is open")


func _process(delta: float) -> void:
	time += delta
	if fault == "crash" and options.number == "2" and time > 2.0:
		OS.crash("the game burns")
	if is_server() or plays:
		_play()


func is_server() -> bool:
	return options.role == "server"


## What each spawn carries beside the rest.
func load_of_spawn() -> String:
	return "x".repeat(2048 if fault == "spawn" else 16)


func _make_peer() -> MultiplayerPeer:
	if options.transport == "websocket":
		var socket := WebSocketMultiplayerPeer.new()
		if is_server():
			socket.create_server(int(options.port))
		else:
			socket.create_client("ws://127.0.0.1:%s" % options.port)
		return socket
	var peer := ENetMultiplayerPeer.new()
	if is_server():
		peer.create_server(int(options.port))
	else:
		peer.create_client("127.0.0.1", int(options.port))
	return peer


func _on_connected() -> void:
	print("joined the game")
	plays = true
	_join()
	if fault == "error" and options.number == "2":
		push_error("the game has no gate")


func _on_peer_connected(id: int) -> void:
	if is_server():
		_greet(id)


func _on_peer_disconnected(id: int) -> void:
	if is_server():
		_part(id)


# --- Of each game ---


## Before anything is connected.
func _prepare() -> void:
	pass


## In each frame of the server, and of a client that is connected.
func _play() -> void:
	pass


## At a client that has connected.
func _join() -> void:
	pass


## At the server, for a client that has connected.
func _greet(_id: int) -> void:
	pass


## At the server, for a client that has left.
func _part(_id: int) -> void:
	pass
