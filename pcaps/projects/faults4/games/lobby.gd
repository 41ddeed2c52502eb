# SPDX-License-Identifier: MIT
extends Node
## Players come, and are greeted; or they are not let in, in the way that `--fault` says.

## In seconds: how long everybody stays, and who proves nothing within this time has to go.
const STAY := 2.5
const AUTH_TIMEOUT := 1.0

var fault := ""


func _ready() -> void:
	OS.add_logger(EngineErrors.new())
	fault = Network.options.get("fault", "")
	multiplayer.connection_failed.connect(func() -> void: Truth.event("connection_failed"))
	multiplayer.server_disconnected.connect(func() -> void: Truth.event("server_disconnected"))
	multiplayer.peer_connected.connect(_greet)
	var api := multiplayer as SceneMultiplayer
	if fault == "unproven" or (fault == "unasked" and Network.is_server()):
		api.auth_callback = func(_id: int, _data: PackedByteArray) -> void: pass
		api.auth_timeout = AUTH_TIMEOUT
		api.peer_authentication_failed.connect(func(id: int) -> void: Truth.event("authentication_failed", {"id": id}))
	if fault == "unasked" and Network.is_server():
		api.peer_authenticating.connect(func(id: int) -> void: api.send_auth(id, "Who is there?".to_utf8_buffer()))
	if Network.is_server():
		Truth.write("seeded", {"cause": fault, "from": 1})
		_host()
	else:
		Network.join()
	await get_tree().create_timer(STAY + (3.0 if Network.is_server() else 0.0)).timeout
	get_tree().quit()


func _host() -> void:
	if Network.options.get("transport") == "websocket":
		Network.host()
		return
	var peer := ENetMultiplayerPeer.new()
	peer.set_bind_ip("127.0.0.1")
	peer.create_server(Network.PORT, 1 if fault == "full" else 32)
	peer.refuse_new_connections = fault == "refusing"
	if fault == "packed":
		peer.host.compress(ENetConnection.COMPRESS_RANGE_CODER)
	multiplayer.multiplayer_peer = peer


func _greet(id: int) -> void:
	for times: int in 4:
		if id in multiplayer.get_peers():
			Truth.call_rpc(self, &"greet", ["Welcome! ".repeat(20)], id)
			if fault == "fewer_channels":
				Truth.call_rpc(self, &"whisper", ["apart"], id)
		await get_tree().create_timer(0.3).timeout


@rpc("any_peer", "call_remote", "reliable")
func greet(_text: String) -> void:
	pass


@rpc("any_peer", "call_remote", "reliable", 5)
func whisper(_text: String) -> void:
	pass
