# SPDX-License-Identifier: MIT
extends Lab
# Arguments: every type and width, none and very many, bytes, objects. Paths: very many, deep ones, in every script.

const Vessel = preload("res://ships/vessel.gd")
const MANY = 40

var _values = LabValues.new()
var _vessels = []


func prepare():
	for number in MANY:
		_vessels.append(_add(self, "Vessel%03d" % (number + 1)))
	var deep = self
	for level in 20:
		deep = _add(deep, "Level%d" % level)
	_vessels.append(deep)
	for path in ["Häuser/Küche/Schrank", "部屋/押し入れ", "with space/and-dash/x=1"]:
		var parent = self
		for part in path.split("/"):
			parent = parent.get_node(part) if parent.has_node(part) else _add(parent, part)
		_vessels.append(parent)


func turns():
	return [
		["server", "_send_every_type"],
		["red", "_send_numbers"],
		["red", "_send_bytes"],
		["server", "_send_many"],
		["red", "_send_objects"],
		["server", "_send_whole_objects"],
		["server", "_call_vessels"],
		["server", "_call_missing"],
	]


func _add(parent, title):
	var node = Vessel.new()
	node.name = title
	parent.add_child(node)
	return node


func _send_every_type():
	call_all("take_nothing")
	for value in _values.one_of_each():
		call_all("take", [value])
		yield(Network.settle(1), "completed")


func _send_numbers():
	for value in _values.integers():
		Truth.call_rpc(self, "take", [value], 1)
	Truth.call_rpc(self, "take_numbers", [1], 1)
	Truth.call_rpc(self, "take_numbers", [-128, 32767, 2147483647, 9223372036854775807, false, 0.25], 1)
	yield(Network.settle(), "completed")


func _send_bytes():
	for size in [0, 1, 3, 200]:
		var bytes = PoolByteArray()
		for index in size:
			bytes.append(index)
		Truth.call_rpc(self, "take", [bytes], 1)
		Truth.call_rpc(self, "take_two", [bytes, "and more"], 1)
	yield(Network.settle(), "completed")


func _send_many():
	for count in [2, 16, 128, 255]:
		var arguments = []
		for index in count:
			arguments.append(index if index % 3 else index % 2 == 0)
		call_all("take_all", arguments)
		yield(Network.settle(2), "completed")


func _send_objects():
	var freed = Node.new()
	freed.free()
	Truth.call_rpc(self, "take", [_values.thing], 1)
	Truth.call_rpc(self, "take_two", [_values.thing, null], 1)
	Truth.call_rpc(self, "take_two", [freed, 300], 1)
	yield(Network.settle(), "completed")


func _send_whole_objects():
	call_all("allow_objects", [true])
	allow_objects(true)
	yield(Network.settle(), "completed")
	var gradient = Gradient.new()
	gradient.colors = PoolColorArray([Color.red, Color.blue])
	call_all("take_two", [gradient, -5])
	yield(Network.settle(), "completed")
	call_all("allow_objects", [false])
	allow_objects(false)


# Twice without a pause, so that both have the long form; then short.
func _call_vessels():
	for times in 2:
		for node in _vessels:
			Truth.call_rpc(node, "steer", [Vector2(times, 1)])
		yield(Network.settle(2 + 8 * times), "completed")
	for node in _vessels:
		Truth.call_rpc(node, "steer", [Vector2(2, 1), true])


# A node that the others do not have.
func _call_missing():
	var mine = _add(self, "ServersOwn")
	for times in 2:
		Truth.call_rpc(mine, "steer", [Vector2.ONE])
		yield(Network.settle(), "completed")


puppet func allow_objects(yes):
	var api = multiplayer
	api.allow_object_decoding = yes


remote func take_nothing():
	pass


remote func take(_value):
	pass


remote func take_two(_first, _second = null):
	pass


remote func take_numbers(_tiny, _small = -300, _medium = 0x10000, _big = 0, _yes = true, _real = 1e-3):
	pass
