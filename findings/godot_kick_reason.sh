#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): a reliable call just before disconnect_peer(), such as the reason for a kick, leaves at once, and the client's
# method is not called: if a client finds the call and the end of the connection in one poll, it drops the call. A pause before
# disconnect_peer() helps only if the client polls in it. With ENetPacketPeer.peer_disconnect_later() the call is made.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "what the client hears of a call before it is disconnected" "\
disconnect_peer(): 30 bytes leave at once, the client hears [], and is gone
0.2 s later: 30 bytes leave at once, the client hears [\"kicked\"], and is gone
0.2 s later, in which nobody polls: 30 bytes leave at once, the client hears [], and is gone
peer_disconnect_later(): 30 bytes leave at once, the client hears [\"kicked\"], and is gone
peer_disconnect_later(), nobody polls: 30 bytes leave at once, the client hears [\"kicked\"], and is gone" "$(two_ends 24903 <<'GD'
func kick(how: String, port: int) -> void:
	var server := ENetMultiplayerPeer.new()
	var client := ENetMultiplayerPeer.new()
	server.create_server(port)
	client.create_client("127.0.0.1", port)
	var caller := end_of("S%d" % port, server)
	var hearer := end_of("C%d" % port, client)
	await create_timer(1).timeout
	var id := client.get_unique_id()
	caller.hear.rpc("hello")
	await create_timer(0.5).timeout
	hearer.heard.clear()
	server.host.pop_statistic(ENetConnection.HOST_TOTAL_SENT_DATA)
	multiplayer_poll = "nobody" not in how
	caller.hear.rpc_id(id, "kicked")
	var sent := int(server.host.pop_statistic(ENetConnection.HOST_TOTAL_SENT_DATA))
	if "0.2" in how:
		await create_timer(0.2).timeout
	if "later()" in how:
		server.get_peer(id).peer_disconnect_later()
	else:
		server.disconnect_peer(id)
	await create_timer(0.1).timeout
	multiplayer_poll = true
	await create_timer(1).timeout
	var gone := client.get_connection_status() == MultiplayerPeer.CONNECTION_DISCONNECTED
	print(how, ": ", sent, " bytes leave at once, the client hears ", hearer.heard, ", and is ", "gone" if gone else "there")
func play(_server: Thing, _client: Thing) -> void:
	await kick("disconnect_peer()", 24904)
	await kick("0.2 s later", 24905)
	await kick("0.2 s later, in which nobody polls", 24906)
	await kick("peer_disconnect_later()", 24907)
	await kick("peer_disconnect_later(), nobody polls", 24908)
GD
)"
exit "$wrong"
