# SPDX-License-Identifier: MIT
extends Node
const IDS := [2, 3, 7]
var me := 0
var mesh := ENetMultiplayerPeer.new()
var pending := {}
var radio: Wire.Probe
var raw: ENetMultiplayerPeer
var tcp_server: TCPServer
var tcp: Array[StreamPeerTCP] = []
var tick := 0
func _ready() -> void:
	me = Wire.role.trim_prefix("p").to_int()
	for id: int in IDS: get_node("Trucks/Truck%d" % id).set_multiplayer_authority(id)
	$Depot.set_multiplayer_authority(3)
	if Wire.is_fault("two_senders") and me == 7: Wire.seeded("p7 takes itself for Truck3's authority"); $Trucks/Truck3.set_multiplayer_authority(7)
	if Wire.is_fault("renamed") and me == 7: Wire.seeded("p7 calls Truck2 'Lorry2'"); $Trucks/Truck2.name = "Lorry2"
	_branches()
	if Wire.opt.has("late"): await Wire.secs(float(Wire.opt.late))
	mesh.create_mesh(me)
	multiplayer.multiplayer_peer = mesh
	for id: int in IDS:
		if id != me: _link(id)
	await Wire.secs(float(Wire.opt.get("secs", "8")))
	if Wire.opt.has("leave_at"): pass
	set_physics_process(false); mesh.close(); radio.base.multiplayer_peer.close() if radio else null
	await Wire.secs(0.5); get_tree().quit()
func _port(a: int, b: int) -> int: return Wire.port() + mini(a, b) * 10 + maxi(a, b)
func _link(id: int) -> void:
	var c := ENetConnection.new()
	if me < id: c.create_host_bound("127.0.0.1", _port(me, id), 1, 12)
	else:
		c.create_host(1, 12); c.connect_to_host("127.0.0.1", _port(me, id), 12, me)
	var t0 := Time.get_ticks_msec()
	while Time.get_ticks_msec() - t0 < 8000:
		var e: Array = c.service()
		if e[0] == ENetConnection.EVENT_CONNECT:
			mesh.add_mesh_peer(id, c); Wire.put("event", {"event": "linked", "id": id, "me": me}); return
		await get_tree().process_frame
func _branches() -> void:
	radio = Wire.Probe.new(Wire.put, "radio")
	radio.base.server_relay = false
	get_tree().set_multiplayer(radio, ^"/root/Main/Radio")
	var e := ENetMultiplayerPeer.new()
	raw = ENetMultiplayerPeer.new()
	if me == 2:
		e.create_server(Wire.port() + 500, 8); raw.create_server(Wire.port() + 600, 8)
		var a := Wire.Probe.new(Wire.put, "A"); var b := Wire.Probe.new(Wire.put, "B")
		get_tree().set_multiplayer(a, ^"/root/Main/LoopA"); get_tree().set_multiplayer(b, ^"/root/Main/LoopB")
		var s := ENetMultiplayerPeer.new(); s.create_server(Wire.port() + 550, 2); a.base.multiplayer_peer = s
		var c := ENetMultiplayerPeer.new(); c.create_client("127.0.0.1", Wire.port() + 550); b.base.multiplayer_peer = c
		tcp_server = TCPServer.new(); tcp_server.listen(Wire.port() + 700, "127.0.0.1")
	else:
		await Wire.secs(1.0)
		e.create_client("127.0.0.1", Wire.port() + 500); raw.create_client("127.0.0.1", Wire.port() + 600)
		var t := StreamPeerTCP.new(); t.connect_to_host("127.0.0.1", Wire.port() + 700); tcp.append(t)
	radio.base.multiplayer_peer = e
	radio.base.peer_packet.connect(func(id: int, p: PackedByteArray) -> void: Wire.put("rawgot", {"from": id, "me": radio.base.get_unique_id(), "hex": p.hex_encode()}))
func _process(_d: float) -> void:
	if raw:
		raw.poll()
		while raw.get_available_packet_count(): 
			var from := raw.get_packet_peer(); var p := raw.get_packet(); Wire.put("pktgot", {"from": from, "hex": p.hex_encode()})
	if tcp_server and tcp_server.is_connection_available(): tcp.append(tcp_server.take_connection())
	for t in tcp:
		t.poll()
		while t.get_status() == 2 and t.get_available_bytes() > 4:
			var v: Variant = t.get_var(); Wire.put("vargot", {"value": Wire.text(v)})
func _physics_process(_d: float) -> void:
	tick += 1
	if me == 2 and tick % 30 == 0 and $LoopB/Unit.multiplayer.multiplayer_peer.get_connection_status() == 2:
		$LoopA/Unit.heartbeat.rpc(tick); $LoopB/Unit.self_test.rpc_id(1, tick, true)
	if radio and radio.base.multiplayer_peer.get_connection_status() == 2 and not radio.base.get_peers().is_empty():
		if tick % 20 == 0: $Radio/Set.over.rpc("breaker %d" % me, tick * 0.5)
		if me == 2 and tick % 15 == 0: $Radio/Set.static_noise.rpc(PackedFloat64Array([tick, 0.125]))
		if tick % 50 == 0:
			var b := var_to_bytes({"dgram": tick}); Wire.put("raw", {"from": radio.base.get_unique_id(), "to": 0, "targets": Array(radio.base.get_peers()), "hex": b.hex_encode()}); radio.base.send_bytes(b, 0, 0, 3)
		if Wire.is_fault("p2p") and me == 3 and tick % 40 == 0:
			Wire.seeded("p3 calls a player that the server does not relay to"); $Radio/Set.over.rpc_id(12345678, "psst", 1.0)
	if raw and raw.get_connection_status() == 2 and tick % 25 == 0 and (me == 7 or me == 2):
		raw.set_target_peer(0); raw.transfer_channel = tick / 25 % 4; raw.transfer_mode = (tick / 25) % 3
		var v := ["raw", tick, Vector2(tick, 0.5)]
		Wire.put("pkt", {"value": Wire.text(v)}); raw.put_packet(var_to_bytes(v))
	for t in tcp:
		if t.get_status() == 2 and tick % 35 == me: 
			var v := {"tick": tick, "who": Wire.role, "list": [1, 2.5, null, &"sn"]}
			Wire.put("var", {"value": Wire.text(v)}); t.put_var(v)
	if mesh.get_connection_status() != 2: return
	if me == 3 and tick % 50 == 10 and multiplayer.get_peers().size() == 2:
		var c: Node3D = load("res://truck.tscn").instantiate(); c.name = "Crate"; c.set_multiplayer_authority(3)
		$Crates.add_child(c, true)
		if $Crates.get_child_count() > 3: $Crates.get_child(0).queue_free()
	if Wire.is_fault("rejoin") and me == 7 and tick == 120:
		Wire.seeded("p7 leaves and comes back with the same id")
		mesh.close()
		await Wire.secs(0.4)
		mesh = ENetMultiplayerPeer.new(); mesh.create_mesh(7); multiplayer.multiplayer_peer = mesh
		for id: int in IDS:
			if id != me: _link(id)
	if Wire.is_fault("rejoin") and me != 7 and tick > 120 and not pending.has(7):
		if not 7 in multiplayer.get_peers():
			pending[7] = true; _link(7)
