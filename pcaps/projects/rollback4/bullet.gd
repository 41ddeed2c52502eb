extends Node2D
# Flies.

func _init() -> void:
	add_to_group("network_sync")

func _network_spawn(data: Dictionary) -> void:
	position.x = data.x

func _network_process(_input: Dictionary) -> void:
	position.x += 3

func _save_state() -> Dictionary:
	return {x = position.x}

func _load_state(state: Dictionary) -> void:
	position.x = state.x
