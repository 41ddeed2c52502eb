# SPDX-License-Identifier: MIT
extends SceneTree
## What the mirror costs: microseconds for a packet that goes out and one that comes in, beside the peer alone.
##   godot --headless --path addon --script res://tests/cost.gd

const FakePeer := preload("fake_peer.gd")
const Hub := preload("../addons/godot_wireshark/hub.gd")
const MirrorPeer := preload("../addons/godot_wireshark/mirror_peer.gd")
const Settings := preload("../addons/godot_wireshark/settings.gd")

const ROUNDS := 40
const PACKETS := 500


func _initialize() -> void:
	var packet := PackedByteArray()
	packet.resize(100)
	var bare := ENetMultiplayerPeer.new()
	bare.create_server(24699)
	bare.set_target_peer(MultiplayerPeer.TARGET_PEER_BROADCAST)
	for kind: String in ["nobody listens", "live", "record"]:
		var settings := Settings.new()
		settings.live = kind != "record"
		settings.record = kind == "record"
		settings.port = 1
		settings.folder = "user://cost"
		settings.file_bytes = 1 << 26
		var hub := Hub.new(settings)
		if kind == "live":
			# The queue of a listener that keeps up: emptied after each round.
			hub._outlets[0].is_open = true
			hub.is_wanted = true
		var wrapped := MirrorPeer.new(bare, hub)
		wrapped.set_target_peer(MultiplayerPeer.TARGET_PEER_BROADCAST)
		hub.has_pending = false
		var alone := INF
		var mirrored := INF
		for round_number: int in ROUNDS:
			alone = minf(alone, _send(bare, packet))
			mirrored = minf(mirrored, _send(wrapped, packet))
			if kind == "live":
				hub._outlets[0]._chunks.clear()
				hub._outlets[0]._queued = 0
		print("%s: out %.2f us alone, %.2f us mirrored: %.2f us more" % [kind, alone, mirrored, mirrored - alone])
		var fake := FakePeer.new()
		var wrapped_fake := MirrorPeer.new(fake, hub)
		hub.has_pending = false
		alone = INF
		mirrored = INF
		for round_number: int in ROUNDS:
			alone = minf(alone, _receive(fake, fake, packet))
			mirrored = minf(mirrored, _receive(wrapped_fake, fake, packet))
			if kind == "live":
				hub._outlets[0]._chunks.clear()
				hub._outlets[0]._queued = 0
		print("%s: in %.2f us more" % [kind, mirrored - alone])
		hub.close()
	quit()


## Microseconds for a packet. ENet has no peers here: what it costs to queue one is not the mirror's.
func _send(peer: MultiplayerPeer, packet: PackedByteArray) -> float:
	var begin := Time.get_ticks_usec()
	for each: int in PACKETS:
		peer.put_packet(packet)
	return (Time.get_ticks_usec() - begin) / float(PACKETS)


func _receive(peer: MultiplayerPeer, fake: FakePeer, packet: PackedByteArray) -> float:
	for each: int in PACKETS:
		fake.incoming.append([2, 0, 2, packet])
	var begin := Time.get_ticks_usec()
	for each: int in PACKETS:
		peer.get_packet_peer()
		peer.get_packet_channel()
		peer.get_packet_mode()
		peer.get_packet()
	return (Time.get_ticks_usec() - begin) / float(PACKETS)
