# SPDX-License-Identifier: MIT
extends Node
func _ready() -> void:
	var e := ENetMultiplayerPeer.new()
	if Wire.role == "server":
		e.create_server(Wire.port(), 8); multiplayer.multiplayer_peer = e
		await multiplayer.peer_connected
		await Wire.secs(3.0)
		multiplayer.multiplayer_peer.close(); get_tree().quit()
	else:
		e.create_client("127.0.0.1", Wire.cport()); multiplayer.multiplayer_peer = e
		multiplayer.server_disconnected.connect(get_tree().quit)
		await multiplayer.connected_to_server
		var n := 0
		for i in 2:
			for m: StringName in [&"shifted", &"divided", &"minus", &"binary", &"under", &"trailing", &"sname", &"triple", &"raw", &"deflt", &"one_line_body", &"typed_in", &"vec", &"warned", &"cont2", &"coroutine"]:
				for o: String in ["Forms", "Sub"]:
					n += 1; get_node(o).rpc_id(1, m, n)
				await Wire.secs(0.02)
			$Forms.rpc_id(1, &"deflt", 1, [2], Vector2i(3, 4), {}, [1] as Array[int]); $Forms.rpc_id(1, &"vec", 3); $Forms.rpc_id(1, &"typed_in", 3, 7)
			for m: StringName in [&"shut", &"plain", &"loud"]:
				n += 1; $Conf.rpc_id(1, m, n)
			await Wire.secs(0.3)
