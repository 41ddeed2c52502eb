class_name TrickyBase
extends Node2D

@rpc
func first(value): print(value)

@rpc("any_peer")
func replaced(old_name: int) -> void:
	print(old_name)

func plain(a, b = 2): return a + b

class Part extends Node:
	@rpc func part_of_base(x): print(x)
