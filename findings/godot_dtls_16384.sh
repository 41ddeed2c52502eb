#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3: PacketPeerDTLS takes packets of up to 16384 bytes, the largest record. One byte more is no refused packet: put_packet() ends
# the connection at this end, later packets are ERR_UNCONFIGURED, and the other end is not told: its peer stays connected. PacketPeerUDP
# takes 65507 bytes.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
godot > "$work/all" <<'GD'
extends SceneTree
func _initialize() -> void:
	await create_timer(0.5).timeout
	var crypto := Crypto.new()
	var key := crypto.generate_rsa(2048)
	var dtls := DTLSServer.new()
	dtls.setup(TLSOptions.server(key, crypto.generate_self_signed_certificate(key, "CN=localhost")))
	var udp := UDPServer.new()
	udp.listen(24881, "127.0.0.1")
	var plain := PacketPeerUDP.new()
	plain.connect_to_host("127.0.0.1", 24881)
	var client := PacketPeerDTLS.new()
	client.connect_to_peer(plain, "localhost", TLSOptions.client_unsafe())
	var taken: Array[PacketPeerDTLS] = []
	var poll := func() -> Array:
		udp.poll()
		if client.get_status() in [PacketPeerDTLS.STATUS_HANDSHAKING, PacketPeerDTLS.STATUS_CONNECTED]: client.poll()
		if udp.is_connection_available(): taken.append(dtls.take_connection(udp.take_connection()))
		var got := []
		for peer in taken:
			if peer.get_status() in [PacketPeerDTLS.STATUS_HANDSHAKING, PacketPeerDTLS.STATUS_CONNECTED]: peer.poll()
			if peer.get_status() == PacketPeerDTLS.STATUS_CONNECTED:
				while peer.get_available_packet_count() > 0: got.append(peer.get_packet().size())
		return got
	for frame in 500:
		poll.call()
		if client.get_status() == PacketPeerDTLS.STATUS_CONNECTED and not taken.is_empty() and taken[-1].get_status() == PacketPeerDTLS.STATUS_CONNECTED: break
		await create_timer(0.02).timeout
	for size in [1000, 16384, 16385, 1000]:
		var data := PackedByteArray()
		data.resize(size)
		var result := error_string(client.put_packet(data))
		var got := []
		for frame in 20:
			await create_timer(0.02).timeout
			got += poll.call()
		print(size, ": ", result, ", arrived: ", got, "; client connected: ", client.get_status() == PacketPeerDTLS.STATUS_CONNECTED,
				", server's peer: ", taken[-1].get_status() == PacketPeerDTLS.STATUS_CONNECTED)
	quit()
GD
sees "packets of a client" "\
1000: OK, arrived: [1000]; client connected: true, server's peer: true
16384: OK, arrived: [16384]; client connected: true, server's peer: true
16385: Connection error, arrived: []; client connected: false, server's peer: true
1000: Unconfigured, arrived: []; client connected: false, server's peer: true" "$(grep '^[0-9]' "$work/all")"
exit "$wrong"
