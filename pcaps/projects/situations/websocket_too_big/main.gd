# SPDX-License-Identifier: MIT
extends Node
# args: role bytes outbound who count    who: sends; count: messages in one frame; the other end is busy for 300 ms
func _ready():
	var a := OS.get_cmdline_user_args()
	var p := WebSocketMultiplayerPeer.new()
	p.outbound_buffer_size = int(a[2])
	multiplayer.peer_connected.connect(_go)
	multiplayer.peer_disconnected.connect(func(id): print("left ", id))
	if a[0] == "server": p.create_server(24680)
	else:
		p.create_client("ws://127.0.0.1:24680")
		multiplayer.server_disconnected.connect(func(): print("server_disconnected"))
		multiplayer.connected_to_server.connect(func(): print("connected"))
	multiplayer.multiplayer_peer = p
func _go(id):
	var a := OS.get_cmdline_user_args()
	print("joined ", id)
	await get_tree().create_timer(0.5).timeout
	if a[3] != a[0]:
		if int(a[4]) > 1: OS.delay_msec(300)
		return
	chat.rpc_id(id, "before")
	await get_tree().create_timer(0.15).timeout
	var b := PackedByteArray(); b.resize(int(a[1]))
	for i in int(a[4]): map.rpc_id(id, b)
	await get_tree().create_timer(0.6).timeout
	if multiplayer.get_peers().has(id): chat.rpc_id(id, "after")
@rpc("any_peer", "call_remote", "reliable") func map(b: PackedByteArray): print("map ", b.size())
@rpc("any_peer", "call_remote", "reliable") func chat(s: String): print("chat ", s)
