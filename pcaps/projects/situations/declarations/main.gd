# SPDX-License-Identifier: MIT
extends Node
enum Kind { STONE, WOOD = 5, IRON }
const Types = preload("res://types.gd")
func _ready():
	var p := ENetMultiplayerPeer.new()
	if OS.get_cmdline_user_args()[0] == "server":
		p.create_server(24680, 8)
		multiplayer.peer_connected.connect(_go)
	else:
		p.create_client("127.0.0.1", 24680)
	multiplayer.multiplayer_peer = p

@rpc("authority", "call_remote", "reliable")
func defaults(items: Array, factor: int = (1 + 2) * 3, names := ["a", "b"], again: bool = false): print("defaults ", items, factor, names, again)

@rpc("authority") func rest(first: int, ...others: Array): print("rest ", first, others)
@rpc func rest_only(...all): print("rest_only ", all)
@rpc("authority", "reliable") func kinds(k: Kind, v: Variant, t: Types.Level): print("kinds ", k, v, t)
@rpc("reliable") @warning_ignore("unused_parameter") func many(
		a: int,   # the first, with a comma
		b: float = sqrt(2.0),
		c: Dictionary[String, Array] = {"k": [1, 2]},
		d: Callable = func(x, y): return x + y,
	): print("many ", a, b, c)
@rpc("authority", "reliable") func names_of(s: StringName, n: NodePath, p: PackedStringArray): print("names_of ", s, n, p)
@rpc("authority", "reliable") func vectors(v: Vector2i, w: Vector3, q: Quaternion): print("vectors ", v, w, q)
@rpc("authority", "reliable") func none() -> void: print("none")
@rpc("authority", "reliable") func hidden(_a, _b = null) -> int:
	print("hidden ", _a, _b)
	return 1

func _go(id):
	await get_tree().create_timer(0.3).timeout
	defaults.rpc_id(id, [1])
	defaults.rpc_id(id, [1], 2)
	defaults.rpc_id(id, [1], 2, ["x"], true)
	defaults.rpc_id(id)
	defaults.rpc_id(id, [1], 2, [], true, "extra")
	rest.rpc_id(id, 1)
	rest.rpc_id(id, 1, "two", 3.0, [4])
	rest.rpc_id(id)
	rest_only.rpc_id(id)
	rest_only.rpc_id(id, 1, 2, 3, 4, 5)
	kinds.rpc_id(id, Kind.WOOD, null, Types.Level.HIGH)
	kinds.rpc_id(id, 5, self.name, 1)
	kinds.rpc_id(id, "WOOD", 1, 1)
	many.rpc_id(id, 1)
	many.rpc_id(id, 1.9, 2)
	many.rpc_id(id, 1, 2.0, {})
	many.rpc_id(id, true, "no")
	names_of.rpc_id(id, "s", "A/B", ["p", "q"])
	names_of.rpc_id(id, &"s", ^"A/B", PackedStringArray(["p"]))
	names_of.rpc_id(id, 7, "A", [])
	vectors.rpc_id(id, Vector2(1.5, 2.5), Vector3i(1, 2, 3), Basis())
	vectors.rpc_id(id, Vector2i(1, 2), Vector2(1, 2), Quaternion())
	none.rpc_id(id)
	none.rpc_id(id, 1)
	hidden.rpc_id(id, 1)
	hidden.rpc_id(id)
