# SPDX-License-Identifier: MIT
extends Control
var stimmung := &"ruhig"
var order: Array[int] = []
@onready var cards := %"木の机" as CardTable
@onready var dice := $"Würfel №3 🎲"
func _peer() -> WebSocketMultiplayerPeer:
	var w := WebSocketMultiplayerPeer.new()
	w.supported_protocols = PackedStringArray(["tavern-" + Wire.opt.get("proto", "1")])
	return w
func _ready() -> void:
	var w := _peer()
	if Wire.role == "server":
		w.create_server(Wire.port(), "127.0.0.1"); multiplayer.multiplayer_peer = w
		multiplayer.peer_connected.connect(func(id: int) -> void: order.append(id))
		multiplayer.peer_disconnected.connect(func(id: int) -> void: order.erase(id))
		while order.size() < int(Wire.opt.get("n", "3")): await get_tree().process_frame
		_evening()
	else:
		if Wire.opt.has("late"): await Wire.secs(float(Wire.opt.late))
		w.create_client("ws://127.0.0.1:%d" % Wire.cport()); multiplayer.multiplayer_peer = w
		multiplayer.server_disconnected.connect(func() -> void: await Wire.secs(0.1); get_tree().quit())
		multiplayer.connection_failed.connect(get_tree().quit)
		_sit()
func _fault_client() -> void:
	if Wire.role != "b": return
	if Wire.is_fault("renamed"): Wire.seeded("b's table is called 木の机2"); cards.name = "木の机2"
	if Wire.is_fault("missing"): Wire.seeded("b has no Becher"); dice.cup.free()
func _sit() -> void:
	var act := func(n: int) -> void: Town_Crier.cry.rpc(PackedStringArray([Wire.role, "Ü%d" % n]), Town_Crier.Tone.LOUD)
	await multiplayer.connected_to_server
	_fault_client()
	await Wire.secs(1.0)
	for n in 12:
		await Wire.secs(0.25)
		if multiplayer.multiplayer_peer.get_connection_status() != 2: return
		match n % 6:
			0: act.call(n)
			1: Town_Crier.get_node("Bell").rpc_id(1, &"cry", PackedStringArray(), 5, 1.5)
			2: if is_instance_valid(dice.cup): dice.cup.shake.rpc_id(1, n, PackedInt64Array([n, -1099511627776]))
			3: cards.fidget.rpc(&"drums")
			4: (func() -> void: Town_Crier.who_is.rpc(multiplayer.get_unique_id(), {"me": Wire.role, "n": [n, Vector2i(1, 2)]})).call()
			5: if is_instance_valid(dice.cup): dice.cup.admire.rpc_id(1, "ein \"Gast\" \\ \t Ω")
		if Wire.role == "c" and Wire.is_fault("spill") and n % 6 == 2:
			Wire.seeded("c calls spill of the inner class, which is the server's"); dice.cup.spill.rpc_id(1, Vector4i(1, 2, 3, 4), Quaternion.IDENTITY, Transform2D.IDENTITY)
		if Wire.role == "c" and Wire.is_fault("next") and n % 6 == 2:
			Wire.seeded("c calls next of the base class, which is the server's"); cards.next.rpc_id(1, 5, 5)
		if Wire.role == "c" and Wire.is_fault("typed") and n % 6 == 2:
			Wire.seeded("c passes an untyped Array for PackedInt64Array"); dice.cup.rpc_id(1, &"shake", n, [1, 2])
			Wire.seeded("c passes a String for an int"); Town_Crier.rpc_id(1, &"who_is", "seven", null)
		if n == 7:
			var g := $"Gäste".get_child(0) if $"Gäste".get_child_count() else null
			if g: g.tip.rpc(3, "für dich")
@rpc("authority", "reliable") func rename_table(to: String) -> void:
	Wire.got(self, &"rename_table", [to]); get_child(3).name = to
@rpc("authority", "reliable") func last_orders() -> void:
	Wire.got(self, &"last_orders", [])
	await Wire.secs(0.4); multiplayer.multiplayer_peer.close(); get_tree().quit()
func _evening() -> void:
	var t := 0
	for i in 3:
		var g := load("res://haus/guest.tscn").instantiate() as Control
		g.nick = ["Änne", "Bö", "岳"][i]; g.coins = {"gold": i} as Dictionary[String, int]
		$"Gäste".add_child(g, i > 0)
	$"Old Name".next.rpc(0, 1)
	await Wire.secs(0.5)
	rename_table.rpc("Neuer Name"); get_child(3).name = "Neuer Name"
	while t < 24:
		await Wire.secs(0.2); t += 1
		$Uhr.text = "12:%02d" % t; stimmung = [&"ruhig", &"laut"][t / 8 % 2]
		if order.is_empty(): break
		if t % 3 == 0:
			var whose := order[t / 3 % order.size()]
			cards.next.rpc(whose, t / 3)
			if not (Wire.is_fault("kick") and false):
				cards.deal.rpc_id(whose, [{"suit": 1, "rank": &"K"}, {}] as Array[Dictionary], CardTable.Suit.HEARTS, {&"win": 0.5} as Dictionary[StringName, float])
		if t % 4 == 0: dice.cup.spill.rpc(Vector4i(1, t, 3, 6), Quaternion(0, 0, 0, 1), Transform2D(0.0, Vector2(t, 2)))
		if t % 5 == 0: get_node("Neuer Name").next.rpc(order[0], t)
		if t % 6 == 0:
			var g := $"Gäste".get_child(t % 3) as Control
			g.coins = {"gold": t, "silver": -t} as Dictionary[String, int]; g.get_node("Hut").visible = t % 12 == 0
			g.nick += "!"
		if t == 12 and Wire.is_fault("kick"):
			Wire.seeded("kicks", {"id": order[1]}); multiplayer.multiplayer_peer.disconnect_peer(order[1])
		if t == 12 and Wire.is_fault("freed"):
			Wire.seeded("the server frees the card table"); cards.free(); await _end(); return
		if t == 10: $"Gäste".get_child(1).name = "Umbenannt"
	await _end()
func _end() -> void:
	await Wire.secs(0.6)
	last_orders.rpc()
	await Wire.secs(1.0); get_tree().quit()
