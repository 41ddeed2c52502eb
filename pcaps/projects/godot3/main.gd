# SPDX-License-Identifier: MIT
#
# Sends every value of values.gd over one transport, both ways, and writes what it sent.
# Both ends live in this process. For Godot 3.2 to 3.6:
#
#   godot3-server --path . --script res://main.gd \
#       --scenario=udp --truth=/tmp/udp.truth.jsonl [--address=127.0.0.1] [--port=24680] [--every=1]
#
# Scenarios: udp, late_verdict_udp, object_udp, tcp, tcp_be, tcp_begun, ws.
extends SceneTree

const Truth = preload("res://truth.gd")
const Values = preload("res://values.gd")

# The longest datagram sent.
const DATAGRAM = 1400
# Nothing takes this long altogether, in milliseconds.
const PATIENCE = 60000

var address = "127.0.0.1"
var port = 24680
var values = Values.new()
var truth
var _ws_client_id = 0


func _initialize():
	var options = {}
	for argument in OS.get_cmdline_args():
		if "=" in argument:
			var parts = argument.substr(2, argument.length()).split("=")
			options[parts[0]] = parts[1]
	address = options.get("address", address)
	port = int(options.get("port", port))
	truth = Truth.new(options.truth)
	match options.scenario:
		"udp":
			_udp(_every(values.small(), int(options.get("every", 1))), true)
		"late_verdict_udp":
			_udp(values.late_verdict(), false)
		"object_udp":
			_udp(values.objects(), false)
		"tcp":
			_tcp()
		"tcp_be":
			_tcp_be()
		"tcp_begun":
			_tcp_begun()
		"ws":
			_ws()
	truth.close()
	values.free_nodes()
	quit()


# Every third message goes from the server to the client.
static func _dir(index):
	return "s2c" if index % 3 == 2 else "c2s"


# Every nth row, for captures that are about the transport.
static func _every(rows, nth):
	return rows.slice(0, rows.size() - 1, nth)


func _check(error, what):
	if error != OK:
		_give_up("%s: error %d" % [what, error])


# One turn of a loop that waits for something.
func _tick():
	if OS.get_ticks_msec() > PATIENCE:
		_give_up("waited too long")
	OS.delay_usec(100)


func _give_up(why):
	printerr(why)
	truth.close()
	OS.kill(OS.get_process_id())


# UDP: one Variant is one datagram.

func _udp(rows, and_other):
	var client = PacketPeerUDP.new()
	var server = PacketPeerUDP.new()
	_check(client.listen(port + 1, address), "listen")
	_check(server.listen(port, address), "listen")
	client.set_dest_address(address, port)
	server.set_dest_address(address, port + 1)
	for i in rows.size():
		if Truth.encode(rows[i]).size() <= DATAGRAM:
			var c2s = _dir(i) == "c2s"
			truth.value(_dir(i), "udp_var", "PacketPeerUDP.put_var", rows[i])
			_check((client if c2s else server).put_var(rows[i].value, rows[i].full), rows[i].label)
			_receive(server if c2s else client)
	if and_other:
		for bytes in [PoolByteArray([0]), "hello".to_utf8(), "LAN GAME v1 \"b\"\n".to_utf8()]:
			truth.raw("c2s", "raw", "PacketPeerUDP.put_packet", bytes)
			_check(client.put_packet(bytes), "put_packet")
			_receive(server)


func _receive(peer):
	while peer.get_available_packet_count() == 0:
		_tick()
	peer.get_packet()


# TCP: a length, then the Variant.

func _tcp_pair():
	var listener = TCP_Server.new()
	_check(listener.listen(port, address), "listen")
	var client = StreamPeerTCP.new()
	_check(client.connect_to_host(address, port), "connect")
	while not listener.is_connection_available():
		_tick()
	var server = listener.take_connection()
	while client.get_status() != StreamPeerTCP.STATUS_CONNECTED:
		_tick()
	listener.stop()
	return [client, server]


# Calls the method `how` with the sending end and `what`, while another thread takes `size` bytes
# from the far end.
func _put(ends, dir, size, how, what):
	var thread = Thread.new()
	thread.start(ends[1 if dir == "c2s" else 0], "get_data", size)
	call(how, ends[0 if dir == "c2s" else 1], what)
	_check(thread.wait_to_finish()[0], "get_data")


func _size(rows):
	var sum = 0
	for row in rows:
		sum += 4 + Truth.encode(row).size()
	return sum


func _send_vars(peer, rows):
	for row in rows:
		peer.put_var(row.value, row.full)


