extends Node2D
# Moves by its inputs. With an option, one process does something else at one tick.

var speed := 0
var heat := 0.0     # of the state, but with --div=restore not restored
var rng := RandomNumberGenerator.new()

func _init() -> void:
	add_to_group("network_sync")

func _get_local_input() -> Dictionary:
	var tick: int = SyncManager.input_tick
	var step: int = (tick / 7 + T.number("seed") + name.length()) % 9
	var input := {}
	if step != 0:
		input[0] = Vector2(step % 3 - 1, step / 3 - 1)
	if tick % 11 == 0:
		input[1] = true
	if T.options.get("div") == "ignored" and T.options.role == T.options.div_role and tick >= T.number("div_tick") and tick % 2 == 0:
		input[-1] = tick
	return input

func _network_process(input: Dictionary) -> void:
	position += input.get(0, Vector2.ZERO) * (2 + speed)
	speed = 3 if input.has(1) else maxi(speed - 1, 0)
	heat += position.x * 0.01
	position.y += int(heat) % 2
	if input.has(-1):
		position.x += 1
	fault()

func fault() -> void:
	if SyncManager.current_tick != T.number("div_tick") or T.options.get("role") != T.options.get("div_role") or name != "Red":
		return
	match T.options.get("div"):
		"float": position.x += 0.001
		"rng": position.x += rng.randf()
		_: return
	T.note("fault", {"what": T.options.div, "tick": SyncManager.current_tick})

func _save_state() -> Dictionary:
	return {x = position.x, y = position.y, speed = speed, heat = heat}

func _load_state(state: Dictionary) -> void:
	position = Vector2(state.x, state.y)
	speed = state.speed
	if T.options.get("div") != "restore" or SyncManager.current_tick < T.number("div_tick") or T.options.role != T.options.div_role:
		heat = state.heat
