# SPDX-License-Identifier: MIT
extends Node
# args: role how    how: alike, path (the client's spawner leads nowhere)
func _ready():
	var a := OS.get_cmdline_user_args()
	var p := ENetMultiplayerPeer.new()
	if a[0] == "server":
		p.create_server(24680, 8)
		multiplayer.peer_connected.connect(_go)
	else:
		p.create_client("127.0.0.1", 24680)
		multiplayer.connected_to_server.connect(func(): $Info.ask.rpc_id(1, 7))
		if a[1] == "path": $Spawner.spawn_path = ^"../Nowhere"
	multiplayer.multiplayer_peer = p
	await get_tree().create_timer(6).timeout
	print($Heroes.get_children().map(func(h): return [h.name, h.scene_file_path]))
	get_tree().quit()
func _go(_id):
	await get_tree().create_timer(0.3).timeout
	for scene in ["hero", "foe"]: $Heroes.add_child(load("res://%s.tscn" % scene).instantiate(), true)
	$Info.say.rpc("two")
	await get_tree().create_timer(0.3).timeout
	for i in 4:
		for each in $Heroes.get_children(): each.tell.rpc(i)
		await get_tree().create_timer(0.4).timeout