func _send_data(peer, bytes):
	_check(peer.put_data(bytes), "put_data")


func _send_pieces(peer, pieces):
	for piece in pieces:
		_send_data(peer, piece)
		OS.delay_usec(500)


# Many values with one call each, without a pause.
func _put_vars(ends, dir, kind, rows, conn):
	for row in rows:
		truth.value(dir, kind, "StreamPeerTCP.put_var", row, conn)
	_put(ends, dir, _size(rows), "_send_vars", rows)


# Many values in a single write.
func _put_buffer(ends, dir, kind, rows, conn):
	var buffer = StreamPeerBuffer.new()
	buffer.big_endian = ends[0].big_endian
	for row in rows:
		truth.value(dir, kind, "StreamPeerBuffer.put_var", row, conn)
		buffer.put_var(row.value, row.full)
	_put(ends, dir, buffer.get_size(), "_send_data", buffer.data_array)


# Many values as one stream cut into pieces without regard to what is in it.
func _put_pieces(ends, dir, kind, rows, piece, conn):
	var buffer = StreamPeerBuffer.new()
	buffer.big_endian = ends[0].big_endian
	for row in rows:
		truth.value(dir, kind, "StreamPeerTCP.put_data", row, conn)
		var bytes = Truth.encode(row)
		buffer.put_u32(bytes.size())
		buffer.put_data(bytes)
	var pieces = []
	for start in range(0, buffer.get_size(), piece):
		pieces.append(buffer.data_array.subarray(start, min(start + piece, buffer.get_size()) - 1))
	_put(ends, dir, buffer.get_size(), "_send_pieces", pieces)


func _set_no_delay(ends, on):
	for end in ends:
		end.set_no_delay(on)


static func _slice(rows, from, to):
	return rows.slice(from, min(to, rows.size()) - 1)


func _tcp():
	var small = values.small()
	var big = values.big(5000)
	var ends = _tcp_pair()

	# One at a time.
	_set_no_delay(ends, true)
	for i in range(0, small.size(), 2):
		_put_vars(ends, _dir(i), "tcp_var", [small[i]], 0)

	# Several at a time: as the system packs them, and several for certain in one segment.
	_set_no_delay(ends, false)
	for i in small.size() / 20 + 1:
		var some = _slice(small, i * 20, i * 20 + 20)
		if i % 2 == 0:
			_put_vars(ends, _dir(i), "tcp_var", some, 0)
		else:
			_put_buffer(ends, _dir(i), "tcp_var", some, 0)

	# In pieces: within a length, within a value, across values.
	_set_no_delay(ends, true)
	_put_pieces(ends, "c2s", "tcp_var", _slice(small, 0, 12), 1, 0)
	_put_pieces(ends, "s2c", "tcp_var", _slice(small, 90, 130), 7, 0)
	_put_pieces(ends, "c2s", "tcp_var", _slice(small, 130, 220), 536, 0)
	_put_pieces(ends, "s2c", "tcp_var", [big[0], small[0], big[2], small[40]], 1448, 0)

	# Many segments for one value.
	for i in big.size():
		_put_vars(ends, _dir(i), "tcp_var", [big[i]], 0)
	_put_vars(ends, "c2s", "tcp_var", [small[4], values.huge(100000), small[5]], 0)
	_close(ends)

	# Another connection, with the length written by PacketPeerStream.
	ends = _tcp_pair()
	_set_no_delay(ends, true)
	var packets = []
	for end in ends:
		var packet = PacketPeerStream.new()
		packet.set_output_buffer_max_size(1 << 17)
		packet.stream_peer = end
		packets.append(packet)
	var rows = _every(small, 3) + big.slice(0, 2)
	for i in rows.size():
		truth.value(_dir(i), "tcp_var", "PacketPeerStream.put_var", rows[i], 1)
		_put(ends, _dir(i), _size([rows[i]]), "_send_packet", [packets[0 if _dir(i) == "c2s" else 1], rows[i]])
	_close(ends)


func _send_packet(_peer, packet_and_row):
	_check(packet_and_row[0].put_var(packet_and_row[1].value, packet_and_row[1].full), "put_var")


