# SPDX-License-Identifier: MIT
extends Game
## The server decides: ordered inputs, predicted by the player; states of all fencers at 30 Hz; who is far is not seen.

const EVERY := 2  ## frames of the game
@onready var fencers: Node2D = $Fencers

var frame := 0
var inputs := {}


## What only these faults need is not in the scene.
func prepare() -> void:
	for made: Array in [["above_mtu", "Canvas"], ["values_differ", "Ghost"], ["unchanged", "Ghost"], ["versions", "Referee"],
			["window_full", "Album"]]:
		if Network.options.get("fault") == made[0]:
			add_child(load("res://games/%s.tscn" % made[1].to_lower()).instantiate())


func begin() -> void:
	if not Network.is_server():
		return
	for peer: int in Network.players:
		spawn_below(fencers, "fencer", str(peer))


func came(peer: int) -> void:
	spawn_below(fencers, "fencer", str(peer))


func left_us(peer: int) -> void:
	inputs.erase(peer)
	fencers.get_node(str(peer)).queue_free()


func tick() -> void:
	frame += 1
	if Network.is_server():
		for fencer: Node2D in fencers.get_children():
			fencer.position += inputs.get(str(fencer.name).to_int(), Vector2.ZERO)
		return
	if frame % EVERY == 0:
		var way := Vector2(signf(sin(time * 2.0)), signf(cos(time * 3.0)))
		Truth.call_rpc(self, &"go", [frame, way], 1)
		var me: Node2D = fencers.get_node_or_null(str(multiplayer.get_unique_id()))
		if me != null:
			me.position += way


@rpc("any_peer", "call_remote", "unreliable_ordered")
func go(_frame: int, way: Vector2) -> void:
	inputs[multiplayer.get_remote_sender_id()] = way


@rpc("any_peer", "call_remote", "reliable")
func taunt(_words: String) -> void:
	pass


## Green's fencer is hidden from red.
func hidden() -> void:
	if Network.is_server():
		hide_from(fencers.get_node(str(Network.peer_of("green"))).get_node("Sync"), Network.peer_of("red"))


func missing() -> void:
	if is_player("green"):
		await call_a_node_of_ones_own()


func not_polling() -> void:
	if is_player("green"):
		hang(1500)


## A player speaks for the server: the method takes the authority's calls only.
func refused() -> void:
	if is_player("green"):
		seed_problem("call_refused", {"node": str(get_path())})
		Truth.call_rpc(self, &"judge", ["green wins"])


@rpc("authority", "call_remote", "reliable")
func judge(_verdict: String) -> void:
	pass


## The node's announcement and its spawn go reliably, and the relay loses the spawn: what comes behind it waits.
func more_fencers() -> void:
	if Network.is_server():
		for number: int in 5:
			var dummy: Node = spawn_below(fencers, "fencer", "Dummy%d" % number)
			Truth.call_rpc(dummy, &"strike", [number])
			await Network.settle(20)


func server_not_polling() -> void:
	if Network.is_server():
		hang(1500)


## The call goes unreliably, on a channel of its own, and the relay loses the spawn: the call gets there first.
func overtaking() -> void:
	if Network.is_server():
		var dummy: Node = spawn_below(fencers, "fencer", "Dummy")
		seed_problem("called_early", {"node": str(dummy.get_path())})
		Truth.call_rpc(dummy, &"feint", [1])


## Green's version of the game sends feints reliably, on a channel of their own (projects/faults4-careless).
func sent_otherwise() -> void:
	if is_player("green"):
		var me: Node = fencers.get_node(str(multiplayer.get_unique_id()))
		seed_problem("sent_otherwise", {"node": str(me.get_path())})
		Truth.call_rpc(me, &"feint", [1], 1)


## A state that never changes, always sent.
func unchanged() -> void:
	if Network.is_server():
		seed_problem("sync_unchanged", {"node": str(get_node("Ghost").get_path())})


## More at once than may be on its way.
func window_full() -> void:
	if Network.is_server():
		seed_problem("window_full", {"node": str(get_node("Album").get_path())})
		var pixels := PackedByteArray()
		pixels.resize(40000)
		for times: int in 2:
			Truth.call_rpc(get_node("Album"), &"show_picture", [pixels], Network.peer_of("red"))


## The relay lets datagrams overtake each other: late inputs are dropped.
func late() -> void:
	if Network.is_server():
		seed_problem("dropped")


## From now on nothing gets to red any more (relay.py --dark): a fencer that goes, one that comes, a wound.
func dark() -> void:
	if Network.is_server():
		await get_tree().create_timer(2.0).timeout
		seed_problem("never_acknowledged", {"peer": Network.peer_of("red")})
		fencers.get_node(str(Network.peer_of("green"))).health = 40
		spawn_below(fencers, "fencer", "Late")
		await Network.settle(20)
		fencers.get_node(str(Network.peer_of("green"))).free()
		await get_tree().create_timer(5.0).timeout


## More arguments than the method takes.
func arguments() -> void:
	if is_player("red"):
		seed_problem("other_arguments", {"node": str(get_path())})
		Truth.call_rpc(self, &"taunt", ["you fight like a farmer", 7])


## Unreliable, and longer than a datagram.
func above_mtu() -> void:
	if is_player("red"):
		seed_problem("above_mtu", {"node": str(get_node("Canvas").get_path())})
		Truth.call_rpc(get_node("Canvas"), &"blur", [PackedByteArray(range(3000).map(func(at: int) -> int: return at % 251))], 1)


## A getter that says something else whenever it is asked, once for each player.
func values_differ() -> void:
	if Network.is_server():
		seed_problem("values_differ", {"node": str(get_node("Ghost").get_path())})
		get_node("Ghost").trembles = true


## So many fencers that one message does not take the states of all.
func states_cut() -> void:
	if Network.is_server():
		seed_problem("sync_cut")
		for number: int in 70:
			spawn_below(fencers, "fencer", "Crowd%d" % number)


## The server runs a later version of the game (projects/faults4-newer): what each version of referee.gd lets the other do.
func versions() -> void:
	var referee := get_node("Referee")
	if is_player("red"):
		Truth.call_rpc(fencers.get_child(0), &"strike", [1], 1)
		await Network.settle(20)
		seed_problem("call_refused", {"node": str(referee.get_path())})
		Truth.call_rpc(referee, &"appeal", ["that was a foul"], 1)
		Truth.call_rpc(referee, &"concede", [], 1)
	elif Network.is_server():
		Truth.call_rpc(fencers.get_child(0), &"strike", [2])
		await Network.settle(20)
		seed_problem("other_arguments", {"node": str(referee.get_path())})
		Truth.call_rpc(referee, &"score", [3, "red"])
