extends "res://addons/godot-rollback-netcode/RPCNetworkAdaptor.gd"
# Writes down what is sent. It has no remote methods of its own.

func send_input_tick(peer_id: int, msg: PackedByteArray) -> void:
	msg = changed(peer_id, msg)
	if not T.has("brief"):
		T.note("send_input_tick", {"peer": peer_id, "tick": SyncManager.current_tick, "input_tick": SyncManager.input_tick,
				"hex": msg.hex_encode()})
	super(peer_id, msg)

## With --div=cheat, one peer gets other inputs than the others.
func changed(peer_id: int, msg: PackedByteArray) -> PackedByteArray:
	if T.options.get("div") != "cheat" or T.options.role != T.options.div_role or peer_id != Array(multiplayer.get_peers()).max():
		return msg
	var serializer := preload("res://addons/godot-rollback-netcode/MessageSerializer.gd").new()
	var message: Dictionary = serializer.unserialize_message(msg)
	for tick in message[serializer.InputMessageKey.INPUT]:
		if tick < T.number("div_tick"):
			continue
		var input: Dictionary = bytes_to_var(message[serializer.InputMessageKey.INPUT][tick])
		for path in input:
			if path != "$" and input[path].has(0):
				input[path][0] += Vector2(1, 0)
		SyncManager._calculate_data_hash(input)
		message[serializer.InputMessageKey.INPUT][tick] = var_to_bytes(input)
	return serializer.serialize_message(message)

## What arrived, as the library has taken it; called after it.
var heard := {}

func arrived(peer_id: int, _msg: PackedByteArray) -> void:
	if not SyncManager.peers.has(peer_id):
		return
	var last: int = SyncManager.peers[peer_id].last_remote_input_tick_received
	var before: int = heard.get(peer_id, 0)
	if last > before:
		T.note("arrived", {"peer": peer_id, "first": before + 1, "last": last, "input_tick": SyncManager.input_tick})
	heard[peer_id] = last

func send_remote_start(peer_id: int) -> void:
	T.note("start_send", {"peer": peer_id})
	super(peer_id)

func send_remote_stop(peer_id: int) -> void:
	T.note("stop_send", {"peer": peer_id})
	super(peer_id)
