# SPDX-License-Identifier: MIT
extends Node
# A server that asks for a password, and clients: "right", "wrong" (the server refuses it), "slow" (it sends its
# password, and never completes the authentication). Both ends print what happened.
const PORT := 24680
const PASSWORD := "sesame"

func _ready() -> void:
	var role := OS.get_cmdline_user_args()[0]
	var api := multiplayer as SceneMultiplayer
	api.auth_timeout = 1.5
	api.auth_callback = func(peer: int, data: PackedByteArray) -> void: admit(api, peer, data)
	api.peer_authenticating.connect(func(peer: int) -> void: present(api, role, peer))
	api.peer_authentication_failed.connect(func(_peer: int) -> void: print(role, ": authentication failed"))
	api.peer_connected.connect(func(peer: int) -> void: welcome(role, peer))
	api.server_disconnected.connect(func() -> void: print(role, ": server disconnected"))
	var peer := ENetMultiplayerPeer.new()
	if role == "server":
		peer.create_server(PORT, 8)
	else:
		peer.create_client("127.0.0.1", PORT)
	api.multiplayer_peer = peer

func present(api: SceneMultiplayer, role: String, peer: int) -> void:
	print(role, ": authenticating")
	if role == "server":
		return
	api.send_auth(peer, ("open" if role == "wrong" else PASSWORD).to_utf8_buffer())
	if role == "right":
		api.complete_auth(peer)

func admit(api: SceneMultiplayer, peer: int, data: PackedByteArray) -> void:
	if data.get_string_from_utf8() == PASSWORD:
		api.complete_auth(peer)
	else:
		print("server: refused")
		api.disconnect_peer(peer)

func welcome(role: String, peer: int) -> void:
	print(role, ": connected")
	if role == "server":
		hello.rpc_id(peer)

@rpc("authority", "reliable")
func hello() -> void:
	print("hello")
