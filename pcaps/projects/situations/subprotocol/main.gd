# SPDX-License-Identifier: MIT
extends Node
# args: role protocol    protocol: that this end supports
func _ready():
	var a := OS.get_cmdline_user_args()
	var p := WebSocketMultiplayerPeer.new()
	p.supported_protocols = PackedStringArray([a[1]])
	multiplayer.connection_failed.connect(func(): print("connection_failed"))
	multiplayer.connected_to_server.connect(func(): print("connected"))
	if a[0] == "server": p.create_server(24680)
	else: p.create_client("ws://127.0.0.1:24680")
	multiplayer.multiplayer_peer = p
	await get_tree().create_timer(2.5).timeout
	get_tree().quit()
