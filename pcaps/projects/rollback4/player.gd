extends Node2D
# Moves by its inputs. With an option, a process does something else at one tick (faults.gd).

const Faults = preload("res://faults.gd")

var speed := 0
var heat := 0.0     # of the state, but with --div=restore not restored
var luck := 0       # of the state, but the library's hash leaves it out
var nerves := 0     # not of the state

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
	Faults.press(input, tick)
	return input

func _predict_remote_input(previous: Dictionary, _ticks: int) -> Dictionary:
	if Faults.is_mine("predict") and SyncManager.current_tick >= T.number("div_tick"):
		nerves += 1
	return previous.duplicate()

func _network_process(input: Dictionary) -> void:
	position += input.get(0, Vector2.ZERO) * (2 + speed)
	speed = 3 if input.has(1) else maxi(speed - 1, 0)
	heat += position.x * 0.01
	position.y += int(heat) % 2
	position.x += nerves
	if input.has(-1) or input.has("_dash"):
		position.x += 1
	if input.has(2):
		position.x += input[2]
	if name == "Red":
		Faults.apply(self, SyncManager.current_tick)

func _save_state() -> Dictionary:
	return {"x": position.x, "y": position.y, "speed": speed, "heat": heat, "_luck": luck}

func _load_state(state: Dictionary) -> void:
	position = Vector2(state.x, state.y)
	speed = state.speed
	luck = state._luck
	if not Faults.is_mine("restore") or SyncManager.current_tick < T.number("div_tick"):
		heat = state.heat
