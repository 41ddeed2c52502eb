# SPDX-License-Identifier: MIT
#
# A server and two clients that use a multiplayer peer without the multiplayer API: as a PacketPeer, by put_var() and
# put_packet(). All of them are in this process. Writes what they send. For Godot 3.2 to 3.6:
#
#   godot3-server --path . --script res://main.gd --truth=/tmp/truth.jsonl --scenario=enet [--port=24680]
#
# Scenarios: enet and websocket send Variants and, at last, other bytes; enet_bytes sends none but other bytes.
extends SceneTree

# Nothing takes this long altogether, in milliseconds.
const PATIENCE = 30000

const MODES = ["unreliable", "unreliable_ordered", "reliable"]

var values = [
	null, true, false, 0, 42, -1, 5000000000, 0.5, 0.1, "", "hello", "日本", Vector2(1, 2), Rect2(1, 2, 3, 4),
	Vector3(1, 2, 3), Color(1, 0, 0, 1), NodePath("a/b:c"), [1, [2, [3]]], {"a": {"b": 1}}, {"type": "move", "id": 7},
	PoolByteArray([1, 2, 3]), PoolIntArray([1, -1]), PoolStringArray(["x", "yz"]), PoolVector3Array([Vector3.ONE]),
]
var own_bytes = [
	PoolByteArray([0x7F]), "MOVE 1 2".to_utf8(), PoolByteArray([200, 1, 0, 0, 3, 4, 5]), PoolByteArray([0xFF, 0, 0xFF, 0, 9]),
	PoolByteArray([9, 1, 2, 3, 4, 5, 6, 7, 8]),
]
var port = 24680
var over_websocket = false
var peers = []
var truth = File.new()
var seq = 0


func _initialize():
	var options = {}
	for argument in OS.get_cmdline_args():
		if "=" in argument:
			var parts = argument.substr(2, argument.length()).split("=")
			options[parts[0]] = parts[1]
	port = int(options.get("port", port))
	truth.open(options.truth, File.WRITE)
	over_websocket = options.scenario == "websocket"
	_connect()
	if options.scenario != "enet_bytes":
		for i in values.size() * 3:
			_send(i, values[i % values.size()], false)
	for i in own_bytes.size() * 3:
		_send(i, own_bytes[i % own_bytes.size()], true)
	for i in 20:
		_poll()
	for i in [2, 1]:
		_close(peers[i])
		for turn in 20:
			_poll()
	_close(peers[0])
	truth.close()
	quit()


func _connect():
	var server = WebSocketServer.new() if over_websocket else NetworkedMultiplayerENet.new()
	_check(server.listen(port, PoolStringArray(), true) if over_websocket else server.create_server(port, 4))
	peers = [server]
	for i in 2:
		var client = WebSocketClient.new() if over_websocket else NetworkedMultiplayerENet.new()
		if over_websocket:
			_check(client.connect_to_url("ws://127.0.0.1:%d" % port, PoolStringArray(), true))
		else:
			_check(client.create_client("127.0.0.1", port))
		peers.append(client)
		while client.get_connection_status() != NetworkedMultiplayerPeer.CONNECTION_CONNECTED:
			_poll()
	for turn in 20:
		_poll()


# The sender goes round, and so do the targets: all, all but one, the server, one client (relayed by the server).
func _send(i, what, as_bytes):
	var from = peers[i % 3]
	var id = from.get_unique_id()
	var others = []
	for peer in peers:
		if peer != from:
			others.append(peer.get_unique_id())
	var target = [0, others[0], others[1], -others[1]][(i / 3) % 4]
	var mode = NetworkedMultiplayerPeer.TRANSFER_MODE_RELIABLE if over_websocket else (i / 5) % 3
	from.transfer_mode = mode
	from.set_target_peer(target)
	var bytes = what if as_bytes else var2bytes(what)
	seq += 1
	var version = Engine.get_version_info()
	var line = {
		"seq": seq, "engine": "%d.%d.%d" % [version.major, version.minor, version.patch], "kind": "packet",
		"source": id, "target": target, "mode": MODES[mode], "value": not as_bytes, "hex": bytes.hex_encode(),
		"text": "" if as_bytes else var2str(what),
	}
	truth.store_line(to_json(line))
	_check(from.put_packet(bytes) if as_bytes else from.put_var(what))
	for turn in 3:
		_poll()


func _poll():
	if OS.get_ticks_msec() > PATIENCE:
		_give_up("waited too long")
	for peer in peers:
		peer.poll()
		while peer.get_available_packet_count() > 0:
			peer.get_packet()
	OS.delay_msec(2)


func _close(peer):
	if not over_websocket:
		peer.close_connection()
	elif peer is WebSocketServer:
		peer.stop()
	else:
		peer.disconnect_from_host()


func _check(error):
	if error != OK:
		_give_up("error %d" % error)


func _give_up(why):
	printerr(why)
	truth.close()
	OS.kill(OS.get_process_id())
