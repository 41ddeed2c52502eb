extends "res://addons/godot-rollback-netcode/MessageSerializer.gd"
# A message of the game's own: no other program can read it.

func serialize_message(msg: Dictionary) -> PackedByteArray:
	var plain := super(msg)
	plain.reverse()
	plain.append(0x7F)
	return plain

func unserialize_message(serialized) -> Dictionary:
	var plain: PackedByteArray = serialized.slice(0, serialized.size() - 1)
	plain.reverse()
	return super(plain)