# The length is big-endian, the Variant stays as it is.
func _tcp_be():
	var small = values.small()
	var big = values.big(2000)
	var ends = _tcp_pair()
	_set_no_delay(ends, true)
	for end in ends:
		end.big_endian = true
	for i in range(0, small.size(), 2):
		_put_vars(ends, _dir(i), "tcp_var_be", [small[i]], 0)
	for start in range(0, small.size(), 60):
		_put_buffer(ends, _dir(start / 60), "tcp_var_be", _slice(small, start, start + 20), 0)
	_put_pieces(ends, "c2s", "tcp_var_be", _slice(small, 0, 8), 1, 0)
	_put_pieces(ends, "s2c", "tcp_var_be", _slice(small, 90, 130), 7, 0)
	_put_pieces(ends, "c2s", "tcp_var_be", [big[3], small[0], big[1]], 1448, 0)
	for i in range(0, big.size(), 4):
		_put_vars(ends, _dir(i), "tcp_var_be", [big[i]], 0)
	_close(ends)


# Connections whose first segments end inside of values, and prove nothing.
func _tcp_begun():
	var rows = values.late_verdict()
	for conn in 4:
		var ends = _tcp_pair()
		_set_no_delay(ends, true)
		match conn:
			0:
				var packet = PacketPeerStream.new()
				packet.set_output_buffer_max_size(1 << 17)
				packet.stream_peer = ends[0]
				for row in [values.huge(20000)] + rows:
					truth.value("c2s", "tcp_var", "PacketPeerStream.put_var", row, conn)
					_put(ends, "c2s", _size([row]), "_send_packet", [packet, row])
			1:
				_put_pieces(ends, "c2s", "tcp_var", rows, 6, conn)
				_put_pieces(ends, "s2c", "tcp_var", rows, 100, conn)
			2:
				_put_vars(ends, "s2c", "tcp_var", [values.huge(6000)] + rows, conn)
				_put_vars(ends, "c2s", "tcp_var", rows, conn)
			3:
				for end in ends:
					end.big_endian = true
				_put_pieces(ends, "c2s", "tcp_var_be", rows, 10, conn)
		_close(ends)


func _close(ends):
	for end in ends:
		end.disconnect_from_host()


# WebSocket: one Variant is one binary message.

func _ws():
	var listener = WebSocketServer.new()
	var connection = WebSocketClient.new()
	listener.set_buffers(512, 1024, 512, 1024)
	connection.set_buffers(512, 1024, 512, 1024)
	listener.connect("client_connected", self, "_on_ws_client_connected")
	_check(listener.listen(port), "listen")
	_check(connection.connect_to_url("ws://%s:%d/game" % [address, port]), "connect_to_url")
	while _ws_client_id == 0 or connection.get_connection_status() != WebSocketClient.CONNECTION_CONNECTED:
		connection.poll()
		listener.poll()
		_tick()
	var client = connection.get_peer(1)
	var server = listener.get_peer(_ws_client_id)
	for peer in [client, server]:
		peer.set_write_mode(WebSocketPeer.WRITE_MODE_BINARY)

	var rows = values.small() + values.big(1500)
	rows.append(values.huge(70000))
	for i in rows.size():
		var c2s = _dir(i) == "c2s"
		var sender = client if c2s else server
		if i % 5 == 4:
			truth.value(_dir(i), "ws_var", "WebSocketPeer.put_packet", rows[i])
			_check(sender.put_packet(Truth.encode(rows[i])), rows[i].label)
		else:
			truth.value(_dir(i), "ws_var", "WebSocketPeer.put_var", rows[i])
			_check(sender.put_var(rows[i].value, rows[i].full), rows[i].label)
		_exchange(connection, listener, server if c2s else client)

	for bytes in [PoolByteArray([255]), "not a Variant".to_utf8()]:
		truth.raw("c2s", "raw", "WebSocketPeer.put_packet", bytes)
		_check(client.put_packet(bytes), "put_packet")
		_exchange(connection, listener, server)
	for peer in [client, server]:
		peer.set_write_mode(WebSocketPeer.WRITE_MODE_TEXT)
	for text in ["hello text", "{\"json\": [1, true]}", "日本語", "a"]:
		truth.raw("c2s", "ws_text", "WebSocketPeer.put_packet", text.to_utf8())
		_check(client.put_packet(text.to_utf8()), "put_packet")
		_exchange(connection, listener, server)
		truth.raw("s2c", "ws_text", "WebSocketPeer.put_packet", text.to_utf8())
		_check(server.put_packet(text.to_utf8()), "put_packet")
		_exchange(connection, listener, client)

	connection.disconnect_from_host()
	for turn in 100:
		connection.poll()
		listener.poll()
		_tick()
	listener.stop()


func _on_ws_client_connected(id, _protocol):
	_ws_client_id = id


func _exchange(connection, listener, receiver):
	while receiver.get_available_packet_count() == 0:
		connection.poll()
		listener.poll()
		_tick()
	receiver.get_packet()
