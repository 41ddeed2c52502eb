# SPDX-License-Identifier: MIT
extends Lab
## A player whom nothing reaches any more, from some moment on: what the others get, and it does not.

## So long does the server wait for the dark, and in it, in seconds.
const BEFORE := 3.5
const DARK := 7.0

@onready var yard: Node2D = $Yard


func prepare() -> void:
	OS.add_logger(EngineErrors.new())
	$Spawner.spawned.connect(func(node: Node) -> void: Truth.write("spawned", {"node": str(node.get_path())}))
	$Spawner.despawned.connect(func(node: Node) -> void: Truth.write("despawned", {"node": node.name}))
	var sync: MultiplayerSynchronizer = $Gate.get_node("Sync")
	sync.delta_synchronized.connect(func() -> void: Truth.write("delta_synchronized", {"height": $Gate.height}))


func turns() -> Array[Array]:
	return [["server", _play]]


func _play() -> void:
	var begin := Time.get_ticks_msec()
	_spawn("Old")
	await Network.settle()
	Truth.assign($Gate, &"height", 2.0)
	while Time.get_ticks_msec() - begin < BEFORE * 1000.0:
		Truth.call_rpc(self, &"tell", [Time.get_ticks_msec() - begin])
		await Network.settle(6)
	Truth.event("dark")
	Truth.assign($Gate, &"height", 3.0)
	Truth.write("despawn", {"node": str(yard.get_path()) + "/Old", "targets": Truth.targets(0)})
	yard.get_node("Old").free()
	_spawn("New")
	await get_tree().create_timer(DARK).timeout


@rpc("unreliable", "authority")
func tell(_time: int) -> void:
	pass


func _spawn(title: String) -> void:
	var node: Node = load("res://lab/post.tscn").instantiate()
	node.name = title
	Truth.write("spawn", {"node": "%s/%s" % [yard.get_path(), title], "spawner": str($Spawner.get_path()),
			"scene_index": 0, "scene": node.scene_file_path, "targets": Truth.targets(0)})
	yard.add_child(node, true)
