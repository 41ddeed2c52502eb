extends "res://addons/godot-rollback-netcode/RPCNetworkAdaptor.gd"
# Writes down what is sent. It has no remote methods of its own.

func send_input_tick(peer_id: int, msg: PackedByteArray) -> void:
	T.note("send_input_tick", {"peer": peer_id, "tick": SyncManager.current_tick, "input_tick": SyncManager.input_tick,
			"hex": msg.hex_encode()})
	super(peer_id, msg)

func send_remote_start(peer_id: int) -> void:
	T.note("start_send", {"peer": peer_id})
	super(peer_id)

func send_remote_stop(peer_id: int) -> void:
	T.note("stop_send", {"peer": peer_id})
	super(peer_id)
