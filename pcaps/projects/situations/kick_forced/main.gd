# SPDX-License-Identifier: MIT
extends Node
# The server closes the connection of the first client by disconnect_peer(), with or without `force`. The second client calls
# the first one five times a second, through the server.
var role: String
var force := false
var t := 0.0
var next := 0.5
var calls := 0
var ids: Array[int] = []
var kicked := false

func _ready():
	var options := OS.get_cmdline_user_args()
	role = options[0]
	force = options[1] == "force"
	var peer := ENetMultiplayerPeer.new()
	if role == "server": peer.create_server(24680, 8)
	else: peer.create_client("127.0.0.1", 24680)
	multiplayer.multiplayer_peer = peer
	multiplayer.peer_connected.connect(func(id): ids.append(id); print("peer_connected"))
	multiplayer.peer_disconnected.connect(func(id): ids.erase(id); print("peer_disconnected"))
	multiplayer.server_disconnected.connect(func(): print("server_disconnected"))

func _process(delta):
	t += delta
	if t < next: return
	next += 0.2
	if role == "caller":
		for id in ids:
			if id != 1:
				calls += 1
				ask.rpc_id(id, calls)
	elif role == "server" and not kicked and t > 3 and not ids.is_empty():
		kicked = true
		multiplayer.multiplayer_peer.disconnect_peer(ids[0], force)

@rpc("any_peer", "call_remote", "unreliable_ordered")
func ask(number: int): print("ask ", number)
