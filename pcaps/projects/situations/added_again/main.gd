# SPDX-License-Identifier: MIT
# A coin is taken out of the tree and added again: a spawner waits for its signal ready, which comes once, unless
# request_ready() is called before.
extends Node
var a := OS.get_cmdline_user_args()
func wait(seconds: float): return get_tree().create_timer(seconds).timeout
func _ready():
	Engine.max_fps = 60
	var p := ENetMultiplayerPeer.new()
	if a[0] == "server": p.create_server(24680)
	else: p.create_client("127.0.0.1", 24680)
	multiplayer.multiplayer_peer = p
	if a[0] != "server": return
	await multiplayer.peer_connected
	var coin: Node = load("res://coin.tscn").instantiate()
	coin.name = "Coin"
	for turn in 3:
		if a[1] == "ready": coin.request_ready()
		$Coins.add_child(coin)
		for i in 3:
			await wait(0.15)
			coin.shine.rpc(turn * 3 + i)
		$Coins.remove_child(coin)
		await wait(0.3)
	coin.free()
