# SPDX-License-Identifier: MIT
extends Node
# Green is behind a link that loses for a while what tells it that red has come, and later red's last calls: it hears red
# before it knows of it, and once more when red has gone (links/relay.py --lose).

# In seconds.
const ALONE = 1.0
const PAUSE = 1.5
const MOMENT = 0.2
const END = 8.0

onready var chat = $Chat


func _ready():
	multiplayer.connect("network_peer_connected", self, "_came")
	if Network.is_server():
		Network.host()
	else:
		if Network.role == "red":
			yield(get_tree().create_timer(ALONE), "timeout")
		Network.join()
	yield(get_tree().create_timer(END), "timeout")
	get_tree().quit()


func _came(id):
	if Network.role == "red" and id != 1:
		_talk(id)


func _talk(green):
	Truth.call_rpc(self, "hear", ["do you know me?"], green)
	yield(get_tree().create_timer(PAUSE), "timeout")
	Truth.call_rpc(self, "hear", ["and now?"], green)
	Truth.call_rpc(chat, "hear", ["good morning"], green)
	yield(get_tree().create_timer(MOMENT), "timeout")
	Truth.call_rpc(chat, "hear", ["good night"], green)
	Truth.call_rpc(self, "hear", ["good bye"], green)
	yield(get_tree().create_timer(MOMENT), "timeout")
	Network.leave()


remote func hear(what):
	Truth.event("heard", {"from": multiplayer.get_rpc_sender_id(), "what": what})
