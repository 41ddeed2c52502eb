# SPDX-License-Identifier: MIT
extends Node
## Green is behind a link that loses for a while what tells it that red has come, and later red's last calls: it hears red
## before it knows of it, and once more when red has gone (links/relay.py --lose).

## In seconds.
const ALONE := 1.0
const PAUSE := 1.5
const MOMENT := 0.2
const END := 8.0

@onready var chat: Node = $Chat


func _ready() -> void:
	OS.add_logger(EngineErrors.new())
	multiplayer.peer_connected.connect(_came)
	if Network.is_server():
		Network.host()
	else:
		if Network.role == "red":
			await get_tree().create_timer(ALONE).timeout
		Network.join()
	await get_tree().create_timer(END).timeout
	get_tree().quit()


func _came(id: int) -> void:
	if Network.role == "red" and id != 1:
		_talk(id)


func _talk(green: int) -> void:
	Truth.call_rpc(self, &"hear", ["do you know me?"], green)
	await get_tree().create_timer(PAUSE).timeout
	Truth.call_rpc(self, &"hear", ["and now?"], green)
	Truth.call_rpc(chat, &"hear", ["good morning"], green)
	await get_tree().create_timer(MOMENT).timeout
	Truth.call_rpc(chat, &"hear", ["good night"], green)
	Truth.call_rpc(self, &"hear", ["good bye"], green)
	await get_tree().create_timer(MOMENT).timeout
	Network.leave()


@rpc("any_peer", "call_remote", "reliable", 1)
func hear(what: String) -> void:
	Truth.event("heard", {"from": multiplayer.get_remote_sender_id(), "what": what})
