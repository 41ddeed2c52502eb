# SPDX-License-Identifier: MIT
extends Node
## Brings the players together, and passes the turn from one to the next.
##
##   godot --headless --path . res://arena/arena.tscn -- \
##       --role=server --peers=3 --truth=/tmp/server.truth.jsonl [--transport=enet|websocket|wss] [--compress=1] [--port=24681]
##
## Every process of a game runs the same scene; the role is `server` or the name of a player.

signal everyone_is_here
signal turn_finished(turn: int)
## At the server, of a player who comes when the game has begun (`--comers=NAMES`).
signal came_late(peer: int)

const PORT := 24680
## So many frames are enough for what was sent to arrive and to be answered.
const SETTLING := 8
## Nothing takes this long, in seconds.
const PATIENCE := 60.0

var role := "server"
var options := {}
var turn := 0
## Names of the players by their peer.
var players := {}
## At the server: players come and go from now on.
var has_begun := false


func _ready() -> void:
	for argument: String in OS.get_cmdline_user_args():
		var parts := argument.trim_prefix("--").split("=")
		options[parts[0]] = parts[1]
	role = options.get("role", role)
	if options.has("truth"):
		Truth.begin(options.truth, role)
	multiplayer.peer_connected.connect(func(id: int) -> void: Truth.event("peer_connected", {"id": id}))
	multiplayer.peer_disconnected.connect(func(id: int) -> void:
		Truth.event("peer_disconnected", {"id": id})
		if options.has("comers"):
			players.erase(id))
	multiplayer.connected_to_server.connect(func() -> void: Truth.event("connected", {"id": multiplayer.get_unique_id()}))
	get_tree().create_timer(PATIENCE + float(options.get("duration", 0.0))).timeout.connect(give_up)


func is_server() -> bool:
	return role == "server"


## Hosts or joins, and waits until all are here.
func gather() -> void:
	if is_server():
		host()
	else:
		join()
		await multiplayer.connected_to_server
		await settle()
		Truth.call_rpc(self, &"register", [role, {"color": Color(role), "level": players.size() + 1}], 1)
	await everyone_is_here


func host() -> void:
	if options.get("transport") in ["websocket", "wss"]:
		var peer := WebSocketMultiplayerPeer.new()
		peer.outbound_buffer_size = 1 << 18
		peer.inbound_buffer_size = 1 << 18
		_check(peer.create_server(PORT, "127.0.0.1", _own_certificate() if options.transport == "wss" else null))
		multiplayer.multiplayer_peer = peer
	else:
		var peer := ENetMultiplayerPeer.new()
		peer.set_bind_ip("127.0.0.1")
		_check(peer.create_server(PORT))
		_use(peer)


func join(local_port := 0) -> void:
	if options.get("transport") in ["websocket", "wss"]:
		var peer := WebSocketMultiplayerPeer.new()
		peer.outbound_buffer_size = 1 << 18
		peer.inbound_buffer_size = 1 << 18
		var security := TLSOptions.client_unsafe() if options.transport == "wss" else null
		var scheme := "ws" if security == null else "wss"
		_check(peer.create_client("%s://127.0.0.1:%d" % [scheme, int(options.get("port", PORT))], security))
		multiplayer.multiplayer_peer = peer
	else:
		var peer := ENetMultiplayerPeer.new()
		_check(peer.create_client("127.0.0.1", int(options.get("port", PORT)), int(options.get("channels", "0")), 0, 0, local_port))
		_use(peer)


func leave() -> void:
	Truth.event("leave")
	multiplayer.multiplayer_peer.close()
	multiplayer.multiplayer_peer = null


func peer_of(player: String) -> int:
	return players.find_key(player)


## Waits until what was sent has arrived and was answered.
func settle(frames := SETTLING) -> void:
	for frame: int in frames:
		await get_tree().process_frame


## Lets everybody know that the turn is over.
func finish_turn(number: int) -> void:
	Truth.call_rpc(self, &"next_turn", [number + 1])
	next_turn(number + 1)


func turn_after(number: int) -> void:
	while turn <= number:
		await get_tree().process_frame


## Ends the game: the players leave, then the server.
func part() -> void:
	if is_server():
		while not multiplayer.get_peers().is_empty():
			await get_tree().process_frame
		await settle()
	elif multiplayer.multiplayer_peer.get_connection_status() == MultiplayerPeer.CONNECTION_CONNECTED:
		leave()
		await settle()
	get_tree().quit()


@rpc("any_peer")
func register(player_name: String, looks: Dictionary = {}) -> void:
	players[multiplayer.get_remote_sender_id()] = player_name
	if has_begun:
		Truth.call_rpc(self, &"begin", [players])
		came_late.emit(multiplayer.get_remote_sender_id())
	elif players.size() == int(options.peers):
		Truth.call_rpc(self, &"begin", [players])
		begin(players)
		has_begun = options.has("comers")


@rpc("authority", "call_remote", "reliable")
func begin(everyone: Dictionary) -> void:
	players = everyone
	everyone_is_here.emit()


@rpc("any_peer", "reliable")
func next_turn(number: int) -> void:
	turn = number
	turn_finished.emit(number)


func give_up() -> void:
	printerr("%s waited too long" % role)
	OS.kill(OS.get_process_id())


func _use(peer: ENetMultiplayerPeer) -> void:
	if options.has("compress"):
		peer.host.compress(int(options.compress))
	multiplayer.multiplayer_peer = peer


## Nobody knows its key.
func _own_certificate() -> TLSOptions:
	var crypto := Crypto.new()
	var key := crypto.generate_rsa(2048)
	return TLSOptions.server(key, crypto.generate_self_signed_certificate(key, "CN=arena.example,O=Arena,C=SE"))


func _check(error: Error) -> void:
	if error != OK:
		printerr(error_string(error))
		give_up()
