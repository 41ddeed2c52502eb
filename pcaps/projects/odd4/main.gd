# SPDX-License-Identifier: MIT
# Remote methods declared in uncommon ways. Two processes: `godot --headless --path . -- server LOG`, then `client LOG`;
# each writes what it calls to LOG, a JSON object a line.
extends Node
var log_file
func _ready():
	var args = OS.get_cmdline_user_args()
	log_file = FileAccess.open(args[1], FileAccess.WRITE)
	var inner_script = load("res://inner.gd")
	for pair in [["I1", inner_script.Inner], ["D1", inner_script.Inner.Deep]]:
		var n = pair[1].new(); n.name = pair[0]; add_child(n)
	$Switched.set_script(load("res://second_script.gd"))
	$ToRename.name = "Renamed"
	var dup = $Plain.duplicate(); dup.name = "Copy"; add_child(dup)
	var late = Node.new(); late.name = "Late"; late.set_script(load("res://same_list_two.gd")); add_child(late)
	var rid = Node.new(); rid.name = "Rid"; rid.set_script(load("res://same_list_one.gd")); $Foes.get_parent().add_child(rid)
	var peer = ENetMultiplayerPeer.new()
	if args[0] == "server":
		peer.create_server(24680)
		multiplayer.peer_connected.connect(func(_id): _server.call_deferred())
	else:
		peer.create_client("127.0.0.1", 24680)
		multiplayer.connected_to_server.connect(_client)
	multiplayer.multiplayer_peer = peer
	await get_tree().create_timer(6.0).timeout
	log_file.close()
	get_tree().quit()

func say(node: Node, method: String, values: Array, names: Array):
	log_file.store_line(JSON.stringify({"node": str(node.get_path()).trim_prefix("/root/"), "method": method, "names": names, "values": values.map(var_to_str)}))
	node.callv("rpc", [method] + values)

func all():
	say(Hub, "hub_say", ["hi"], ["text"])
	say(get_node("/root/Panel"), "show_panel", ["t"], ["title"])
	say($Base, "alpha", [1], ["one"]); say($Base, "zeta", [1, 2], ["z1", "z2"])
	for m in [["alpha", ["uno"]], ["gamma", ["three"]], ["beta", ["due"]]]: say($Derived, m[0], [7], m[1])
	say($Derived, "zeta", [7], ["z1"])
	for m in [["alpha", ["uno"]], ["gamma", ["drei"]], ["beta", ["due"]], ["Upper", ["u"]], ["_under", ["v"]], ["größe", ["wert"]], ["zeta", ["z1"]]]: say($Grand, m[0], [8], m[1])
	say($Impl, "hit", [3], ["amount_done"]); say($Impl, "miss", ["me"], ["by_whom"]); say($Impl, "aim", [Vector2(1, 2)], ["at"])
	say($Outer, "outer_only", [1], ["o"]); say($Outer, "open", [2], ["gate"])
	say($I1, "open", [3], ["door"]); say($I1, "bolt", ["k"], ["key"])
	say($D1, "dig", [4], ["depth"]); say($D1, "open", [5], ["door"])
	say($FromInner, "add", [6], ["extra"]); say($FromInner, "open", [6], ["door"])
	for m in [["multi", [1, 2], ["a", "b"]], ["const_mode", [4], ["value"]], ["ordered", [5, 6], ["p", "q"]], ["one", [1], ["i"]], ["continued", [1, 2], ["left", "right"]], ["rest", [1, 2, 3], ["first", "others[0]", "others[1]"]], ["zlast", ["s"], ["s"]]]: say(%Multi, m[0], m[1], m[2])
	say($Switched, "a_second", [1], ["v"]); say($Switched, "b_second", [2], ["v2"])
	say($Plain, "b_first", [1], ["w2"]); say($Copy, "a_first", [1], ["w"])
	say($Renamed, "b_second", [9], ["v2"])
	say($Exported/Behaviour, "a_second", [9], ["v"])
	say($Built, "built_in", [9], ["arg_b"]); say($Built, "another", ["z"], ["q"])
	say($Late, "fire", [3], ["victim"]); say($Rid, "fire", [4], ["target"])

func _server():
	await get_tree().create_timer(0.5).timeout
	all()
	for i in 4:
		var foe = load("res://foe.tscn" if i % 2 == 0 else "res://foe2.tscn").instantiate(); foe.name = "F%d" % i
		$Foes.add_child(foe)
		var b = load("res://bullet.tscn").instantiate(); b.name = "B"
		foe.get_node("Bullets").add_child(b)
	await get_tree().create_timer(0.5).timeout
	foes()

func foes():
	for i in 4:
		var foe = $Foes.get_node("F%d" % i)
		say(foe, "foe_hit", [i], ["power" if i % 2 == 0 else "strength"])
		say(foe.get_node("Gun"), "fire", [i], ["target" if i % 2 == 0 else "victim"])
		say(foe.get_node("Bullets/B"), "bullet_fly", [0.5], ["speed"])

func _client():
	await get_tree().create_timer(2.0).timeout
	all()
	foes()
