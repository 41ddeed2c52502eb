# SPDX-License-Identifier: MIT
extends "res://play.gd"
## The board of prices is in the scene; the server sends its prices when they change, twice a second, and its clock ten times a second.
## Each client has a stall without states, bids twice a second, hears who got it, whispers to another client and shouts raw bytes.

const STALL := preload("res://stall.tscn")


func _prepare() -> void:
	$Spawner.spawn_function = _make_stall


func _join() -> void:
	$Bidding.start()


func _greet(id: int) -> void:
	$Spawner.spawn([id, load_of_spawn()])


func _part(id: int) -> void:
	$Stalls.get_node("Stall%d" % id).queue_free()


func _make_stall(data: Array) -> Node:
	var stall: Node2D = STALL.instantiate()
	stall.name = "Stall%d" % data[0]
	stall.set_meta("goods", data[1])
	return stall


func _play() -> void:
	if not is_server():
		return
	$Board.clock = time
	$Board.prices = PackedInt32Array([int(time * 2), 7, 7 + int(time), 100 - int(time)])
	if fault == "process":
		tick.rpc(time)


func _on_bidding_timeout() -> void:
	bid.rpc_id(1, "apples", randi_range(1, 100))
	var others := Array(multiplayer.get_peers()).filter(func(id: int) -> bool: return id != 1)
	if not others.is_empty():
		whisper.rpc_id(others[0], "too dear")
	(multiplayer as SceneMultiplayer).send_bytes("fish".to_utf8_buffer(), 0, MultiplayerPeer.TRANSFER_MODE_UNRELIABLE)
	if fault == "authority":
		close_market.rpc_id(1)


@rpc("any_peer", "call_remote", "reliable")
func bid(goods: String, price: int) -> void:
	sold.rpc(goods, price, multiplayer.get_remote_sender_id())


@rpc("authority", "call_remote", "reliable", 2)
func sold(_goods: String, _price: int, _to: int) -> void:
	pass


@rpc("any_peer", "call_remote", "unreliable")
func whisper(_words: String) -> void:
	pass


@rpc("authority", "call_remote", "unreliable")
func tick(_at: float) -> void:
	pass


@rpc("authority", "call_remote", "reliable")
func close_market() -> void:
	pass
