# SPDX-License-Identifier: MIT
extends Node
# args: role
func _ready():
	var a := OS.get_cmdline_user_args()
	var p := ENetMultiplayerPeer.new()
	if a[0] == "server":
		p.create_server(24680, 8)
		multiplayer.peer_connected.connect(_go)
	else:
		p.create_client("127.0.0.1", 24680)
		multiplayer.connected_to_server.connect(func(): $Info.ask.rpc_id(1, 7))
	multiplayer.multiplayer_peer = p
	await get_tree().create_timer(5).timeout
	for each in [$Tank, $Gun, $Drive, $Twin]:
		print("TRUTH ", a[0], " ", each.name, " ", each.shown())
	get_tree().quit()
func _go(_id):
	await get_tree().create_timer(0.3).timeout
	$Info.say.rpc("two")
	for i in 20:
		for each in [$Tank, $Gun, $Drive, $Twin]: each.play(i)
		await get_tree().create_timer(0.1).timeout
