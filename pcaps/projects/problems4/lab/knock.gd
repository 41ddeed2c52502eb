# SPDX-License-Identifier: MIT
extends Node
## Players who are not let in: a server that is full, one that compresses otherwise, one that wants to know who comes.

## So long does everybody wait, in seconds.
const WAIT := 2.5
## Nobody proves within this time who they are, in seconds.
const AUTH_TIMEOUT := 1.0


func _ready() -> void:
	OS.add_logger(EngineErrors.new())
	multiplayer.connection_failed.connect(func() -> void: Truth.event("connection_failed"))
	multiplayer.server_disconnected.connect(func() -> void: Truth.event("server_disconnected"))
	if Network.options.has("auth"):
		_ask_for_proof()
	if Network.is_server():
		_host()
	else:
		Network.join()
	await get_tree().create_timer(WAIT + (4.0 if Network.is_server() else 0.0)).timeout
	Truth.event("ends", {"status": multiplayer.multiplayer_peer.get_connection_status()})
	get_tree().quit()


func _host() -> void:
	var peer := ENetMultiplayerPeer.new()
	peer.set_bind_ip("127.0.0.1")
	peer.create_server(Network.PORT, int(Network.options.get("most", "32")))
	if Network.options.has("refuses"):
		peer.refuse_new_connections = true
	multiplayer.multiplayer_peer = peer


func _ask_for_proof() -> void:
	var api := multiplayer as SceneMultiplayer
	api.auth_callback = func(_id: int, _data: PackedByteArray) -> void: pass
	api.auth_timeout = AUTH_TIMEOUT
	api.peer_authenticating.connect(func(id: int) -> void: Truth.event("authenticating", {"id": id}))
	api.peer_authentication_failed.connect(func(id: int) -> void: Truth.event("authentication_failed", {"id": id}))
