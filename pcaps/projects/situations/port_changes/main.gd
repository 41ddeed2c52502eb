# SPDX-License-Identifier: MIT
# A client that tells the server ten times a second where it is, and shoots each half second; the server answers with
# its time. Run: server, client. The client's way is a relay that may change the client's port.
extends Node

const PORT := 24680
const RELAY := 24681


func _ready() -> void:
	var peer := ENetMultiplayerPeer.new()
	if "server" in OS.get_cmdline_user_args():
		peer.create_server(PORT)
	else:
		peer.create_client("127.0.0.1", RELAY)
		multiplayer.connected_to_server.connect(play)
	multiplayer.multiplayer_peer = peer
	multiplayer.peer_connected.connect(func(_id: int) -> void: print("peer connected"))
	multiplayer.peer_disconnected.connect(func(_id: int) -> void: print("peer disconnected"))
	var timer := Timer.new()
	timer.wait_time = 0.1
	timer.autostart = true
	timer.timeout.connect(tell_time)
	add_child(timer)


func tell_time() -> void:
	if not multiplayer.is_server():
		return
	for id in multiplayer.get_peers():
		clock.rpc_id(id, Time.get_ticks_msec())


func play() -> void:
	var step := 0
	while multiplayer.multiplayer_peer.get_connection_status() == MultiplayerPeer.CONNECTION_CONNECTED:
		step += 1
		move.rpc_id(1, step)
		if step % 5 == 0:
			shoot.rpc_id(1, step)
		await get_tree().create_timer(0.1).timeout


@rpc("any_peer", "unreliable")
func move(_step: int) -> void:
	pass


@rpc("any_peer", "reliable")
func shoot(step: int) -> void:
	print("shoot ", step)


@rpc("authority", "unreliable")
func clock(_time: int) -> void:
	pass
