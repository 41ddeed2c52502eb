# SPDX-License-Identifier: MIT
extends "res://play.gd"
## Each client has a cart that the server moves: its position is sent 20 times a second, its load and its long label when they
## change. Each client waves four times a second.

const CART := preload("res://cart.tscn")


func _prepare() -> void:
	$Spawner.spawn_function = _make_cart


func _join() -> void:
	$Waving.start()


func _greet(id: int) -> void:
	$Spawner.spawn({"id": id, "load": load_of_spawn()})


func _part(id: int) -> void:
	$Carts.get_node("Cart%d" % id).queue_free()


func _make_cart(data: Dictionary) -> Node:
	var cart: Node2D = CART.instantiate()
	cart.name = "Cart%d" % data.id
	return cart


func _play() -> void:
	if not is_server():
		if fault == "process":
			look.rpc_id(1, time)
		return
	for cart: Node2D in $Carts.get_children():
		cart.position = Vector2(100, 0).rotated(time)
		cart.cargo = int(time)


func _on_waving_timeout() -> void:
	wave.rpc_id(1, "hello")
	if fault == "authority" and int(time) % 2 == 0:
		close_yard.rpc_id(1)


@rpc("any_peer", "call_remote", "reliable")
func wave(_words: String) -> void:
	pass


@rpc("any_peer", "call_remote", "unreliable")
func look(_at: float) -> void:
	pass


@rpc("authority", "call_remote", "reliable")
func close_yard() -> void:
	pass
