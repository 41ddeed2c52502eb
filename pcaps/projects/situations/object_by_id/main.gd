# SPDX-License-Identifier: MIT
extends Node
const Deck = preload("res://card.gd")
func _ready():
	var p := ENetMultiplayerPeer.new()
	if OS.get_cmdline_user_args()[0] == "server":
		p.create_server(24680, 8)
		multiplayer.peer_connected.connect(_go)
	else:
		p.create_client("127.0.0.1", 24680)
	multiplayer.multiplayer_peer = p
func _go(id):
	await get_tree().create_timer(0.3).timeout
	var c := Deck.new()
	var l: Array[Deck] = [c]
	var ints: Array[int] = [1, 2]
	var plain := [1, 2]
	take_card.rpc_id(id, c)
	take_ref.rpc_id(id, c)
	take_res.rpc_id(id, c)
	take_any.rpc_id(id, c)
	take_object.rpc_id(id, c)
	take_node.rpc_id(id, self)
	take_null.rpc_id(id, null)
	take_cards.rpc_id(id, l)
	take_ints.rpc_id(id, ints)
	take_strings.rpc_id(id, ["a"])
	take_ints.rpc_id(id, plain)
	take_dict.rpc_id(id, {"a": 1})
	take_dict.rpc_id(id, {1: 1.5} as Dictionary[int, float])
@rpc("authority", "call_remote", "reliable") func take_card(card: Deck): print("take_card ", card)
@rpc("authority", "call_remote", "reliable") func take_res(card: Resource): print("take_res ", card)
@rpc("authority", "call_remote", "reliable") func take_ref(card: RefCounted): print("take_ref ", card)
@rpc("authority", "call_remote", "reliable") func take_any(card): print("take_any ", card)
@rpc("authority", "call_remote", "reliable") func take_object(card: Object): print("take_object ", card)
@rpc("authority", "call_remote", "reliable") func take_node(node: Node): print("take_node ", node)
@rpc("authority", "call_remote", "reliable") func take_null(card: Deck): print("take_null ", card)
@rpc("authority", "call_remote", "reliable") func take_cards(cards: Array[Deck]): print("take_cards ", cards)
@rpc("authority", "call_remote", "reliable") func take_ints(list: Array[int]): print("take_ints ", list)
@rpc("authority", "call_remote", "reliable") func take_strings(list: Array[String]): print("take_strings ", list)
@rpc("authority", "call_remote", "reliable") func take_dict(d: Dictionary[int, float]): print("take_dict ", d)
