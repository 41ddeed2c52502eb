extends Node2D
# Moves by its inputs. With an option, a process does something else at one tick. As of projects/rollback4.

var speed := 0
var heat := 0.0     # of the state, but with --div=restore not restored

func _init() -> void:
	add_to_group("network_sync")

func is_mine(kind: String) -> bool:
	return T.options.get("div") == kind and T.options.get("role") == T.options.get("div_role")

func _get_local_input() -> Dictionary:
	var tick: int = SyncManager.input_tick
	var step: int = (tick / 7 + T.number("seed") + name.length()) % 9
	var input := {}
	if step != 0:
		input[0] = Vector2(step % 3 - 1, step / 3 - 1)
	if tick % 11 == 0:
		input[1] = true
	if is_mine("ignored") and tick >= T.number("div_tick") and tick % 2 == 0:
		input[-1] = tick
	return input

func _network_process(input: Dictionary) -> void:
	position += input.get(0, Vector2.ZERO) * (2 + speed)
	if input.has(1):
		speed = 3
	elif speed > 0:
		speed -= 1
	heat += position.x * 0.01
	position.y += int(heat) % 2
	if input.has(-1):
		position.x += 1
	if name == "Red" and SyncManager.current_tick == T.number("div_tick"):
		fault()

func fault() -> void:
	match T.options.get("div"):
		"float":
			if not is_mine("float"):
				return
			position.x += 0.001
		"random":
			position.x += randf()
		"order":
			if not is_mine("order"):
				return
			get_parent().move_child(self, get_parent().get_child_count() - 1)
		_:
			return
	T.note("fault", {"what": T.options.div, "tick": SyncManager.current_tick})

func _save_state() -> Dictionary:
	return {x = position.x, y = position.y, speed = speed, heat = heat}

func _load_state(state: Dictionary) -> void:
	position = Vector2(state.x, state.y)
	speed = state.speed
	if not is_mine("restore") or SyncManager.current_tick < T.number("div_tick"):
		heat = state.heat
