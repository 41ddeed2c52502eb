# SPDX-License-Identifier: MIT
extends Node
# args: role limit ["one": a single synchronizer]
func _ready():
	var a := OS.get_cmdline_user_args()
	if a.size() > 2: $B.free()
	var p := ENetMultiplayerPeer.new()
	var api := multiplayer as SceneMultiplayer
	api.max_sync_packet_size = int(a[1])
	if a[0] == "server": p.create_server(24680, 8)
	else: p.create_client("127.0.0.1", 24680)
	multiplayer.multiplayer_peer = p
	await get_tree().create_timer(2.5).timeout
	get_tree().quit()
func _physics_process(_d):
	if multiplayer.is_server():
		for n in [$A, get_node_or_null("B")]:
			if n: n.place += 1
