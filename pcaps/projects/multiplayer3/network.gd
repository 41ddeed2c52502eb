# SPDX-License-Identifier: MIT
extends Node
# Brings the players together, and passes the turn from one to the next. For Godot 3.2 to 3.6:
#
#   godot3-server --path . res://lab/calls.tscn \
#       --role=server --peers=2 --truth=/tmp/server.truth.jsonl [--transport=enet|websocket] [--compress=0]
#
# Every process of a game runs the same scene; the role is `server` or the name of a player.

signal everyone_is_here

const PORT = 24680
# So many frames are enough for what was sent to arrive and to be answered.
const SETTLING = 8
# Nothing takes this long, in seconds.
const PATIENCE = 60.0

var role = "server"
var options = {}
var turn = 0
# Names of the players by their peer.
var players = {}


func _ready():
	for argument in OS.get_cmdline_args():
		if "=" in argument:
			var parts = argument.substr(2, argument.length()).split("=")
			options[parts[0]] = parts[1]
	role = options.get("role", role)
	if options.has("truth"):
		Truth.begin(options.truth, role)
	multiplayer.connect("network_peer_connected", self, "_on_peer_connected")
	multiplayer.connect("network_peer_disconnected", self, "_on_peer_disconnected")
	multiplayer.connect("connected_to_server", self, "_on_connected")
	get_tree().create_timer(PATIENCE).connect("timeout", self, "give_up")


func _process(_delta):
	# A server of WebSockets is not polled by the tree while nobody is connected.
	if multiplayer.network_peer is WebSocketServer:
		multiplayer.network_peer.poll()


func is_server():
	return role == "server"


func is_connected_to_others():
	var peer = get_tree().network_peer
	return peer != null and peer.get_connection_status() == NetworkedMultiplayerPeer.CONNECTION_CONNECTED


# Hosts or joins, and waits until all are here.
func gather():
	if is_server():
		host()
	else:
		join()
		yield(multiplayer, "connected_to_server")
		yield(settle(), "completed")
		Truth.call_rpc(self, "register", [role, {"color": ColorN(role), "level": players.size() + 1}], 1)
	yield(self, "everyone_is_here")


func host():
	var peer
	if options.get("transport") == "websocket":
		peer = WebSocketServer.new()
		peer.set_buffers(256, 1024, 256, 1024)
		_check(peer.listen(PORT, PoolStringArray(), true))
	else:
		peer = _enet()
		peer.set_bind_ip("127.0.0.1")
		_check(peer.create_server(PORT))
	get_tree().network_peer = peer


func join(local_port = 0):
	var peer
	if options.get("transport") == "websocket":
		peer = WebSocketClient.new()
		peer.set_buffers(256, 1024, 256, 1024)
		_check(peer.connect_to_url("ws://127.0.0.1:%d" % int(options.get("port", PORT)), PoolStringArray(), true))
	else:
		peer = _enet()
		_check(peer.create_client("127.0.0.1", int(options.get("port", PORT)), 0, 0, local_port))
	get_tree().network_peer = peer


func leave():
	Truth.event("leave")
	if multiplayer.network_peer is NetworkedMultiplayerENet:
		multiplayer.network_peer.close_connection()
	elif is_server():
		multiplayer.network_peer.stop()
	else:
		multiplayer.network_peer.disconnect_from_host()
	get_tree().network_peer = null


func peer_of(player):
	for id in players:
		if players[id] == player:
			return id
	return 0


# Waits until what was sent has arrived and was answered.
func settle(frames = SETTLING):
	for frame in frames:
		yield(get_tree(), "idle_frame")


# Lets everybody know that the turn is over.
func finish_turn(number):
	Truth.call_rpc(self, "next_turn", [number + 1])
	next_turn(number + 1)


# Ends the game: the players leave, then the server.
func part():
	yield(settle(), "completed")
	if is_server():
		while not multiplayer.get_network_connected_peers().empty():
			yield(get_tree(), "idle_frame")
		yield(settle(), "completed")
	elif is_connected_to_others():
		leave()
		yield(settle(), "completed")
	get_tree().quit()


remote func register(player_name, looks = {}):
	players[multiplayer.get_rpc_sender_id()] = player_name
	if players.size() == int(options.peers):
		Truth.call_rpc(self, "begin", [players])
		begin(players)


puppet func begin(everyone):
	players = everyone
	emit_signal("everyone_is_here")


remote func next_turn(number):
	turn = number


func give_up():
	printerr("%s waited too long" % role)
	OS.kill(OS.get_process_id())


func _enet():
	var peer = NetworkedMultiplayerENet.new()
	if options.has("compress"):
		peer.compression_mode = int(options.compress)
	if options.has("channels"):
		peer.channel_count = int(options.channels)
	return peer


func _check(error):
	if error != OK:
		printerr("error %d" % error)
		give_up()


func _on_peer_connected(id):
	Truth.event("peer_connected", {"id": id})


func _on_peer_disconnected(id):
	Truth.event("peer_disconnected", {"id": id})


func _on_connected():
	Truth.event("connected", {"id": multiplayer.get_network_unique_id()})
