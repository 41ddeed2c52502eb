# SPDX-License-Identifier: MIT
extends Lab
## Arguments: every type and width, none and very many, bytes alone, objects.

var _values := LabValues.new()


func turns() -> Array[Array]:
	return [
		["server", _send_every_type],
		["red", _send_numbers],
		["red", _send_bytes],
		["server", _send_many],
		["red", _send_objects],
		["server", _send_whole_objects],
	]


func _send_every_type() -> void:
	call_all(&"take_nothing")
	for value: Variant in _values.one_of_each():
		call_all(&"take", [value])
		await Network.settle(1)


func _send_numbers() -> void:
	for value: int in _values.integers():
		Truth.call_rpc(self, &"take", [value], 1)
	Truth.call_rpc(self, &"take_numbers", [1], 1)
	Truth.call_rpc(self, &"take_numbers", [-128, 32767, 2147483647, 9223372036854775807, false, 0.25], 1)
	Truth.call_rpc(self, &"take_numbers", [true, false, true, false], 1)
	Truth.call_rpc(self, &"take_typed", [[&"x"] as Array[StringName], {"y": 1} as Dictionary[String, int]], 1)
	await Network.settle()


func _send_bytes() -> void:
	for size: int in [0, 1, 3, 200]:
		var bytes := PackedByteArray()
		bytes.resize(size)
		bytes.fill(size)
		Truth.call_rpc(self, &"take_bytes", [bytes], 1)
		Truth.call_rpc(self, &"take_bytes", [bytes, "and more"], 1)
	# The bytes of a Variant, or of a call, are bytes.
	Truth.call_rpc(self, &"take_bytes", [var_to_bytes(Vector2(3, 4))], 1)
	Truth.call_rpc(self, &"take_bytes", [PackedByteArray([1, 0, 0, 5])], 1)
	await Network.settle()


func _send_many() -> void:
	for count: int in [2, 16, 128, 255]:
		call_all(&"take_any_number", range(count).map(func(index: int) -> Variant: return index if index % 3 else index % 2 == 0))
		await Network.settle(2)


## Without leave to send objects: ids, and nothing for those that are no more.
func _send_objects() -> void:
	var freed := Node.new()
	freed.free()
	var nobody: Node = null
	Truth.call_rpc(self, &"take_object", [_values.thing], 1)
	Truth.call_rpc(self, &"take_object", [_values.thing, nobody, 3], 1)
	Truth.call_rpc(self, &"take_object", [freed], 1)
	Truth.call_rpc(self, &"take_object", [freed, nobody, 300], 1)
	Truth.call_rpc(self, &"take_object", [freed, freed, true], 1)
	await Network.settle()


func _send_whole_objects() -> void:
	call_all(&"allow_objects", [true])
	allow_objects(true)
	await Network.settle()
	call_all(&"take_object", [RefCounted.new()])
	var gradient := Gradient.new()
	gradient.colors = [Color.RED, Color.BLUE]
	call_all(&"take_object", [gradient, null, -5])
	await Network.settle()
	call_all(&"allow_objects", [false])
	allow_objects(false)


@rpc
func allow_objects(yes: bool) -> void:
	(multiplayer as SceneMultiplayer).allow_object_decoding = yes


@rpc("any_peer")
func take_nothing() -> void:
	pass


@rpc("any_peer")
func take(_value: Variant) -> void:
	pass


@rpc("any_peer")
func take_numbers(_tiny: int, _small: int = -300, _medium: int = 0x10000, _big: int = 0, _yes := true, _real: float = 1e-3) -> void:
	pass


@rpc("any_peer")
func take_bytes(_bytes: PackedByteArray, _more: String = "") -> void:
	pass


@rpc("any_peer")
func take_any_number(..._values_of_any_type: Array) -> void:
	pass


@rpc("any_peer")
func take_object(_object: Object, _node: Node = null, _after: Variant = null) -> void:
	pass


@rpc("any_peer")
func take_typed(_names: Array[StringName], _table: Dictionary[String, int] = {"a": 1, "b": [2, 3][0]}) -> void:
	pass
