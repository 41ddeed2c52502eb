# SPDX-License-Identifier: MIT
# Two ends that tell each other where they are, twenty times a second, and shoot each 0.4 s. They print what they send
# and what arrives, with the time in milliseconds.
# args: serve|join enet|websocket address=IP [idle[=MS]] [reliable]
#   idle      the client sends nothing while the server goes on, from 2 s on, for 4 s or so many milliseconds
#   reliable  no positions: only shots, ten a second
extends Node

const PORT := 24680
const PAUSE := 4000

var options := {}
var step := 0
var begun := 0


func _ready() -> void:
	Engine.physics_ticks_per_second = 20
	for argument in OS.get_cmdline_user_args():
		options[argument.get_slice("=", 0)] = argument.get_slice("=", 1) if "=" in argument else "true"
	multiplayer.peer_connected.connect(func(id: int) -> void: say("connected", id))
	multiplayer.peer_disconnected.connect(func(id: int) -> void: say("disconnected", id))
	multiplayer.server_disconnected.connect(func() -> void: say("server_disconnected", 0))
	multiplayer.multiplayer_peer = enet() if options.has("enet") else websocket()


func enet() -> MultiplayerPeer:
	var peer := ENetMultiplayerPeer.new()
	print("begin ", peer.create_server(PORT) if options.has("serve") else peer.create_client(options["address"], PORT))
	return peer


func websocket() -> MultiplayerPeer:
	var peer := WebSocketMultiplayerPeer.new()
	print("begin ", peer.create_server(PORT) if options.has("serve") else peer.create_client("ws://%s:%d/" % [options["address"], PORT]))
	return peer


func say(what: String, number: int) -> void:
	print("%s %d %.2f" % [what, number, Time.get_unix_time_from_system() * 1000.0])


func _physics_process(_delta: float) -> void:
	if multiplayer.get_peers().is_empty():
		return
	if begun == 0:
		begun = Time.get_ticks_msec()
	var passed := Time.get_ticks_msec() - begun
	if options.has("idle") and passed > 2000 and passed < 2000 + (PAUSE if options["idle"] == "true" else int(options["idle"])):
		return
	step += 1
	if not options.has("reliable"):
		place.rpc(step, Vector2(step, -step))
	if step % (2 if options.has("reliable") else 8) == 0:
		say("sent", step)
		shoot.rpc(step)


@rpc("any_peer", "unreliable")
func place(_number: int, _at: Vector2) -> void:
	pass


@rpc("any_peer", "reliable")
func shoot(number: int) -> void:
	say("read", number)
