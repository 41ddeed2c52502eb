# SPDX-License-Identifier: MIT
extends Node
# args: role. The server gives each hero to its player before it is spawned.
func _ready():
	var a := OS.get_cmdline_user_args()
	var p := ENetMultiplayerPeer.new()
	if a[0] == "server":
		p.create_server(24680, 8)
		multiplayer.peer_connected.connect(_go)
	else: p.create_client("127.0.0.1", 24680)
	multiplayer.multiplayer_peer = p
	await get_tree().create_timer(4).timeout
	get_tree().quit()
func _go(id):
	await get_tree().create_timer(0.5).timeout
	var h := preload("res://hero.tscn").instantiate()
	h.name = str(id)
	h.set_multiplayer_authority(id)
	$Heroes.add_child(h, true)
