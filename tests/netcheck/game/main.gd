# SPDX-License-Identifier: MIT
extends Node2D
## Each client has a cart that the server moves: its position is sent 20 times a second, its load and its long label when they
## change. Each client waves four times a second. What a change to a game may do by mistake is a fault, named in the environment:
##
##   YARD_FAULT=NAME godot --headless --path . -- --role=server --port=24681 [--number=N] [--transport=websocket]
##
##   process     a call in each frame
##   spawn       each spawn has 2 KB more
##   authority   a client calls what only the server may call
##   absent      client 2 does not connect
##   error       the engine of client 2 reports an error
##   crash       client 2 ends by a signal after two seconds

const CART := preload("res://cart.tscn")

var options := {"role": "server", "port": "24681", "transport": "enet", "number": "0"}
var fault := OS.get_environment("YARD_FAULT")
var time := 0.0


func _ready() -> void:
	for argument: String in OS.get_cmdline_user_args():
		var parts := argument.trim_prefix("--").split("=")
		options[parts[0]] = parts[1]
	$Spawner.spawn_function = _make_cart
	if fault == "absent" and options.number == "2":
		return
	multiplayer.multiplayer_peer = _make_peer()
	multiplayer.peer_connected.connect(_on_peer_connected)
	multiplayer.peer_disconnected.connect(_on_peer_disconnected)
	multiplayer.connected_to_server.connect(_on_connected)
	if options.role == "server":
		print("the yard is open")


func _make_peer() -> MultiplayerPeer:
	var is_server: bool = options.role == "server"
	if options.transport == "websocket":
		var socket := WebSocketMultiplayerPeer.new()
		if is_server:
			socket.create_server(int(options.port))
		else:
			socket.create_client("ws://127.0.0.1:%s" % options.port)
		return socket
	var peer := ENetMultiplayerPeer.new()
	if is_server:
		peer.create_server(int(options.port))
	else:
		peer.create_client("127.0.0.1", int(options.port))
	return peer


func _on_connected() -> void:
	print("joined the yard")
	$Waving.start()
	if fault == "error" and options.number == "2":
		push_error("the yard has no gate")


func _on_peer_connected(id: int) -> void:
	if multiplayer.is_server():
		$Spawner.spawn({"id": id, "load": "x".repeat(2048 if fault == "spawn" else 16)})


func _on_peer_disconnected(id: int) -> void:
	if multiplayer.is_server():
		$Carts.get_node("Cart%d" % id).queue_free()


func _make_cart(data: Dictionary) -> Node:
	var cart: Node2D = CART.instantiate()
	cart.name = "Cart%d" % data.id
	return cart


func _process(delta: float) -> void:
	time += delta
	if fault == "crash" and options.number == "2" and time > 2.0:
		OS.crash("the yard burns")
	if options.role != "server":
		if fault == "process" and $Waving.time_left > 0:
			look.rpc_id(1, time)
		return
	for cart: Node2D in $Carts.get_children():
		cart.position = Vector2(100, 0).rotated(time)
		cart.cargo = int(time)


func _on_waving_timeout() -> void:
	wave.rpc_id(1, "hello")
	if fault == "authority" and int(time) % 2 == 0:
		close_yard.rpc_id(1)


@rpc("any_peer", "call_remote", "reliable")
func wave(_words: String) -> void:
	pass


@rpc("any_peer", "call_remote", "unreliable")
func look(_at: float) -> void:
	pass


@rpc("authority", "call_remote", "reliable")
func close_yard() -> void:
	pass
