# SPDX-License-Identifier: MIT
extends Game
## Players have authority: over themselves, and over the ball once they have kicked it.

@onready var kickers: Node2D = $Kickers
@onready var ball: Node2D = $Ball

## Milliseconds until the ball changes its owner.
const KICK := 0.8
var kicked := 0


func begin() -> void:
	if not Network.is_server():
		return
	for peer: int in Network.players:
		spawn_below(kickers, "kicker", str(peer))


func came(peer: int) -> void:
	spawn_below(kickers, "kicker", str(peer))
	Truth.call_rpc(ball, &"own", [ball.get_multiplayer_authority()], peer)


func left_us(peer: int) -> void:
	kickers.get_node(str(peer)).queue_free()
	if ball.get_multiplayer_authority() == peer:
		_give_ball_to(1)


func tick() -> void:
	var me: Node2D = kickers.get_node_or_null(str(multiplayer.get_unique_id()))
	if me != null:
		me.position = Vector2(100, 0).rotated(time * 2.0) + Vector2(multiplayer.get_unique_id() % 97, 0)
		me.facing = snappedf(sin(time), 0.25)
	if ball.is_multiplayer_authority():
		ball.position += Vector2(cos(time * 3.0), sin(time * 5.0))
	if Network.is_server() and time > KICK * (kicked + 1) and kickers.get_child_count() > 0:
		kicked += 1
		_give_ball_to(Network.players.keys()[kicked % Network.players.size()])


func _give_ball_to(peer: int) -> void:
	if fault == "two_senders" and time > UNTIL_FAULT:
		seed_problem("two_senders", {"node": str(ball.get_path()), "peer": peer})
		ball.own.rpc_id(peer, peer)  # and nobody else hears of it
		return
	Truth.call_rpc(ball, &"own", [peer])
	ball.own(peer)


## The ball is given to its next owner, and nobody else hears of that.
func two_senders() -> void:
	pass


func missing() -> void:
	if is_player("red"):
		await call_a_node_of_ones_own()


func not_polling() -> void:
	if is_player("red"):
		hang(1500)


func server_not_polling() -> void:
	if Network.is_server():
		hang(1500)


## Red speaks through green's kicker.
func refused() -> void:
	if is_player("red"):
		var other: Node = kickers.get_node(str(Network.peer_of("green")))
		seed_problem("call_refused", {"node": str(other.get_path())})
		Truth.call_rpc(other, &"boast", ["I lose"])


## The server no longer shows green to red.
func hidden() -> void:
	if is_player("green"):
		var sync: MultiplayerSynchronizer = kickers.get_node(str(multiplayer.get_unique_id())).get_node("Sync")
		var red := Network.peer_of("red")
		sync.add_visibility_filter(func(peer: int) -> bool: return peer != red and peer != 0)
		sync.update_visibility()
		seed_problem("views_differ", {"node": str(sync.get_path()), "peer": red})
