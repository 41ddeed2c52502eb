#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): what a receiver's method gets for arguments of other types. A text becomes 0 in a PackedInt32Array, a
# fraction is cut, both without an error. Array[int] takes a PackedInt32Array, but not an Array of ints. An empty Array[Node] does
# not reach a method that asks for Array[Node]: it arrives as Array[EncodedObjectAsID].
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "what was sent, and what the method got" "\
packed_ints <- [1, \"a\"]: [1, 0]
whole <- 5.7: 5
ints <- PackedInt32Array: [1, 2]
ERROR: RPC - 'Node::ints': Cannot convert argument 1 from Array to Array
ints <- Array of ints: not called
packed_ints <- Array of ints: [1, 2]
ERROR: RPC - 'Node::packed_ints': Cannot convert argument 1 from PackedInt64Array to PackedInt32Array
packed_ints <- PackedInt64Array: not called
ERROR: RPC - 'Node::nodes': Cannot convert argument 1 from Array to Array
nodes <- empty Array[Node]: not called
anything <- empty Array[Node]: Array[EncodedObjectAsID]" "$(
    two_ends 24789 <<'GD'
class Taker extends Node:
	var got := "not called"
	@rpc("any_peer") func packed_ints(it: PackedInt32Array) -> void: got = str(it)
	@rpc("any_peer") func whole(it: int) -> void: got = str(it)
	@rpc("any_peer") func ints(it: Array[int]) -> void: got = str(it)
	@rpc("any_peer") func nodes(it: Array[Node]) -> void: got = str(it)
	@rpc("any_peer") func anything(it: Array) -> void: got = "Array[%s]" % it.get_typed_class_name()
func taker(thing) -> Taker:
	var made := Taker.new()
	made.name = "Taker"
	thing.get_parent().add_child(made)
	return made
func play(here, there) -> void:
	var receiver := taker(here)
	var sender := taker(there)
	var no_nodes: Array[Node] = []
	for call in [["packed_ints", [1, "a"], "[1, \"a\"]"], ["whole", 5.7, "5.7"],
			["ints", PackedInt32Array([1, 2]), "PackedInt32Array"], ["ints", [1, 2], "Array of ints"],
			["packed_ints", [1, 2], "Array of ints"], ["packed_ints", PackedInt64Array([1, 2]), "PackedInt64Array"],
			["nodes", no_nodes, "empty Array[Node]"], ["anything", no_nodes, "empty Array[Node]"]]:
		receiver.got = "not called"
		sender.rpc_id(1, call[0], call[1])
		await create_timer(0.3).timeout
		print(call[0], " <- ", call[2], ": ", receiver.got)
GD
)"
exit "$wrong"
