extends "res://addons/godot-rollback-netcode/MessageSerializer.gd"
# Packs inputs as the library's tutorial does: hash, number of nodes, node, flags, values.

const NODES := {"/root/Main/Match/Players/Red": 1, "/root/Main/Match/Players/Green": 2, "/root/Main/Match/Players/Blue": 3}

func serialize_input(input: Dictionary) -> PackedByteArray:
	var buffer := StreamPeerBuffer.new()
	buffer.put_u32(input["$"])
	buffer.put_u8(input.size() - 1)
	for path in input:
		if path == "$":
			continue
		buffer.put_u8(NODES[path])
		var move: Vector2 = input[path].get(0, Vector2.ZERO)
		buffer.put_u8((1 if input[path].has(0) else 0) | (2 if input[path].has(1) else 0) | (4 if input[path].has(2) else 0))
		if input[path].has(0):
			buffer.put_8(int(move.x))
			buffer.put_8(int(move.y))
		if input[path].has(2):
			buffer.put_8(int(input[path][2] * 10))  # rounds
	return buffer.data_array

func unserialize_input(serialized: PackedByteArray) -> Dictionary:
	var buffer := StreamPeerBuffer.new()
	buffer.put_data(serialized)
	buffer.seek(0)
	var input := {"$": buffer.get_u32()}
	for _i in buffer.get_u8():
		var path: String = NODES.find_key(buffer.get_u8())
		var flags := buffer.get_u8()
		var mine := {}
		if flags & 1:
			var x := buffer.get_8()
			mine[0] = Vector2(x, buffer.get_8())
		if flags & 2:
			mine[1] = true
		if flags & 4:
			mine[2] = buffer.get_8() / 10.0
		input[path] = mine
	return input
