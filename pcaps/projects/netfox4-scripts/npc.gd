extends Node2D
# Circles. Its synchronizer is npc_sync.gd.

var with_schema := false
var rng := RandomNumberGenerator.new()
var mood := "calm"
var tags := ["a", 1, true]
var info := {"k": 1}

func _ready() -> void:
	rng.seed = hash(name + T.opt.get("seed", "1"))
	var sync := preload("res://npc_sync.gd").new()
	sync.name = "StateSynchronizer"
	add_child(sync)
	NetworkTime.on_tick.connect(_tick)

func _tick(_dt: float, tick: int) -> void:
	if not is_multiplayer_authority() or T.role != "server":
		return
	position = Vector2(200 + 80 * cos(tick * 0.05), 100 + 60 * sin(tick * 0.05))
	if tick % 30 == 0:
		mood = ["calm", "angry", "ängstlich"][rng.randi() % 3]
	if tick % 45 == 0:
		tags = tags.slice(0, 3) + [rng.randi() % 99]
		info = {"k": rng.randi() % 9, "t": tick}
