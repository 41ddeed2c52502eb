# SPDX-License-Identifier: MIT
class_name Bee extends Node2D
var keeper := 0
var kind := &"drone"
var heading := 0.0
var hp := 20
var nectar: Array[int] = []
var mood := "calm"
var trail := PackedInt32Array()
var hide_from := 0
var shown: Array[int] = []
var _n := 0
func _settle() -> void:
	# what lies in the bag is shown after its bee, and hidden before it
	for id in multiplayer.get_peers():
		var near := _near(id)
		if near == (id in shown): continue
		if near:
			$Dance.set_visibility_for(id, true); shown.append(id)
			for p in $Bag.get_children(): p.get_node("S").update_visibility(id)
		else:
			shown.erase(id)
			for p in $Bag.get_children(): p.get_node("S").update_visibility(id)
			$Dance.set_visibility_for(id, false)
func _ready() -> void:
	if multiplayer.is_server():
		if Wire.is_fault("nested"):
			$Dance.visibility_update_mode = MultiplayerSynchronizer.VISIBILITY_PROCESS_PHYSICS
			$Dance.add_visibility_filter(_near)
		else:
			$Dance.public_visibility = false
func _near(id: int) -> bool:
	if id == 0: return false
	if id == hide_from: return false
	if id == keeper: return true
	var o: Node2D = get_parent().get_node_or_null("Bee%d" % id)
	return o != null and o.position.distance_to(position) < 260.0
func fly(t: int) -> void:
	_n += 1
	if not Wire.is_fault("nested"): _settle()
	position.x += 3.0 * sin(t * 0.02 + get_index()); heading = fmod(t * 0.1, TAU); mood = "buzzy %d" % t
	trail = PackedInt32Array([t, -t]) if trail.size() < 10 else trail
	if trail.size() >= 10: trail[0] = t
	if _n % 35 == 0: nectar = [_n, get_index()]; $Body/Wing.rotation += 0.25
	if _n % 45 == 5 and $Bag.get_child_count() < 3:
		var p := load("res://scenes/pollen.tscn").instantiate() as Node2D
		p.grains = _n
		if not Wire.is_fault("nested"):
			var y: MultiplayerSynchronizer = p.get_node("S")
			y.public_visibility = true; y.visibility_update_mode = MultiplayerSynchronizer.VISIBILITY_PROCESS_NONE
			y.add_visibility_filter(func(id: int) -> bool: return id in shown)
		else: Wire.seeded("pollen is spawned for all, its bee and spawner are not", {"node": Wire.rel(self)})
		$Bag.add_child(p, true)
	if _n % 90 == 60 and $Bag.get_child_count() > 0: $Bag.get_child(0).queue_free()
	if _n % 28 == 0: buzz.rpc(_n * 0.5)
func _physics_process(_d: float) -> void:
	if multiplayer.is_server() or keeper != multiplayer.get_unique_id(): return
	_n += 1
	if _n % 3 == 0: steer.rpc_id(1, Vector2(_n, -_n) * 0.125, _n)
	if _n % 30 == 0: get_node("/root/Hive/Keeper").rpc_id(1, &"whisper", [_n, &"hi", NodePath("Body/Wing"), null, Color.RED], _n)
	if Wire.role == "c" and Wire.is_fault("authority_call") and _n % 40 == 39:
		Wire.seeded("c calls hurt on its own bee", {"node": Wire.rel(self)}); hurt.rpc_id(1, 99, &"cheat")
	if Wire.role == "c" and Wire.is_fault("type") and _n % 40 == 39:
		Wire.seeded("c calls steer(String, int)", {"node": Wire.rel(self)}); rpc_id(1, &"steer", "north", _n)
	if Wire.role == "c" and Wire.is_fault("argc") and _n % 40 == 39:
		Wire.seeded("c calls steer(Vector2)", {"node": Wire.rel(self)}); rpc_id(1, &"steer", Vector2.ONE)
	if Wire.role == "c" and Wire.is_fault("tally") and _n % 40 == 39:
		Wire.seeded("c calls Keeper.tally"); get_node("/root/Hive/Keeper").rpc_id(1, &"tally", {1: 1})
@rpc("any_peer", "unreliable_ordered", "call_remote", 2) func steer(v: Vector2, seq: int) -> void: Wire.got(self, &"steer", [v, seq])
@rpc("authority", "reliable", "call_remote", 1) func hurt(amount: int, how: StringName) -> void: Wire.got(self, &"hurt", [amount, how])
@rpc("authority", "unreliable") func buzz(loud: float) -> void: Wire.got(self, &"buzz", [loud])
