# SPDX-License-Identifier: MIT
# A player runs a newer version of the game, whose method has another name and the same number; the server and the other
# player run the older one.
extends Node
func wait(seconds: float): return get_tree().create_timer(seconds).timeout
func _ready():
	Engine.max_fps = 60
	var p := ENetMultiplayerPeer.new()
	if OS.get_cmdline_user_args()[0] == "server": p.create_server(24680)
	else: p.create_client("127.0.0.1", 24680)
	multiplayer.multiplayer_peer = p
	if multiplayer.is_server(): return
	while multiplayer.get_peers().size() < 2: await wait(0.05)
	await wait(0.5)
	for i in 5:
		tell.rpc("line %d" % i)
		await wait(0.3)
@rpc("any_peer", "call_remote", "reliable") func tell(text: String): print("tell ", text)
