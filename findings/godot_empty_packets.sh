#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): put_packet() of no bytes returns OK and sends nothing, over PacketPeerUDP, where an empty datagram keeps a hole
# open, PacketPeerStream, ENetMultiplayerPeer and WebSocketMultiplayerPeer. Only WebSocketPeer.send() sends an empty message. An empty
# datagram of another program is received as a packet of no bytes.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
cat > "$work/sender.py" <<'PY'
import socket, time

sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
for _ in range(600):
    for datagram in (b"a", b"", b"bb"):
        sender.sendto(datagram, ("127.0.0.1", 24852))
    time.sleep(0.2)
PY
python3 "$work/sender.py" &
sender=$!
arrived=$(godot <<'GD' | grep -E '^[A-Z][A-Za-z ]+: '
extends SceneTree
func sizes(receiver: PacketPeer, polled: Array) -> Array:
	var found := []
	for i in 30:
		for each: Object in polled: each.poll()
		while receiver.get_available_packet_count() > 0: found.append(receiver.get_packet().size())
		await process_frame
	return found
func sent(sender: PacketPeer) -> Array:
	return range(3).map(func(size: int) -> int:
		var packet := PackedByteArray()
		packet.resize([1, 0, 2][size])
		return sender.put_packet(packet))
func listening(port: int) -> TCPServer:
	var listener := TCPServer.new()
	listener.listen(port)
	return listener
func play_stream() -> void:
	var listener := listening(24848)
	var near := StreamPeerTCP.new()
	near.connect_to_host("127.0.0.1", 24848)
	while not listener.is_connection_available(): await process_frame
	var sender := PacketPeerStream.new()
	sender.stream_peer = near
	var receiver := PacketPeerStream.new()
	receiver.stream_peer = listener.take_connection()
	near.poll()
	print("PacketPeerStream: returned ", sent(sender), ", arrived ", await sizes(receiver, []))
func play_udp() -> void:
	var receiver := PacketPeerUDP.new()
	receiver.bind(24849)
	var sender := PacketPeerUDP.new()
	sender.connect_to_host("127.0.0.1", 24849)
	print("PacketPeerUDP: returned ", sent(sender), ", arrived ", await sizes(receiver, []))
func play_websocket() -> void:
	var listener := listening(24850)
	var sender := WebSocketPeer.new()
	sender.connect_to_url("ws://127.0.0.1:24850")
	while not listener.is_connection_available():
		sender.poll()
		await process_frame
	var receiver := WebSocketPeer.new()
	receiver.accept_stream(listener.take_connection())
	while sender.get_ready_state() != WebSocketPeer.STATE_OPEN:
		sender.poll()
		receiver.poll()
		await process_frame
	var returned := [sender.send([1]), sender.send([]), sender.send([1, 1])]
	print("WebSocketPeer: returned ", returned, ", arrived ", await sizes(receiver, [sender, receiver]))
func play_multiplayer(server: MultiplayerPeer, client: MultiplayerPeer, address: Array) -> void:
	server.create_server(24851)
	client.callv("create_client", address)
	while client.get_connection_status() != MultiplayerPeer.CONNECTION_CONNECTED:
		server.poll()
		client.poll()
		await process_frame
	client.set_target_peer(1)
	print(client.get_class(), ": returned ", sent(client), ", arrived ", await sizes(server, [client, server]))
func play_foreign() -> void:
	var receiver := PacketPeerUDP.new()
	receiver.bind(24852)
	await create_timer(2).timeout
	var found := (await sizes(receiver, [])).slice(0, 6)
	print("Of another program: ", found.slice(found.find(1)).slice(0, 3))
func _initialize() -> void:
	await play_stream()
	await play_udp()
	await play_websocket()
	await play_multiplayer(ENetMultiplayerPeer.new(), ENetMultiplayerPeer.new(), ["127.0.0.1", 24851])
	await play_multiplayer(WebSocketMultiplayerPeer.new(), WebSocketMultiplayerPeer.new(), ["ws://127.0.0.1:24851"])
	await play_foreign()
	quit()
GD
) || true
kill "$sender"
sees "packets of 1, 0 and 2 bytes" "\
PacketPeerStream: returned [0, 0, 0], arrived [1, 2]
PacketPeerUDP: returned [0, 0, 0], arrived [1, 2]
WebSocketPeer: returned [0, 0, 0], arrived [1, 0, 2]
ENetMultiplayerPeer: returned [0, 0, 0], arrived [1, 2]
WebSocketMultiplayerPeer: returned [0, 0, 0], arrived [1, 2]
Of another program: [1, 0, 2]" "$arrived"
exit "$wrong"
