# SPDX-License-Identifier: MIT
extends Node
# args: role hang_ms_after_2s
var t := 0.0
var done := false
func _ready():
	var p := ENetMultiplayerPeer.new()
	var a := OS.get_cmdline_user_args()
	if a[0] == "server":
		p.create_server(24680, 8)
		multiplayer.peer_connected.connect(func(id): print("%.1f joined" % t))
		multiplayer.peer_disconnected.connect(func(id): print("%.1f left" % t))
	else:
		p.create_client("127.0.0.1", 24680)
		multiplayer.server_disconnected.connect(func(): print("%.1f server_disconnected" % t))
	multiplayer.multiplayer_peer = p
	while true:
		await get_tree().create_timer(0.1).timeout
		if multiplayer.multiplayer_peer and multiplayer.multiplayer_peer.get_connection_status() == 2 and multiplayer.get_peers().size(): tick.rpc(t)
func _process(d):
	t = Time.get_ticks_msec() / 1000.0
	if not done and t > 2.0 and int(OS.get_cmdline_user_args()[1]) > 0:
		done = true
		print("%.1f hang" % t); OS.delay_msec(int(OS.get_cmdline_user_args()[1])); print("back")
@rpc("any_peer", "call_remote", "reliable") func tick(_n: float): pass
