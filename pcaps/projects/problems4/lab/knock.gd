# SPDX-License-Identifier: MIT
extends Node
## Players who are not let in, or lost again: a server that is full, one that compresses otherwise, one that wants to
## know who comes, a player who stops.

## So long does everybody wait, in seconds.
const WAIT := 2.5
## So long does a player stop, in seconds: longer than ENet bears it.
const STOP := 10.0
## Nobody proves within this time who they are, in seconds.
const AUTH_TIMEOUT := 1.0


func _ready() -> void:
	OS.add_logger(EngineErrors.new())
	multiplayer.connection_failed.connect(func() -> void: Truth.event("connection_failed"))
	multiplayer.server_disconnected.connect(func() -> void: Truth.event("server_disconnected"))
	var auth: String = Network.options.get("auth", "")
	if auth == "everybody" or auth == Network.role:
		_ask_for_proof()
	if Network.is_server():
		_host()
	else:
		Network.join()
	if Network.options.has("greets"):
		multiplayer.peer_connected.connect(_greet)
	var wait := WAIT
	if Network.options.has("stops"):
		wait += STOP
		if not Network.is_server():
			_stop()
	await get_tree().create_timer(wait + (4.0 if Network.is_server() else 0.0)).timeout
	Truth.event("ends", {"status": multiplayer.multiplayer_peer.get_connection_status()})
	get_tree().quit()


func _host() -> void:
	var peer := ENetMultiplayerPeer.new()
	peer.set_bind_ip("127.0.0.1")
	peer.create_server(Network.PORT, int(Network.options.get("most", "32")))
	if Network.options.has("refuses"):
		peer.refuse_new_connections = true
	if Network.options.has("packs"):
		peer.host.compress(int(Network.options.packs) as ENetConnection.CompressionMode)
	multiplayer.multiplayer_peer = peer


func _ask_for_proof() -> void:
	var api := multiplayer as SceneMultiplayer
	api.auth_callback = func(_id: int, _data: PackedByteArray) -> void: pass
	api.auth_timeout = AUTH_TIMEOUT
	api.peer_authenticating.connect(func(id: int) -> void:
		Truth.event("authenticating", {"id": id})
		if Network.options.auth != "everybody":
			api.send_auth(id, "Who is there?".to_utf8_buffer()))
	api.peer_authentication_failed.connect(func(id: int) -> void: Truth.event("authentication_failed", {"id": id}))


func _greet(id: int) -> void:
	for times: int in 4:
		if id in multiplayer.get_peers():
			Truth.call_rpc(self, &"greet", ["Welcome! ".repeat(30)], id)
		await get_tree().create_timer(0.3).timeout


@rpc("any_peer")
func greet(_text: String) -> void:
	pass


## Whatever comes meanwhile, nobody reads it.
func _stop() -> void:
	await multiplayer.connected_to_server
	await get_tree().create_timer(0.2).timeout
	Truth.event("stops")
	OS.delay_msec(int(STOP * 1000))
	Truth.event("goes_on")
