# SPDX-License-Identifier: MIT
extends Lab
## Players who send their inputs of the last ticks in bytes of their own, as rollback does: little-endian, a tick, how many
## inputs follow, the newest first; each is two axes in hundredths and the buttons.

const TICKS := 24
const KEPT := 3
const JUMP := 1
const FIRE := 2

var tick := 0
var inputs: Array[PackedByteArray] = []


func turns() -> Array[Array]:
	return [["red", _play], ["server", _play]]


func _play() -> void:
	for step: int in TICKS:
		tick += 1
		inputs.push_front(_input_of(step))
		inputs = inputs.slice(0, KEPT)
		Truth.call_rpc(self, &"receive_inputs", [_packed()])
		await get_tree().physics_frame


func _input_of(step: int) -> PackedByteArray:
	var bytes := PackedByteArray([0, 0, 0])
	bytes.encode_s8(0, roundi(100 * cos(step * 0.5)))
	bytes.encode_s8(1, roundi(100 * sin(step * 0.5)))
	bytes[2] = (JUMP if step % 5 == 0 else 0) | (FIRE if step % 3 == 0 else 0)
	return bytes


func _packed() -> PackedByteArray:
	var bytes := PackedByteArray([0, 0, 0])
	bytes.encode_u16(0, tick)
	bytes[2] = inputs.size()
	for input: PackedByteArray in inputs:
		bytes.append_array(input)
	return bytes


@rpc("any_peer", "unreliable_ordered")
func receive_inputs(_bytes: PackedByteArray) -> void:
	pass
