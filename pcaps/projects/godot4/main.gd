# SPDX-License-Identifier: MIT
#
# Sends every value of values.gd over one transport, both ways, and writes what it sent.
# Both ends live in this process, except that TLS and DTLS expect an echoing server.
#
#   godot --headless --path . --script res://main.gd -- \
#       --scenario=udp --truth=/tmp/udp.truth.jsonl [--address=127.0.0.1] [--port=24680] [--every=1]
#
# Scenarios: udp, scalars_udp, floats_udp, arena_udp, object_udp, tcp, tcp_be, tcp_begun, ws, tls, dtls.
extends SceneTree

const Truth := preload("res://truth.gd")
const Values := preload("res://values.gd")

## The longest datagram sent.
const DATAGRAM := 1400
## Nothing takes this long, in milliseconds.
const PATIENCE := 10000

var address := "127.0.0.1"
var port := 24680
var values := Values.new()
var truth: Truth


func _initialize() -> void:
	var options := {}
	for argument: String in OS.get_cmdline_user_args():
		var parts := argument.trim_prefix("--").split("=")
		options[parts[0]] = parts[1]
	address = options.get("address", address)
	port = int(options.get("port", port))
	truth = Truth.new(options.truth)
	match options.scenario:
		"udp":
			_udp(_every(values.small(), int(options.get("every", 1))), true)
		"scalars_udp":
			_udp(values.game(), false)
		"floats_udp":
			_udp(values.floats(), false)
		"arena_udp":
			_udp(values.arena(), false)
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
		"tls":
			_tls()
		"dtls":
			_dtls()
	truth.close()
	values.free_nodes()
	quit()


## Every third message goes from the server to the client.
static func _dir(index: int) -> String:
	return "s2c" if index % 3 == 2 else "c2s"


## Every nth row, for captures that are about the transport.
static func _every(rows: Array[Dictionary], nth: int) -> Array[Dictionary]:
	return rows.slice(0, rows.size(), nth)


func _check(error: Error, what: String) -> void:
	if error != OK:
		_give_up("%s: %s" % [what, error_string(error)])


func _wait(what: String, done: Callable) -> void:
	var begin := Time.get_ticks_msec()
	while not done.call():
		if Time.get_ticks_msec() - begin > PATIENCE:
			_give_up("waited too long for " + what)
		OS.delay_usec(100)


func _give_up(why: String) -> void:
	printerr(why)
	truth.close()
	OS.kill(OS.get_process_id())


# UDP: one Variant is one datagram.

func _udp(rows: Array[Dictionary], and_other: bool) -> void:
	var client := PacketPeerUDP.new()
	var server := PacketPeerUDP.new()
	_check(client.bind(port + 1, address), "bind")
	_check(server.bind(port, address), "bind")
	client.set_dest_address(address, port)
	server.set_dest_address(address, port + 1)
	for i: int in rows.size():
		if Truth.encode(rows[i]).size() <= DATAGRAM:
			var c2s := _dir(i) == "c2s"
			truth.value(_dir(i), "udp_var", "PacketPeerUDP.put_var", rows[i])
			_check((client if c2s else server).put_var(rows[i].value, rows[i].full), rows[i].label)
			_receive(server if c2s else client)
	if and_other:
		for bytes: PackedByteArray in [PackedByteArray([0]), "hello".to_utf8_buffer(), "LAN GAME v1 \"b\"\n".to_utf8_buffer()]:
			truth.raw("c2s", "raw", "PacketPeerUDP.put_packet", bytes)
			_check(client.put_packet(bytes), "put_packet")
			_receive(server)


func _receive(peer: PacketPeer) -> void:
	_wait("a packet", func() -> bool: return peer.get_available_packet_count() > 0)
	peer.get_packet()


# TCP: a length, then the Variant.

func _tcp_pair() -> Array[StreamPeerTCP]:
	var listener := TCPServer.new()
	_check(listener.listen(port, address), "listen")
	var client := StreamPeerTCP.new()
	_check(client.connect_to_host(address, port), "connect")
	_wait("a connection", listener.is_connection_available)
	var server := listener.take_connection()
	_wait("the connection", func() -> bool: return client.poll() == OK and client.get_status() == StreamPeerTCP.STATUS_CONNECTED)
	listener.stop()
	return [client, server]


