# SPDX-License-Identifier: MIT
extends Node
## Two spawners make nodes of the same name in different places. The server frees one after the other, while a player
## calls both in every fourth frame.
##
##   godot --headless --path . -- --role=server --truth=FILE
##   godot --headless --path . -- --role=red --truth=FILE [--port=24680]

var options := {"role": "server", "truth": "truth.jsonl", "port": "24680"}
var frames := 0


func _ready() -> void:
	for argument: String in OS.get_cmdline_user_args():
		var parts := argument.trim_prefix("--").split("=")
		options[parts[0]] = parts[1]
	Truth.open(options.truth, options.role)
	Engine.max_fps = 60
	var peer := ENetMultiplayerPeer.new()
	if not is_server():
		peer.create_client("127.0.0.1", int(options.port))
		multiplayer.server_disconnected.connect(get_tree().quit)
	else:
		peer.create_server(int(options.port))
		multiplayer.peer_connected.connect(func(_id: int) -> void: play())
	multiplayer.multiplayer_peer = peer


func is_server() -> bool:
	return options.role == "server"


func play() -> void:
	await wait(0.5)
	for side: Node in [$Red, $Blue]:
		var box: Node = preload("res://box.tscn").instantiate()
		side.add_child(box, true)
	for side: Node in [$Red, $Blue]:
		await wait(1.5)
		Truth.write("event", {"event": "freed", "node": str(side.get_child(0).get_path())})
		side.get_child(0).free()
	await wait(1.0)
	multiplayer.multiplayer_peer.close()
	get_tree().quit()


func wait(seconds: float) -> void:
	await get_tree().create_timer(seconds).timeout


func _process(_delta: float) -> void:
	frames += 1
	if is_server() or frames % 4 != 0:
		return
	for side: Node in [$Red, $Blue]:
		for box: Node in side.get_children():
			box.push.rpc_id(1, frames)
			Truth.write("rpc", {"to": 1, "node": str(box.get_path()), "method": "push", "args": [frames]})
