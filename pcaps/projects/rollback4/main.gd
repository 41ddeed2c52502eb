extends Node
# Plays a match, or two, without anybody at the keyboard. Options: see t.gd and pcaps/make-rollback.

const NAMES: Array[String] = ["Red", "Green", "Blue", "Grey"]
const PORT := 24680

var expected := 2
var waiting: Array[Array] = []  # connections of a mesh that are not made yet: [connection, peer]
var mesh: ENetMultiplayerPeer
var left_over := 0      # differs in each process
var weights := {}       # the same in each process, in another order
var games := 0
var last_frame := 0

func _ready() -> void:
	expected = T.number("players", 2)
	SyncManager.sync_started.connect(func(): T.note("sync_started"))
	SyncManager.sync_stopped.connect(func(): T.note("sync_stopped"))
	SyncManager.sync_lost.connect(func(): T.note("sync_lost", {"tick": SyncManager.current_tick}))
	SyncManager.sync_regained.connect(func(): T.note("sync_regained", {"tick": SyncManager.current_tick}))
	SyncManager.sync_error.connect(func(text): T.note("sync_error", {"message": text}))
	SyncManager.remote_state_mismatch.connect(func(tick, peer, mine, theirs): T.note("remote_state_mismatch",
			{"tick": tick, "peer": peer, "local": mine, "remote": theirs}))
	SyncManager.rollback_flagged.connect(func(tick): T.note("rollback_flagged", {"tick": tick, "current": SyncManager.current_tick}))
	SyncManager.prediction_missed.connect(func(tick, peer, _mine, _theirs): T.note("prediction_missed", {"tick": tick, "peer": peer}))
	SyncManager.state_loaded.connect(func(ticks): T.note("rollback", {"ticks": ticks, "current": SyncManager.current_tick + ticks}))
	SyncManager.network_adaptor.received_input_tick.connect(SyncManager.network_adaptor.arrived)
	SyncManager.sync_started.connect(func(): SyncManager.network_adaptor.heard.clear())
	randomize()
	left_over = randi() % 100000
	for role in ["a", "b", "c"] if T.options.role == "a" else ["c", "b", "a"]:
		weights[role] = role.unicode_at(0)
	if T.has("mesh"):
		make_mesh()
	elif T.has("ws"):
		var peer := WebSocketMultiplayerPeer.new()
		if T.options.role == "a":
			peer.create_server(PORT)
		else:
			peer.create_client("ws://127.0.0.1:%d" % T.number("port", PORT))
		multiplayer.multiplayer_peer = peer
	else:
		var peer := ENetMultiplayerPeer.new()
		if T.options.role == "a":
			peer.create_server(PORT)
		else:
			peer.create_client("127.0.0.1", T.number("port", PORT))
		multiplayer.multiplayer_peer = peer
	play()

func make_mesh() -> void:
	var me: int = T.options.role.unicode_at(0) - 96
	mesh = ENetMultiplayerPeer.new()
	mesh.create_mesh(me)
	multiplayer.multiplayer_peer = mesh
	for other in range(1, expected + 1):
		if other == me:
			continue
		var connection := ENetConnection.new()
		if me < other:
			connection.create_host_bound("127.0.0.1", PORT + me * 4 + other, 1)
		else:
			connection.create_host(1)
			connection.connect_to_host("127.0.0.1", PORT + other * 4 + me)
		waiting.append([connection, other])

## A process that gets no processor for a while is written down, because the capture shows it, too.
func _physics_process(_delta: float) -> void:
	var now := Time.get_ticks_msec()
	if last_frame != 0 and now - last_frame > 150:
		T.note("gap", {"ms": now - last_frame})
	last_frame = now

func _process(_delta: float) -> void:
	for pair in waiting.duplicate():
		if pair[0].service()[0] == ENetConnection.EVENT_CONNECT:
			mesh.add_mesh_peer(pair[1], pair[0])
			waiting.erase(pair)

func play() -> void:
	while multiplayer.get_peers().size() < expected - 1:
		await get_tree().create_timer(0.05).timeout
	await get_tree().create_timer(0.3).timeout
	var me := multiplayer.get_unique_id()
	var everybody := Array(multiplayer.get_peers())
	everybody.append(me)
	everybody.sort()
	T.note("me", {"peer": me, "peers": everybody})
	var watcher: int = everybody.back() if T.has("spectator") else 0
	for i in everybody.size():
		var peer: int = everybody[i]
		if peer != watcher:
			var player := Node2D.new()
			player.name = NAMES[i]
			player.set_script(load("res://player.gd"))
			player.position = Vector2(10 * i, 0)
			player.set_multiplayer_authority(peer)
			$Match/Players.add_child(player)
		if peer != me:
			SyncManager.add_peer(peer, {"spectator": peer == watcher})
	if me == watcher:
		SyncManager.spectating = true
	SyncManager.sync_started.connect(begin)
	for game in 2 if T.has("rematch") else 1:
		if not multiplayer.is_server() or T.has("mesh") and me != 1:
			await SyncManager.sync_stopped
			continue
		await get_tree().create_timer(1.5).timeout
		SyncManager.start()
		await get_tree().create_timer(T.number("secs", 5)).timeout
		SyncManager.stop()
	await get_tree().create_timer(1.5).timeout
	get_tree().quit()

func begin() -> void:
	if T.options.get("freeze") == T.options.role:
		get_tree().create_timer(3.0).timeout.connect(func(): OS.delay_msec(1500))
	for player in $Match/Players.get_children():
		player.position = Vector2(10 * player.get_index(), 0)
		player.speed = 0
		player.luck = 0
		# With --div=rematch, one process goes on with the heat of the first match.
		if games == 0 or T.options.get("div") != "rematch" or T.options.role != T.options.div_role:
			player.heat = 0.0
	if games > 0 and T.options.get("div") == "rematch" and T.options.role == T.options.div_role:
		T.note("fault", {"what": "rematch", "tick": 1})
	games += 1
	preload("res://faults.gd").begin($Match/Players.get_node("Red"))
