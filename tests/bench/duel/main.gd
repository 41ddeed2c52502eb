# SPDX-License-Identifier: MIT
extends Node2D
## A state and an unreliable call in each frame, and a reliable call in each sixth. Writes down how long its frames took, and
## how many unreliable calls it made.
##
##   godot --headless --path . -- --role=server --port=24681 --truth=FILE --until=UNIX_TIME [--stall=MS --every=FRAMES]

var options := {"role": "server", "port": "24681", "truth": "", "until": "0", "stall": "0", "every": "1"}
## The other end; 0: not connected.
var other := 0
var frames: Array[int] = []
var calls := 0
var last := 0


func _ready() -> void:
	for argument: String in OS.get_cmdline_user_args():
		var parts := argument.trim_prefix("--").split("=")
		options[parts[0]] = parts[1]
	var peer := ENetMultiplayerPeer.new()
	if options.role == "server":
		peer.create_server(int(options.port), 1)
	else:
		peer.create_client("127.0.0.1", int(options.port))
	multiplayer.multiplayer_peer = peer
	multiplayer.peer_connected.connect(_on_peer_connected)


func _on_peer_connected(id: int) -> void:
	other = id
	$Guest.set_multiplayer_authority(id if multiplayer.is_server() else multiplayer.get_unique_id())
	last = Time.get_ticks_usec()


func _process(_delta: float) -> void:
	if Time.get_unix_time_from_system() > float(options.until):
		_end()
	if other == 0:
		return
	var now := Time.get_ticks_usec()
	frames.append(now - last)
	last = now
	calls += 1
	var mine: Node2D = $Host if multiplayer.is_server() else $Guest
	mine.position.x = calls
	strike.rpc_id(other, "~%06d~" % calls)
	if calls % 6 == 0:
		score.rpc_id(other, calls)
	if calls % int(options.every) == 0:
		OS.delay_msec(int(options.stall))


func _end() -> void:
	var file := FileAccess.open(options.truth, FileAccess.WRITE)
	file.store_line(JSON.stringify({"role": options.role, "calls": calls, "frames_us": frames}))
	file.close()
	set_process(false)
	get_tree().quit()


@rpc("any_peer", "unreliable")
func strike(_number: String) -> void:
	pass


@rpc("any_peer", "reliable")
func score(_number: int) -> void:
	pass
