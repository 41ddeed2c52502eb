#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): ENetMultiplayerPeer sends each call in a datagram of its own, at once; it does not put those of a frame
# together. Ten calls of 6 bytes are ten datagrams, 440 bytes with the headers of IPv4 and UDP. As much through ENetPacketPeer.send() is
# one datagram of 152 bytes.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "what ENetConnection counts for ten of each in one frame" "\
calls: datagrams 10, bytes 160
ENetPacketPeer.send(): datagrams 1, bytes 124" "$(
    two_ends 24860 <<'GD'
func counted(host: ENetConnection) -> String:
	return "datagrams %d, bytes %d" % [host.pop_statistic(ENetConnection.HOST_TOTAL_SENT_PACKETS), host.pop_statistic(ENetConnection.HOST_TOTAL_SENT_DATA)]
func play(here, there) -> void:
	var peer: ENetMultiplayerPeer = here.multiplayer.multiplayer_peer
	here.hear.rpc(7)  # later calls have the node's number
	await create_timer(0.5).timeout
	counted(peer.host)
	for i in 10:
		here.hear.rpc(7)
	print("calls: ", counted(peer.host))
	await create_timer(0.5).timeout
	counted(peer.host)
	for i in 10:
		peer.get_peer(there.multiplayer.get_unique_id()).send(3, PackedByteArray([0, 0, 0, 0, 0, 0]), ENetPacketPeer.FLAG_RELIABLE)
	peer.host.flush()
	print("ENetPacketPeer.send(): ", counted(peer.host))
GD
)"
exit "$wrong"
