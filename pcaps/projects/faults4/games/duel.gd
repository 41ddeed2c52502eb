# SPDX-License-Identifier: MIT
extends Game
## The server decides: ordered inputs, predicted by the player; states of all fencers at 30 Hz; who is far is not seen.

const EVERY := 2  ## frames of the game
@onready var fencers: Node2D = $Fencers

var frame := 0
var inputs := {}


func begin() -> void:
	if not Network.is_server():
		return
	for peer: int in Network.players:
		spawn_below(fencers, "fencer", str(peer))


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
		var green := str(Network.peer_of("green"))
		var red := Network.peer_of("red")
		var sync: MultiplayerSynchronizer = fencers.get_node(green).get_node("Sync")
		sync.add_visibility_filter(func(peer: int) -> bool: return peer != red and peer != 0)
		sync.update_visibility()
		seed_problem("views_differ", {"node": str(sync.get_path()), "peer": red})


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
