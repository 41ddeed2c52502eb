extends "res://addons/godot-rollback-netcode/RPCNetworkAdaptor.gd"
# Writes down what is sent. It has no remote methods of its own.

func send_input_tick(peer_id: int, msg: PoolByteArray) -> void:
	if not T.has("brief"):
		T.note("send_input_tick", {"peer": peer_id, "tick": SyncManager.current_tick, "input_tick": SyncManager.input_tick,
				"hex": msg.hex_encode()})
	.send_input_tick(peer_id, msg)
