# SPDX-License-Identifier: MIT
extends SceneTree
## Measures the cost of the mirror for a game: microseconds for a whole rpc() at its caller, and for one received, from
## poll() to the called method. A server and a client in this process, connected by ENet over the loopback.
##   godot --headless --path addon --script res://tests/cost.gd

const Called := preload("called.gd")
const Counts := preload("../addons/godot_wireshark/counts.gd")
const Hub := preload("../addons/godot_wireshark/hub.gd")
const LiveSender := preload("../addons/godot_wireshark/live_sender.gd")
const MirrorPeer := preload("../addons/godot_wireshark/mirror_peer.gd")
const Settings := preload("../addons/godot_wireshark/settings.gd")

const ROUNDS := 60
const CALLS := 200
const PORT := 24699
const PATIENCE := 10_000

enum { OUT, IN }


## A listener that accepts everything at once, after each round.
class KeepingUp:
	extends LiveSender

	func _init(its_settings: Settings) -> void:
		super(its_settings)
		is_open = true

	func poll() -> void:
		pass

	func empty() -> void:
		_chunks.clear()
		_queued = 0


func _initialize() -> void:
	await process_frame
	var alone := await _measure("", PORT)
	print("without the mirror: out %.2f us, in %.2f us" % alone)
	var port := PORT
	for kind: String in ["nobody listens", "counts for the editor", "live", "record"]:
		port += 1
		var mirrored := await _measure(kind, port)
		print("%s: out %.2f us (%.2f more), in %.2f us (%.2f more)" % [
			kind, mirrored[OUT], mirrored[OUT] - alone[OUT], mirrored[IN], mirrored[IN] - alone[IN],
		])
	quit()


## The fastest of many rounds, for each direction.
func _measure(kind: String, port: int) -> Array[float]:
	var hub := _hub_of(kind) if kind != "" else null
	var server := ENetMultiplayerPeer.new()
	server.create_server(port)
	var client := ENetMultiplayerPeer.new()
	client.create_client("127.0.0.1", port)
	var callers: Array[Node] = [_game("Server%d" % port, server, hub), _game("Client%d" % port, client, hub)]
	var begin := Time.get_ticks_msec()
	while callers[0].multiplayer.get_peers().is_empty() or callers[1].multiplayer.get_peers().is_empty():
		await process_frame
		if Time.get_ticks_msec() - begin > PATIENCE:
			push_error("no connection")
			quit(1)
			return [0.0, 0.0]
	# The first call announces the path, which has to be confirmed.
	callers[0].rpc(&"move", Vector2.ONE, true)
	while callers[1].calls == 0:
		await process_frame
	var fastest: Array[float] = [INF, INF]
	for round_number: int in ROUNDS:
		var before: int = callers[1].calls
		var start := Time.get_ticks_usec()
		for each: int in CALLS:
			callers[0].rpc(&"move", Vector2(each, 2), true)
		fastest[OUT] = minf(fastest[OUT], (Time.get_ticks_usec() - start) / float(CALLS))
		callers[0].multiplayer.poll()
		OS.delay_usec(2000)
		start = Time.get_ticks_usec()
		callers[1].multiplayer.poll()
		var spent := Time.get_ticks_usec() - start
		if callers[1].calls - before == CALLS:
			fastest[IN] = minf(fastest[IN], spent / float(CALLS))
		if hub != null and kind == "live":
			# The queue of a listener without delay: emptied after each round.
			hub._outlets[0].empty()
		await process_frame
	for caller: Node in callers:
		caller.get_parent().free()
	if hub != null:
		hub.close()
	return fastest


## A branch of the tree with its own multiplayer API, and in it a node that calls and is called.
func _game(title: String, peer: MultiplayerPeer, hub: Hub) -> Node:
	var branch := Node.new()
	branch.name = title
	root.add_child(branch)
	var api := SceneMultiplayer.new()
	set_multiplayer(api, branch.get_path())
	api.root_path = branch.get_path()
	api.multiplayer_peer = MirrorPeer.new(peer, hub) if hub != null else peer
	var caller := Called.new()
	caller.name = "Called"
	branch.add_child(caller)
	return caller


func _hub_of(kind: String) -> Hub:
	var settings := Settings.new()
	settings.live = kind == "live"
	settings.record = kind == "record"
	settings.port = 1
	settings.folder = "user://cost"
	settings.file_bytes = 1 << 26
	var hub := Hub.new(settings)
	if kind == "counts for the editor":
		hub.counts = Counts.new()
	if kind == "live":
		hub._outlets[0] = KeepingUp.new(settings)
	return hub
