# SPDX-License-Identifier: MIT
extends Node
# args: role mode
func _ready():
	var p := ENetMultiplayerPeer.new()
	var a := OS.get_cmdline_user_args()
	if a[0] == "server":
		p.create_server(24680, 8)
		multiplayer.peer_connected.connect(func(id): print("joined ", id))
		multiplayer.peer_disconnected.connect(func(id): print("left ", id))
	else:
		p.create_client("127.0.0.1", 24680)
		multiplayer.connection_failed.connect(func(): print("connection_failed"))
		multiplayer.connected_to_server.connect(func(): print("connected"))
		multiplayer.server_disconnected.connect(func(): print("server_disconnected"))
	p.host.compress(int(a[1]))
	multiplayer.multiplayer_peer = p
	var n := 0
	while true:
		await get_tree().create_timer(0.5).timeout
		n += 1
		if multiplayer.get_peers().size(): note.rpc("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", n)
@rpc("any_peer", "call_remote", "reliable") func note(s: String, n: int): print("note ", n)
