# SPDX-License-Identifier: MIT
extends Node
# A Godot server, and clients that are plain ENet hosts with a Connect "data" of their own choice.
var conn: ENetConnection
var peer: ENetPacketPeer
var n := 0
var t := 0.0
func _ready():
	var a := OS.get_cmdline_user_args()
	if a[0] == "server":
		var p := ENetMultiplayerPeer.new()
		p.create_server(24680, 8)
		multiplayer.multiplayer_peer = p
		multiplayer.peer_connected.connect(func(id): print("peer_connected ", id))
		multiplayer.peer_disconnected.connect(func(id): print("peer_disconnected ", id))
	else:
		conn = ENetConnection.new()
		conn.create_host(1)
		peer = conn.connect_to_host("127.0.0.1", 24680, 3, int(a[1]))
func _process(d):
	t += d
	if conn == null: return
	while true:
		var e = conn.service(0)
		if e[0] == ENetConnection.EVENT_NONE or e[0] == ENetConnection.EVENT_ERROR: break
		print("%.2f event %d data %d" % [t, e[0], e[2]])
		if e[0] == ENetConnection.EVENT_RECEIVE: print("  got ", e[1].get_packet())
	if peer.get_state() == ENetPacketPeer.STATE_CONNECTED and t > 1.0 + n * 0.5 and n < 4:
		n += 1
		peer.send(0, PackedByteArray([3, n, 1, 2, 3]), ENetPacketPeer.FLAG_RELIABLE)   # command 3: Raw
