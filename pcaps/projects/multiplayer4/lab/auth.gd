# SPDX-License-Identifier: MIT
extends Lab
## Players must prove who they are before they are let in; blue cannot.

const SECRET := "open sesame"


func prepare() -> void:
	var api := multiplayer as SceneMultiplayer
	api.auth_callback = _on_auth
	api.auth_timeout = 10.0
	api.peer_authenticating.connect(_on_authenticating)
	api.peer_authentication_failed.connect(func(id: int) -> void:
		Truth.event("authentication_failed", {"id": id})
		if Network.role == "blue":
			get_tree().quit())


func turns() -> Array[Array]:
	return [
		["server", func() -> void: call_all(&"welcome", ["in"])],
		["red", func() -> void: call_all(&"welcome", ["me too"])],
	]


func _on_authenticating(id: int) -> void:
	if id == 1:
		_send(id, PackedByteArray([0xff, 0, 1]) + Network.role.to_utf8_buffer())


## A client says its name, the server asks, the client answers.
func _on_auth(id: int, data: PackedByteArray) -> void:
	if not Network.is_server():
		_send(id, (SECRET if Network.role != "blue" else "let me in").to_utf8_buffer())
		_complete(id)
	elif data[0] == 0xff:
		_send(id, var_to_bytes({"question": "the word?", "salt": 1234}))
	elif data.get_string_from_utf8() == SECRET:
		_complete(id)
	else:
		multiplayer.disconnect_peer(id)


func _send(id: int, data: PackedByteArray) -> void:
	Truth.write("auth", {"from": multiplayer.get_unique_id(), "to": id, "hex": data.hex_encode(), "len": data.size()})
	multiplayer.send_auth(id, data)


func _complete(id: int) -> void:
	Truth.write("auth", {"from": multiplayer.get_unique_id(), "to": id, "hex": "", "len": 0})
	multiplayer.complete_auth(id)


@rpc("any_peer")
func welcome(_how: String) -> void:
	pass
