# SPDX-License-Identifier: MIT
extends Node
## A server and two clients, each a branch of the tree with a multiplayer API of its own, and nothing between them that
## anybody could capture. Each peer is mirrored by one line.
##
##   godot --headless --path . -- --truth=/tmp/server.truth.jsonl

const IDS := {"Server": 1, "Red": 2001, "Green": 2002}
const TICKS := 20
const TRANSFER := ["unreliable", "unreliable_ordered", "reliable"]
const METHODS := ["greet", "tick", "whisper"]

var _truth: FileAccess
var _game := {}


func _ready() -> void:
	for argument: String in OS.get_cmdline_user_args():
		if argument.begins_with("--truth="):
			_truth = FileAccess.open(argument.trim_prefix("--truth="), FileAccess.WRITE)
	for branch: String in IDS:
		var node := Node.new()
		node.name = branch
		add_child(node)
		var api := SceneMultiplayer.new()
		api.root_path = node.get_path()
		get_tree().set_multiplayer(api, node.get_path())
		api.multiplayer_peer = GodotWireshark.mirror(LocalPeer.new(IDS[branch], _game))
		node.add_child(preload("res://world.tscn").instantiate())
	await _play()
	_game.clear()
	get_tree().quit()


func _play() -> void:
	while (_world("Server").multiplayer.get_peers().size() < 2 or _world("Red").multiplayer.get_peers().size() < 2
			or _world("Green").multiplayer.get_peers().size() < 2):
		await get_tree().process_frame
	for branch: String in IDS:
		_call(branch, "greet", ["I am %s" % branch, Vector2(branch.length(), -0.5)])
		await _frames(3)
	var ball := preload("res://ball.tscn").instantiate()
	ball.name = "Ball1"
	ball.position = Vector2(3, 4)
	_write("spawn", {"node": "World/Balls/Ball1", "spawner": "World/Spawner", "scene": "res://ball.tscn", "from": 1})
	_world("Server").get_node("Balls").add_child(ball)
	for number: int in TICKS:
		ball.position += Vector2(1, 0.25)
		_write("set", {"node": "World/Balls/Ball1", "property": "position", "value": var_to_str(ball.position), "from": 1})
		_call("Server", "tick", [number, {"ball": ball.position}])
		if number % 5 == 4:
			ball.rotation += 0.5
			_write("set", {"node": "World/Balls/Ball1", "property": "rotation", "value": var_to_str(ball.rotation), "from": 1})
			_call("Red", "whisper", [PackedByteArray([number, 2, 3])], IDS.Green)
			_call("Green", "greet", ["to the server", Vector2.ZERO], 1)
		await _frames(1)
	await _frames(5)


func _frames(count: int) -> void:
	for frame: int in count:
		await get_tree().process_frame


func _world(branch: String) -> Node:
	return get_node(branch).get_node("World")


func _call(branch: String, method: String, arguments: Array, to := 0) -> void:
	var world := _world(branch)
	var config: Dictionary = world.get_script().get_rpc_config()[StringName(method)]
	var targets: Array = [to] if to != 0 else Array(world.multiplayer.get_peers())
	_write("rpc", {
		"from": IDS[branch], "to": to, "targets": targets, "node": "/root/World", "method": method,
		"method_index": METHODS.find(method),
		"args": arguments.map(func(value: Variant) -> String: return var_to_str(value)),
		"args_type": arguments.map(func(value: Variant) -> int: return typeof(value)),
		"args_hex": arguments.map(func(value: Variant) -> String: return var_to_bytes(value).hex_encode()),
		"transfer": TRANSFER[config.get("transfer_mode", 2)], "channel": config.get("channel", 0),
	})
	world.rpc_id.callv([to, method] + arguments)


func _write(kind: String, line: Dictionary) -> void:
	var version := Engine.get_version_info()
	var begun := {
		"kind": kind, "t_us": int(Time.get_unix_time_from_system() * 1e6), "proc": "server",
		"engine": "%d.%d.%d" % [version.major, version.minor, version.patch],
	}
	begun.merge(line)
	_truth.store_line(JSON.stringify(begun, "", false))
