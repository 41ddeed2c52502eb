# SPDX-License-Identifier: MIT
# A client numbers 1,100 unreliable calls, one in each frame; the server prints the numbers of those that it got. The way
# is a relay that lets some datagrams overtake others. Run: server, client.
extends Node

const PORT := 24680
const RELAY := 24681
const CALLS := 1100

var got := PackedInt32Array()


func _ready() -> void:
	Engine.physics_ticks_per_second = 250
	Engine.max_physics_steps_per_frame = 1
	Engine.max_fps = 250
	set_physics_process(false)
	var peer := ENetMultiplayerPeer.new()
	if "server" in OS.get_cmdline_user_args():
		peer.create_server(PORT)
	else:
		peer.create_client("127.0.0.1", RELAY)
		multiplayer.connected_to_server.connect(play)
	multiplayer.multiplayer_peer = peer


func play() -> void:
	for number in range(1, CALLS + 1):
		step.rpc_id(1, number)
		await get_tree().process_frame
	await get_tree().create_timer(0.5).timeout
	finish.rpc_id(1)


@rpc("any_peer", "call_remote", "unreliable")
func step(number: int) -> void:
	got.append(number)


@rpc("any_peer", "call_remote", "reliable")
func finish() -> void:
	print("TRUTH got %s" % got)