## Calls `put`, which sends `size` bytes, while another thread takes them from the far end.
func _put(ends: Array[StreamPeerTCP], dir: String, size: int, put: Callable) -> void:
	var thread := Thread.new()
	thread.start(ends[1 if dir == "c2s" else 0].get_data.bind(size))
	put.call(ends[0 if dir == "c2s" else 1])
	_check(thread.wait_to_finish()[0], "get_data")


func _size(rows: Array[Dictionary]) -> int:
	return rows.reduce(func(sum: int, row: Dictionary) -> int: return sum + 4 + Truth.encode(row).size(), 0)


## Many values with one call each, without a pause.
func _put_vars(ends: Array[StreamPeerTCP], dir: String, kind: String, rows: Array[Dictionary], conn: int) -> void:
	for row: Dictionary in rows:
		truth.value(dir, kind, "StreamPeerTCP.put_var", row, conn)
	_put(ends, dir, _size(rows), func(peer: StreamPeer) -> void:
		for row: Dictionary in rows:
			peer.put_var(row.value, row.full))


## Many values in a single write.
func _put_buffer(ends: Array[StreamPeerTCP], dir: String, kind: String, rows: Array[Dictionary], conn: int) -> void:
	var buffer := StreamPeerBuffer.new()
	buffer.big_endian = ends[0].big_endian
	for row: Dictionary in rows:
		truth.value(dir, kind, "StreamPeerBuffer.put_var", row, conn)
		buffer.put_var(row.value, row.full)
	_put(ends, dir, buffer.get_size(), func(peer: StreamPeer) -> void: _check(peer.put_data(buffer.data_array), "put_data"))


## Many values as one stream cut into pieces without regard to what is in it.
func _put_pieces(ends: Array[StreamPeerTCP], dir: String, kind: String, rows: Array[Dictionary], piece: int, conn: int) -> void:
	var buffer := StreamPeerBuffer.new()
	buffer.big_endian = ends[0].big_endian
	for row: Dictionary in rows:
		truth.value(dir, kind, "StreamPeerTCP.put_data", row, conn)
		var bytes := Truth.encode(row)
		buffer.put_u32(bytes.size())
		buffer.put_data(bytes)
	_put(ends, dir, buffer.get_size(), func(peer: StreamPeer) -> void:
		for start: int in range(0, buffer.get_size(), piece):
			_check(peer.put_data(buffer.data_array.slice(start, start + piece)), "put_data")
			OS.delay_usec(500))


func _set_no_delay(ends: Array[StreamPeerTCP], on: bool) -> void:
	for end: StreamPeerTCP in ends:
		end.set_no_delay(on)


func _tcp() -> void:
	var small := values.small()
	var big := values.big(5000)
	var ends := _tcp_pair()

	# One at a time.
	_set_no_delay(ends, true)
	for i: int in range(0, small.size(), 2):
		_put_vars(ends, _dir(i), "tcp_var", [small[i]], 0)

	# Several at a time: as the system packs them, and several for certain in one segment.
	_set_no_delay(ends, false)
	for i: int in small.size() / 20 + 1:
		var some := small.slice(i * 20, i * 20 + 20)
		if i % 2 == 0:
			_put_vars(ends, _dir(i), "tcp_var", some, 0)
		else:
			_put_buffer(ends, _dir(i), "tcp_var", some, 0)

	# In pieces: within a length, within a value, across values.
	_set_no_delay(ends, true)
	_put_pieces(ends, "c2s", "tcp_var", small.slice(0, 12), 1, 0)
	_put_pieces(ends, "s2c", "tcp_var", small.slice(90, 130), 7, 0)
	_put_pieces(ends, "c2s", "tcp_var", small.slice(130, 240), 536, 0)
	_put_pieces(ends, "s2c", "tcp_var", [big[0], small[0], big[3], small[40]], 1448, 0)

	# Many segments for one value.
	for i: int in big.size():
		_put_vars(ends, _dir(i), "tcp_var", [big[i]], 0)
	_put_vars(ends, "c2s", "tcp_var", [small[4], values.huge(250000), small[5]], 0)
	_close(ends)

	# Another connection, with the length written by PacketPeerStream.
	ends = _tcp_pair()
	_set_no_delay(ends, true)
	var packets: Array[PacketPeerStream] = []
	for end: StreamPeerTCP in ends:
		packets.append(PacketPeerStream.new())
		packets[-1].output_buffer_max_size = 1 << 17
		packets[-1].stream_peer = end
	var rows := _every(small, 3) + big.slice(0, 3)
	for i: int in rows.size():
		truth.value(_dir(i), "tcp_var", "PacketPeerStream.put_var", rows[i], 1)
		_put(ends, _dir(i), _size([rows[i]]), func(_peer: StreamPeer) -> void:
			_check(packets[0 if _dir(i) == "c2s" else 1].put_var(rows[i].value, rows[i].full), "put_var"))
	_close(ends)


