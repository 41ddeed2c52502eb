extends Node
# Plays a match without anybody at the keyboard. Options: see t.gd and pcaps/make-rollback.

const NAMES := ["Red", "Green", "Blue"]
const PORT := 24680

var expected := 2
var heard := {}

func _ready() -> void:
	randomize()
	expected = T.number("players", 2)
	for text in ["sync_started", "sync_stopped", "sync_lost", "sync_regained"]:
		SyncManager.connect(text, self, "say", [text])
	SyncManager.connect("sync_started", self, "begin")
	SyncManager.connect("sync_error", self, "sync_error")
	SyncManager.connect("remote_state_mismatch", self, "remote_state_mismatch")
	SyncManager.connect("state_loaded", self, "state_loaded")
	var peer := NetworkedMultiplayerENet.new()
	if T.options.role == "a":
		peer.create_server(PORT, 8)
	else:
		peer.create_client("127.0.0.1", T.number("port", PORT))
	get_tree().network_peer = peer
	SyncManager.network_adaptor.connect("received_input_tick", self, "arrived")
	play()

func say(text: String) -> void:
	T.note(text, {"tick": SyncManager.current_tick})

func sync_error(text: String) -> void:
	T.note("sync_error", {"message": text})

func remote_state_mismatch(tick: int, peer: int, mine: int, theirs: int) -> void:
	T.note("remote_state_mismatch", {"tick": tick, "peer": peer, "local": mine, "remote": theirs})

func state_loaded(ticks: int) -> void:
	T.note("rollback", {"ticks": ticks, "current": SyncManager.current_tick + ticks})

func arrived(peer_id: int, _msg: PoolByteArray) -> void:
	if not SyncManager.peers.has(peer_id):
		return
	var last: int = SyncManager.peers[peer_id].last_remote_input_tick_received
	var before: int = heard.get(peer_id, 0)
	if last > before:
		T.note("arrived", {"peer": peer_id, "first": before + 1, "last": last, "input_tick": SyncManager.input_tick})
	heard[peer_id] = last

func play() -> void:
	while get_tree().get_network_connected_peers().size() < expected - 1:
		yield(get_tree().create_timer(0.05), "timeout")
	yield(get_tree().create_timer(0.3), "timeout")
	var me := get_tree().get_network_unique_id()
	var everybody := Array(get_tree().get_network_connected_peers())
	everybody.append(me)
	everybody.sort()
	T.note("me", {"peer": me, "peers": everybody})
	for i in everybody.size():
		var player := Node2D.new()
		player.name = NAMES[i]
		player.set_script(load("res://player.gd"))
		player.position = Vector2(10 * i, 0)
		player.set_network_master(everybody[i])
		$Match/Players.add_child(player)
		if everybody[i] != me:
			SyncManager.add_peer(everybody[i])
	if get_tree().is_network_server():
		yield(get_tree().create_timer(1.5), "timeout")
		SyncManager.start()
		yield(get_tree().create_timer(T.number("secs", 5)), "timeout")
		SyncManager.stop()
	else:
		yield(SyncManager, "sync_stopped")
	yield(get_tree().create_timer(1.5), "timeout")
	get_tree().quit()

func begin() -> void:
	heard.clear()
	for player in $Match/Players.get_children():
		player.position = Vector2(10 * player.get_index(), 0)
		player.speed = 0
		player.heat = 0.0
