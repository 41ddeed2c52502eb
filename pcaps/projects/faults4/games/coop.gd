# SPDX-License-Identifier: MIT
extends Game
## Together against what the server makes by a function; scenes in scenes, rpc_config(), an autoload that everybody calls.

const WAVE := 0.7
@onready var things: Node2D = $World/Things

var made := 0


func prepare() -> void:
	$World/Spawner.spawn_function = _make
	rpc_config(&"say", {"rpc_mode": MultiplayerAPI.RPC_MODE_ANY_PEER, "transfer_mode": MultiplayerPeer.TRANSFER_MODE_RELIABLE,
			"call_local": false, "channel": 1})


func tick() -> void:
	if Network.is_server():
		for thing: Node2D in things.get_children():
			thing.position += Vector2(1, sin(time))
		if time > WAVE * (made + 1):
			_wave()
	elif Engine.get_process_frames() % 30 == 0:
		Truth.call_rpc(self, &"say", ["over here, %d" % int(time)])


func _wave() -> void:
	made += 1
	var data := {"name": "Crab%d" % made, "at": Vector2(made * 20, 40)}
	Truth.write("spawn", {"node": "%s/Crab%d" % [things.get_path(), made], "targets": Truth.targets(0)})
	$World/Spawner.spawn(data)
	if made > 3:
		var old: Node = things.get_child(0)
		Truth.write("despawn", {"node": str(old.get_path()), "targets": Truth.targets(0)})
		old.queue_free()


func _make(data: Dictionary) -> Node:
	var crab: Node2D = preload("res://games/crab.tscn").instantiate()
	crab.name = data.name
	crab.position = data.at
	crab.eager = fault == "early" and Network.is_server()
	return crab


func say(_words: String) -> void:
	pass


## What the server makes calls in its _ready(), before its spawn goes out.
func early() -> void:
	if Network.is_server():
		seed_problem("called_early", {"node": "%s/Crab%d" % [things.get_path(), made + 1]})


## Green keeps a crab to itself; red calls it there, and on the server, which has it.
func missing_at_another_player() -> void:
	var crab: Node = things.get_child(-1)
	if is_player("green"):
		crab.free()
	elif is_player("red"):
		await Network.settle(20)
		seed_problem("no_such_node", {"node": str(crab.get_path()), "peer": Network.peer_of("green")})
		for times: int in 4:
			Truth.call_rpc(crab, &"poke", [times])
			await Network.settle(20)


func refused() -> void:
	if is_player("red"):
		var crab: Node = things.get_child(0)
		seed_problem("call_refused", {"node": str(crab.get_path())})
		Truth.call_rpc(crab, &"die", [])


## The server hides two crabs from green; red, which still has them, calls them there and everywhere: one that green knows
## by its number, one whose path is announced only then.
func hidden_at_another_player() -> void:
	var known: Node = things.get_child(1)
	var other: Node = things.get_child(0)
	if is_player("red"):
		Truth.call_rpc(known, &"poke", [0])
		await get_tree().create_timer(0.8).timeout
		var green := Network.peer_of("green")
		for crab: Node in [known, other]:
			seed_problem("called_late", {"node": str(crab.get_path()), "peer": green})
			Truth.call_rpc(crab, &"poke", [1])
			await Network.settle(20)
	elif Network.is_server():
		await get_tree().create_timer(0.4).timeout
		for crab: Node in [known, other]:
			hide_from(crab.get_node("Sync"), Network.peer_of("green"))


## The server's crab goes while red is still calling it, and red tells green, too.
func despawned() -> void:
	var crab: Node = things.get_child(1)
	if is_player("red"):
		while is_instance_valid(crab) and crab.is_inside_tree():
			Truth.call_rpc(crab, &"poke", [1])
			await get_tree().process_frame
	elif Network.is_server():
		await Network.settle(20)
		seed_problem("called_late", {"node": str(crab.get_path())})
		crab.free()


## Red comes, talks, and leaves; a link that loses what tells green so (relay.py --lose) lets it hear red before it knows of
## it, and once more when red has gone. The crab's number is forgotten then.
func unheard() -> void:
	if is_player("red"):
		var green := Network.peer_of("green")
		seed_problem("caller_gone", {"peer": green})
		Truth.call_rpc(things.get_child(0), &"poke", [1], green)
		await get_tree().create_timer(0.5).timeout
		Truth.call_rpc(self, &"say", ["good night"], green)
		Truth.call_rpc(things.get_child(0), &"poke", [2], green)
		await Network.settle(3)
		Network.leave()
		get_tree().quit()


## Red goes; green speaks to it as long as it believes it to be there.
func left() -> void:
	if is_player("red"):
		await Network.settle(20)
		seed_problem("receiver_gone", {"peer": multiplayer.get_unique_id()})
		Network.leave()
		get_tree().quit()
	elif is_player("green"):
		var red := Network.peer_of("red")
		while red in multiplayer.get_peers():
			if Network.options.get("transport") == "websocket":
				OS.delay_msec(60)  # what comes meanwhile is not read yet
			Truth.call_rpc(self, &"say", ["still there?"], red)
			await get_tree().process_frame
