# SPDX-License-Identifier: MIT
# One version of the game lets every player press, the other one only the authority.
extends Node
func wait(seconds: float): return get_tree().create_timer(seconds).timeout
func _ready():
	Engine.max_fps = 60
	var p := ENetMultiplayerPeer.new()
	if OS.get_cmdline_user_args()[0] == "server": p.create_server(24680)
	else: p.create_client("127.0.0.1", 24680)
	multiplayer.multiplayer_peer = p
	if multiplayer.is_server(): return
	await multiplayer.connected_to_server
	for i in 5:
		press.rpc_id(1, i)
		await wait(0.2)
@rpc("any_peer", "call_remote", "reliable") func press(n: int): print("press ", n)
