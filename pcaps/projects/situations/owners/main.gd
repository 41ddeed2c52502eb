# SPDX-License-Identifier: MIT
extends Node
# args: role how    how: stay, leave (the server frees the hero of its first player after a second)
func _ready():
	var a := OS.get_cmdline_user_args()
	var p := ENetMultiplayerPeer.new()
	if a[0] == "server":
		p.create_server(24680, 8)
		multiplayer.peer_connected.connect(_go)
	else: p.create_client("127.0.0.1", 24681 if a[0] == "far" else 24680)
	multiplayer.multiplayer_peer = p
	await get_tree().create_timer(8).timeout
	get_tree().quit()
func _go(id):
	await get_tree().create_timer(0.5).timeout
	var h := preload("res://hero.tscn").instantiate()
	h.name = str(id)
	$Heroes.add_child(h, true)
	if OS.get_cmdline_user_args()[1] == "leave" and $Heroes.get_child_count() == 1:
		await get_tree().create_timer(1.5).timeout
		print("free ", h.name)
		h.queue_free()
