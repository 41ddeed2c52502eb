extends RefCounted
# What makes peers compute different states. Called in every process; each fault is written down with the tick that it changes.

const BULLET = preload("res://bullet.tscn")

static func is_mine(kind: String) -> bool:
	return T.options.get("div") == kind and T.options.get("role") == T.options.get("div_role")

static func note(tick: int) -> void:
	T.note("fault", {"what": T.options.div, "tick": tick})

## Keys that only some inputs have, from div_tick on.
static func press(input: Dictionary, tick: int) -> void:
	if tick < T.number("div_tick"):
		return
	if is_mine("ignored") and tick % 2 == 0:
		input[-1] = tick
	if is_mine("dash") and tick % 3 == 0:
		input["_dash"] = tick
	if is_mine("lossy"):
		input[2] = 0.333

## At the end of Red's tick.
static func apply(red: Node2D, tick: int) -> void:
	var kind: String = T.options.get("div", "")
	var first := T.number("div_tick")
	var mine := is_mine(kind)
	if kind == "version" and mine and tick >= first:
		red.position.x += 0.25 * red.speed  # another version of the game: faster
	if kind == "hidden_state" and mine and tick == first - 20:
		red.luck = 1
	if kind == "heal" and tick == first + 10:
		red.position = Vector2(100, 100)
		red.heat = 0.0
	if tick != first:
		return
	match kind:
		"float": red.position.x += 0.001 if mine else 0.0
		"rng": red.position.x += randf() + 0.5 if mine else 0.0
		"heal": red.position.x += 1.0 if mine else 0.0
		"random": red.position.x += randf()  # all, without a common seed
		"time": red.position.x += Time.get_ticks_usec() % 9973
		"frames": red.position.x += Engine.get_process_frames() % 997
		"delta": red.position.x += red.get_process_delta_time() * 100.0
		"process": red.position.x += OS.get_process_id() % 1000
		"leftover": red.position.x += red.get_tree().root.get_node("Main").left_over
		"dictionary": red.position.x = sum_of(red.get_tree().root.get_node("Main").weights, red.position.x)
		"order": if mine: red.get_parent().move_child(red, -1)
		"spawn": if mine: SyncManager.spawn("Bullet", red.get_parent().get_parent(), BULLET, {"x": red.position.x})
		"hidden_state": red.position.x += red.luck
		_: return
	if mine or kind in ["random", "time", "frames", "delta", "process", "leftover", "dictionary"]:
		note(tick)

## Depends on the order of the keys.
static func sum_of(weights: Dictionary, x: float) -> float:
	for weight in weights.values():
		x = x * 0.5 + weight
	return x

## When a match begins: what runs outside of ticks.
static func begin(red: Node2D) -> void:
	var seconds := T.number("div_tick") / 30.0
	match T.options.get("div"):
		"timer":
			await red.get_tree().create_timer(seconds + (0.3 if is_mine("timer") else 0.0)).timeout
			red.speed += 1
			note(SyncManager.current_tick + 1)
		"animation":
			if is_mine("animation"):
				await red.get_tree().create_timer(seconds).timeout
				red.create_tween().tween_property(red, "position:y", red.position.y + 9.0, 0.2)
				note(SyncManager.current_tick + 1)