## The length is big-endian, the Variant stays as it is.
func _tcp_be() -> void:
	var small := values.small()
	var big := values.big(5000)
	var ends := _tcp_pair()
	_set_no_delay(ends, true)
	for end: StreamPeerTCP in ends:
		end.big_endian = true
	for i: int in range(0, small.size(), 2):
		_put_vars(ends, _dir(i), "tcp_var_be", [small[i]], 0)
	for start: int in range(0, small.size(), 60):
		_put_buffer(ends, _dir(start / 60), "tcp_var_be", small.slice(start, start + 20), 0)
	_put_pieces(ends, "c2s", "tcp_var_be", small.slice(0, 8), 1, 0)
	_put_pieces(ends, "s2c", "tcp_var_be", small.slice(90, 130), 7, 0)
	_put_pieces(ends, "c2s", "tcp_var_be", [big[3], small[0], big[1]], 1448, 0)
	for i: int in range(0, big.size(), 4):
		_put_vars(ends, _dir(i), "tcp_var_be", [big[i]], 0)
	_close(ends)


## Connections whose first segments end inside of values, and prove nothing.
func _tcp_begun() -> void:
	var game := values.game()
	var last := game.slice(game.size() - 4)
	var first := game.slice(0, 9)
	var bytes: Array[Dictionary] = [values.huge(20000)]
	for conn: int in 6:
		var ends := _tcp_pair()
		_set_no_delay(ends, true)
		match conn:
			0:
				var packets := PacketPeerStream.new()
				packets.output_buffer_max_size = 1 << 17
				packets.stream_peer = ends[0]
				for row: Dictionary in bytes + first + last:
					truth.value("c2s", "tcp_var", "PacketPeerStream.put_var", row, conn)
					_put(ends, "c2s", _size([row]), func(_peer: StreamPeer) -> void: _check(packets.put_var(row.value, row.full), "put_var"))
			1:
				_put_pieces(ends, "c2s", "tcp_var", first + last, 6, conn)
				_put_pieces(ends, "s2c", "tcp_var", first + last, 100, conn)
			2:
				_put_vars(ends, "s2c", "tcp_var", bytes + first, conn)
				_put_vars(ends, "c2s", "tcp_var", first + last, conn)
			3:
				_put_pieces(ends, "c2s", "tcp_var", first + last, 1, conn)
			4:
				_put_vars(ends, "c2s", "tcp_var", values.big(3000).slice(3, 4) + first + last, conn)
			5:
				for end: StreamPeerTCP in ends:
					end.big_endian = true
				_put_pieces(ends, "c2s", "tcp_var_be", first + last, 10, conn)
		_close(ends)


func _close(ends: Array[StreamPeerTCP]) -> void:
	for end: StreamPeerTCP in ends:
		end.disconnect_from_host()


# WebSocket: one Variant is one binary message.

