# SPDX-License-Identifier: MIT
extends Node
# args: role how    how: alone (the server alone adds a property to the list), both
var role := ""
var hp := 100:
	set(x):
		if role == "client" and x != hp: print("TRUTH hp ", x)
		hp = x
var ammo := 7:
	set(x):
		if role == "client" and x != ammo: print("TRUTH ammo ", x)
		ammo = x
func _ready():
	var a := OS.get_cmdline_user_args()
	role = a[0]
	var p := ENetMultiplayerPeer.new()
	if role == "server":
		p.create_server(24680)
		multiplayer.peer_connected.connect(func(_id): play())
	else:
		p.create_client("127.0.0.1", 24680)
		multiplayer.connected_to_server.connect(func(): if a[1] == "both": more())
	multiplayer.multiplayer_peer = p
	await get_tree().create_timer(5).timeout
	get_tree().quit()
func more():
	await get_tree().create_timer(1).timeout
	$Sync.replication_config.add_property(^".:ammo", 0)
	print("TRUTH list ", $Sync.replication_config.get_properties())
func play():
	await more()
	for i in 20:
		await get_tree().create_timer(0.1).timeout
		hp -= 1
		ammo = 1000 + i
