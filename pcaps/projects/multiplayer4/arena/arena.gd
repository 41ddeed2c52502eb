# SPDX-License-Identifier: MIT
extends Node2D
## The game: every player walks, shoots and talks; the server decides.

const PLAYER := preload("res://characters/player.tscn")
const BOT := preload("res://characters/bot.tscn")
const PROJECTILE := preload("res://characters/projectile.tscn")
## In seconds.
const DURATION := 3.5
const LINES: Array[String] = ["gl hf", "behind the crates!", "nice shot", "brb", "¡gg! 👍"]

const WAYS: Array[Vector2] = [Vector2.RIGHT, Vector2(1, 1), Vector2.DOWN, Vector2(-1, 1), Vector2.LEFT, Vector2(-1, -1), Vector2.UP,
		Vector2(1, -1)]

var shots := 0
var flying: Array[Projectile] = []

@onready var players: Node2D = $Players
@onready var projectiles: Node2D = $Projectiles
@onready var chat: Node = $Chat
@onready var score: Node = $Scores/Score


func _ready() -> void:
	$ProjectileSpawner.spawn_function = _make_projectile
	set_process(false)
	await Network.gather()
	set_process(true)
	if Network.is_server():
		_spawn_everybody()
	else:
		_play()
	await get_tree().create_timer(float(Network.options.get("duration", DURATION))).timeout
	set_process(false)
	await Network.settle()
	await Network.part()


## The server moves what has been told where to go.
func _process(delta: float) -> void:
	if not Network.is_server():
		return
	for actor: Actor in players.get_children():
		actor.position += actor.velocity * delta
	for projectile: Projectile in flying.duplicate():
		_fly(projectile)


func _spawn_everybody() -> void:
	var corner := 0
	for peer: int in Network.players:
		var player := PLAYER.instantiate()
		player.name = str(Network.players[peer]).capitalize()
		player.title = player.name
		player.team = &"east" if corner % 2 else &"west"
		player.position = Vector2(40 + 240 * (corner % 2), 40 + 120 * (corner / 2))
		_spawn(player, 0)
		corner += 1
	var bot := BOT.instantiate()
	bot.name = "Bot"
	bot.position = Vector2(160, 90)
	_spawn(bot, 1)


func _spawn(actor: Actor, scene: int) -> void:
	Truth.write("spawn", {"node": "%s/%s" % [players.get_path(), actor.name], "spawner": str($PlayerSpawner.get_path()),
			"scene_index": scene, "scene": actor.scene_file_path, "targets": Truth.targets(0)})
	players.add_child(actor)


## A client's hand: sixty times a second to the server, and now and then to everybody.
func _play() -> void:
	var me := Network.role.capitalize()
	while not players.has_node(me):
		await get_tree().process_frame
	var player: Fighter = players.get_node(me)
	var tick := 0
	while is_processing():
		Truth.call_rpc(player, &"move", [WAYS[(tick / 15 + me.length()) % WAYS.size()], tick % 30 == 29], 1)
		if tick % 40 == 20:
			var aim := player.position.direction_to(players.get_node("Bot").position).snappedf(0.125)
			Truth.call_rpc(self, &"fire", [aim, Fighter.Weapon.RAILGUN], 1)
		if tick % 90 == 45:
			Truth.call_rpc(chat, &"say", [LINES[(tick + me.length()) % LINES.size()]])
		if tick == 70:
			Truth.call_rpc(player.get_node("Backpack"), &"put", ["medkit", 2], 1)
		if tick == 110:
			Truth.call_rpc(player, &"rename", ["%s the Bold" % me])
		tick += 1
		await get_tree().process_frame


@rpc("any_peer", "call_remote", "reliable")
func fire(aim: Vector2, weapon: Fighter.Weapon) -> void:
	var shooter: Actor = players.get_node(str(Network.players[multiplayer.get_remote_sender_id()]).capitalize())
	shots += 1
	var data := {"name": "Shot%d" % shots, "from": shooter.position, "direction": aim, "shooter": shooter.name, "weapon": weapon}
	Truth.write("spawn", {"node": "%s/Shot%d" % [projectiles.get_path(), shots], "spawner": str($ProjectileSpawner.get_path()),
			"scene_index": 255, "argument": Truth._text(data), "argument_hex": Truth._hex(data), "targets": Truth.targets(0)})
	flying.append($ProjectileSpawner.spawn(data))


## What flies hits the one nearest to it, or is gone at the wall.
func _fly(projectile: Projectile) -> void:
	var hit: Actor
	for actor: Actor in players.get_children():
		if actor.name != projectile.shooter and actor.position.distance_to(projectile.position) < 30.0:
			hit = actor
	if hit == null and Rect2(0, 0, 320, 180).has_point(projectile.position):
		return
	flying.erase(projectile)
	if hit != null:
		Truth.call_rpc(hit, &"take_damage", [12, projectile.shooter, shots % 4 == 0])
		hit.take_damage(12, projectile.shooter, shots % 4 == 0)
		Truth.call_rpc(projectile, &"explode", [projectile.position])
		if hit.health < 40:
			Truth.call_rpc(hit, &"heal", [50])
			hit.heal(50)
		score.add(projectile.shooter, 12)
		Truth.call_rpc(score, &"announce", [projectile.shooter, score.points])
	Truth.write("despawn", {"node": str(projectile.get_path()), "targets": Truth.targets(0)})
	projectile.queue_free()


func _make_projectile(data: Dictionary) -> Node:
	var projectile := PROJECTILE.instantiate()
	projectile.name = data.name
	projectile.position = data.from
	projectile.direction = data.direction
	projectile.shooter = data.shooter
	return projectile