func _ws() -> void:
	var listener := TCPServer.new()
	_check(listener.listen(port, address), "listen")
	var client := WebSocketPeer.new()
	var server := WebSocketPeer.new()
	for peer: WebSocketPeer in [client, server]:
		peer.inbound_buffer_size = 1 << 19
		peer.outbound_buffer_size = 1 << 19
	_check(client.connect_to_url("ws://%s:%d/game" % [address, port]), "connect_to_url")
	_wait("the handshake", func() -> bool:
		client.poll()
		if listener.is_connection_available():
			_check(server.accept_stream(listener.take_connection()), "accept_stream")
		server.poll()
		return client.get_ready_state() == WebSocketPeer.STATE_OPEN and server.get_ready_state() == WebSocketPeer.STATE_OPEN)

	var rows := values.small() + values.big(1500)
	rows.append(values.huge(70000))
	for i: int in rows.size():
		var row := rows[i]
		var sender := client if _dir(i) == "c2s" else server
		if i % 5 == 4:
			truth.value(_dir(i), "ws_var", "WebSocketPeer.send", row)
			_check(sender.send(Truth.encode(row)), row.label)
		else:
			truth.value(_dir(i), "ws_var", "WebSocketPeer.put_var", row)
			_check(sender.put_var(row.value, row.full), row.label)
		_exchange(sender, server if sender == client else client)

	for text: String in ["hello text", "{\"json\": [1, true]}", "日本語", "a"]:
		for dir: String in ["c2s", "s2c"]:
			var sender := client if dir == "c2s" else server
			truth.raw(dir, "ws_text", "WebSocketPeer.send_text", text.to_utf8_buffer())
			_check(sender.send_text(text), "send_text")
			_exchange(sender, server if sender == client else client)
	for bytes: PackedByteArray in [PackedByteArray([255]), "not a Variant".to_utf8_buffer()]:
		truth.raw("c2s", "raw", "WebSocketPeer.put_packet", bytes)
		_check(client.put_packet(bytes), "put_packet")
		_exchange(client, server)

	client.close()
	_wait("the end", func() -> bool:
		client.poll()
		server.poll()
		return client.get_ready_state() == WebSocketPeer.STATE_CLOSED and server.get_ready_state() == WebSocketPeer.STATE_CLOSED)


func _exchange(sender: WebSocketPeer, receiver: WebSocketPeer) -> void:
	_wait("a message", func() -> bool:
		sender.poll()
		receiver.poll()
		return receiver.get_available_packet_count() > 0)
	receiver.get_packet()


# TLS and DTLS: the server sends everything back as it came.

func _tls() -> void:
	var stream := StreamPeerTCP.new()
	_check(stream.connect_to_host(address, port), "connect")
	_wait("the connection", func() -> bool: return stream.poll() == OK and stream.get_status() == StreamPeerTCP.STATUS_CONNECTED)
	stream.set_no_delay(true)
	var tls := StreamPeerTLS.new()
	_check(tls.connect_to_stream(stream, "localhost", TLSOptions.client_unsafe()), "connect_to_stream")
	_wait("the handshake", func() -> bool:
		tls.poll()
		return tls.get_status() == StreamPeerTLS.STATUS_CONNECTED)

	for row: Dictionary in _every(values.small(), 4):
		_put_tls(tls, [row], false)
	var rows := _every(values.small(), 5)
	for start: int in range(0, rows.size(), 20):
		_put_tls(tls, rows.slice(start, start + 20), true)
	for row: Dictionary in _every(values.big(5000), 4):
		_put_tls(tls, [row], false)
	tls.disconnect_from_stream()
	stream.disconnect_from_host()


## Through a buffer several values share a TLS record; without, the length has one of its own.
func _put_tls(tls: StreamPeerTLS, rows: Array[Dictionary], buffered: bool) -> void:
	var api := "StreamPeerBuffer.put_var" if buffered else "StreamPeerTLS.put_var"
	var buffer := StreamPeerBuffer.new()
	for row: Dictionary in rows:
		truth.value("c2s", "tls_var", api, row, 0)
		(buffer if buffered else tls).put_var(row.value, row.full)
	if buffered:
		_check(tls.put_data(buffer.data_array), "put_data")
	_check(tls.get_data(_size(rows))[0], "get_data")
	for row: Dictionary in rows:
		truth.value("s2c", "tls_var", "echo", row, 0)


func _dtls() -> void:
	var udp := PacketPeerUDP.new()
	_check(udp.connect_to_host(address, port), "connect_to_host")
	var dtls := PacketPeerDTLS.new()
	_check(dtls.connect_to_peer(udp, "localhost", TLSOptions.client_unsafe()), "connect_to_peer")
	_wait("the handshake", func() -> bool:
		dtls.poll()
		return dtls.get_status() == PacketPeerDTLS.STATUS_CONNECTED)
	for row: Dictionary in _every(values.small(), 3):
		if Truth.encode(row).size() <= DATAGRAM - 100:
			truth.value("c2s", "dtls_var", "PacketPeerDTLS.put_var", row)
			_check(dtls.put_var(row.value, row.full), row.label)
			_wait("the echo", func() -> bool:
				dtls.poll()
				return dtls.get_available_packet_count() > 0)
			dtls.get_packet()
			truth.value("s2c", "dtls_var", "echo", row)
	dtls.disconnect_from_peer()
