# SPDX-License-Identifier: MIT
class_name Game
extends Node2D
## A game that goes wrong in one way, if it is told to (`--fault=NAME`), and otherwise not at all: `--duration` seconds,
## on a machine that is busy for `--load` milliseconds now and then. Players of `--comers` leave and come back all the time.

## In seconds: the whole, and until something goes wrong.
const DURATION := 4.0
const UNTIL_FAULT := 1.5
## The same until no player has come yet.
const UNTIL_PLAYERS := 1.4

## When the game ends, in milliseconds of the process: a scene that is loaded again has less of it.
static var ends_at := 0
var fault := ""
var time := 0.0
## Of the load: the same in each run.
var dice := RandomNumberGenerator.new()


func _ready() -> void:
	if ends_at == 0:
		OS.add_logger(EngineErrors.new())
		multiplayer.server_disconnected.connect(get_tree().quit)
	dice.seed = hash(Network.role) + ends_at
	set_process(false)
	prepare()
	if Network.is_server() and Network.options.get("fault") == "late_answer":
		get_tree().create_timer(UNTIL_PLAYERS).timeout.connect(hang.bind(2800))
	await Network.gather()
	fault = Network.options.get("fault", "")
	if ends_at == 0:
		ends_at = Time.get_ticks_msec() + int(1000 * float(Network.options.get("duration", DURATION)))
	begin()
	set_process(true)
	if Network.options.has("comers"):
		await _play_with_comers()
		return
	await get_tree().create_timer(UNTIL_FAULT).timeout
	if fault != "" and has_method(fault):
		Truth.event("fault", {"fault": fault})
		await call(fault)
	await get_tree().create_timer((ends_at - Time.get_ticks_msec()) / 1000.0).timeout
	await _end()


func _end() -> void:
	set_process(false)
	Truth.event("over")
	await Network.settle()
	await Network.part()


func _process(delta: float) -> void:
	time += delta
	var busy := int(Network.options.get("load", "0"))
	if busy != 0 and dice.randi() % 8 == 0:
		OS.delay_msec(dice.randi_range(1, busy))
	tick()


func _play_with_comers() -> void:
	if Network.is_server():
		Network.came_late.connect(came)
		multiplayer.peer_disconnected.connect(left_us)
	var stays := (ends_at - Time.get_ticks_msec()) / 1000.0
	var leaves_after := dice.randf_range(3.0, 12.0)
	if not Network.role in Network.options.comers.split(",") or leaves_after > stays - 8.0:
		await get_tree().create_timer(stays).timeout
		await _end()
		return
	await get_tree().create_timer(leaves_after).timeout
	set_process(false)
	Network.leave()
	await get_tree().create_timer(dice.randf_range(0.5, 3.0)).timeout
	get_tree().reload_current_scene()


## On the server: a player who came when the game had begun, and one who is gone.
func came(_peer: int) -> void:
	pass


func left_us(_peer: int) -> void:
	pass


## Before anybody is here.
func prepare() -> void:
	pass


## All are here.
func begin() -> void:
	pass


## Each frame.
func tick() -> void:
	pass


func is_player(role: String) -> bool:
	return Network.role == role


## Writes down what a person would want to hear of.
func seed_problem(cause: String, more := {}) -> void:
	var line := {"cause": cause, "from": multiplayer.get_unique_id()}
	line.merge(more)
	Truth.write("seeded", line)


func spawn_below(parent: Node, scene: String, title: String, prepare_it := Callable()) -> Node:
	var node: Node = load("res://games/%s.tscn" % scene).instantiate()
	node.name = title
	if prepare_it.is_valid():
		prepare_it.call(node)
	Truth.write("spawn", {"node": "%s/%s" % [parent.get_path(), title], "scene": node.scene_file_path,
			"targets": Truth.targets(0)})
	parent.add_child(node, true)
	return node


## Nobody else has this node.
func call_a_node_of_ones_own() -> void:
	var mine := Node2D.new()
	mine.set_script(preload("res://games/whistle.gd"))
	mine.name = "MyOwn"
	add_child(mine)
	seed_problem("no_such_node", {"node": str(mine.get_path())})
	Truth.call_rpc(mine, &"blow", [1], 1)
	await Network.settle(20)
	mine.free()


## No longer shown to a peer.
func hide_from(sync: MultiplayerSynchronizer, player: int) -> void:
	sync.add_visibility_filter(func(peer: int) -> bool: return peer != player and peer != 0)
	sync.update_visibility()
	seed_problem("views_differ", {"node": str(sync.get_path()), "peer": player})


## Does not poll: a breakpoint, a level that loads.
func hang(milliseconds: int) -> void:
	seed_problem("not_polling", {"milliseconds": milliseconds})
	OS.delay_msec(milliseconds)
	Truth.event("awake")
