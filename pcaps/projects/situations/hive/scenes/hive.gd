# SPDX-License-Identifier: MIT
extends Node
var tick := 0
var shown := {}        # server: bee -> ids it is visible to
@onready var bees: Node2D = $Bees
func _ready() -> void:
	$Queen.spawn_function = _hatch
	if Wire.opt.has("late"): await Wire.secs(float(Wire.opt.late))
	var e := ENetMultiplayerPeer.new()
	if Wire.role == "server":
		e.create_server(Wire.port(), int(Wire.opt.get("max", "16")))
		if Wire.opt.has("compress"): e.host.compress(int(Wire.opt.compress))
		multiplayer.multiplayer_peer = e
		multiplayer.peer_connected.connect(func(id: int) -> void:
			$Queen.spawn({"id": id, "kind": &"worker", "at": Vector2(bees.get_child_count() * 90, 0), "traits": {"wings": 4, "dance": PackedFloat32Array([0.5, 0.25])}}))
		multiplayer.peer_disconnected.connect(func(id: int) -> void:
			if bees.has_node("Bee%d" % id): bees.get_node("Bee%d" % id).queue_free())
		await Wire.secs(float(Wire.opt.get("secs", "8")))
		_over.rpc(tick)
		await Wire.secs(0.8)
		get_tree().quit()
	else:
		e.create_client("127.0.0.1", Wire.cport(), int(Wire.opt.get("channels", "0")))
		if Wire.opt.has("compress"): e.host.compress(int(Wire.opt.compress))
		multiplayer.multiplayer_peer = e
		multiplayer.server_disconnected.connect(get_tree().quit)
		multiplayer.connection_failed.connect(get_tree().quit)
		var t0 := Time.get_ticks_msec()
		while e.get_connection_status() == 1 and Time.get_ticks_msec() - t0 < 8000: await get_tree().process_frame
		if e.get_connection_status() != 2: get_tree().quit()

func _hatch(d: Variant) -> Node:
	if not multiplayer.is_server(): Wire.put("hatch", {"me": multiplayer.get_unique_id(), "data": Wire.text(d)})
	var b: Bee = load("res://scenes/bee.tscn").instantiate()
	b.name = "Bee%d" % d.id; b.keeper = d.id; b.kind = d.kind; b.position = d.at
	return b
@rpc("authority", "reliable") func _over(at: int) -> void:
	Wire.got(self, &"_over", [at])
	await Wire.secs(0.3)
	multiplayer.multiplayer_peer.close(); get_tree().quit()
@rpc("authority", "unreliable_ordered", "call_remote", 5) func wind(v: Vector3, gust: float, flags: int) -> void: Wire.got(self, &"wind", [v, gust, flags])

func _physics_process(_d: float) -> void:
	if Wire.role != "server" or bees.get_child_count() == 0: return
	tick += 1
	for b: Bee in bees.get_children(): b.fly(tick)
	if tick % 6 == 0: wind.rpc(Vector3(tick, 0.5, -1), sin(tick), tick % 8)
	if tick % 12 == 0:
		var s: Node2D = load("res://scenes/shot.tscn").instantiate()
		var b: Bee = bees.get_child((tick / 12) % bees.get_child_count())
		s.position = b.position; s.speed = Vector2(0, 80); s.by = b.keeper
		$Shots.add_child(s, true)
	for s in $Shots.get_children():
		s.position += s.speed / 30.0; s.age += 1
		if s.age > 30: s.queue_free()
	if tick % 20 == 10:
		var b: Bee = bees.get_child((tick / 20) % bees.get_child_count())
		b.hp -= 1
		if b.keeper in multiplayer.get_peers(): b.hurt.rpc_id(b.keeper, 1, &"sting")
	if tick % 40 == 0:
		var m := {}
		for b: Bee in bees.get_children(): m[b.keeper] = b.hp
		$Keeper.rpc(&"tally", m)
	if Wire.is_fault("sync_cut") and tick == 60:
		Wire.seeded("states of bees grow above one message")
		for b: Bee in bees.get_children(): b.trail.resize(60)
	if Wire.is_fault("sync_huge") and tick == 60:
		Wire.seeded("state of one bee above 1350 bytes: not sent"); var b: Bee = bees.get_child(0); b.trail.resize(400)
	if Wire.is_fault("race") and tick in [60, 90, 120]:
		var v: Bee = bees.get_child(tick / 30 - 2)
		Wire.seeded("frees a bee while its keeper steers it", {"node": Wire.rel(v)}); v.queue_free()
	if Wire.is_fault("hide") and tick == 90:
		var b: Bee = bees.get_child(0); var v: Bee = bees.get_child(1); var id := v.keeper
		Wire.seeded("hidden", {"node": Wire.rel(b), "for": id}); b.hide_from = id
