#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 3.2.3-stable-1+b3 (Debian 12, godot3-server), Godot 4.6.3+ds-3 (Debian sid)
# Godot 3.2.3 and 4.6.3 connect to each other over ENet, either way: both ends emit their signals of success, for no version is compared. A
# packet of 3.2 arrives in 4.6 with eight bytes before it, the numbers of its sender and its receiver, which 4.6 does not send. 4.6's reliable
# packets are on the channel of 3.2's own messages: eight bytes with 0 and 7 are a peer 7 that has joined. Of its unreliable ones, 3.2
# cuts the first eight bytes.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
root=$work/three
in_root bookworm godot3-server 3.2.3-stable-1+b3
three=$root
root=$work/root
in_root sid godot 4.6.3+ds-3
cat > "$three/tmp/peer.gd" <<'GD'
extends SceneTree
var peer = NetworkedMultiplayerENet.new()
var role
var next = 1.0
var time = 0.0
func says(what, more = ""):
	print("3.2 ", role, ": ", what, more)
func _init():
	role = OS.get_cmdline_args()[OS.get_cmdline_args().size() - 1]
	peer.connect("connection_succeeded", self, "says", ["connection_succeeded"])
	peer.connect("peer_connected", self, "joined")
	if role == "server":
		peer.create_server(24971)
	else:
		peer.create_client("127.0.0.1", 24970)
func joined(id):
	says("peer_connected ", str(id) if id < 100 else "N")
func _idle(delta):
	time += delta
	if role == "":
		return false
	peer.poll()
	while peer.get_available_packet_count() > 0:
		says("gets ", peer.get_packet().hex_encode())
	if time > next and peer.get_connection_status() == NetworkedMultiplayerPeer.CONNECTION_CONNECTED:
		next = time + 0.5
		peer.set_target_peer(0)
		peer.put_packet(PoolByteArray([10, 11, 12]))
	if time > 8:
		role = ""
		peer.close_connection()
		quit()
	return false
GD
godot > "$work/four" <<'GD' &
extends SceneTree
func _initialize() -> void:
	await create_timer(1).timeout
	var ends := { "server": ENetMultiplayerPeer.new(), "client": ENetMultiplayerPeer.new() }
	ends.server.create_server(24970)
	ends.client.create_client("127.0.0.1", 24971)
	FileAccess.open("/tmp/ready", FileAccess.WRITE).store_string("yes")
	for title: String in ends:
		ends[title].peer_connected.connect(func(_id) -> void: print("4.6 ", title, ": peer_connected"))
	for step in 600:
		for title: String in ends:
			var peer: ENetMultiplayerPeer = ends[title]
			if peer.get_connection_status() != MultiplayerPeer.CONNECTION_DISCONNECTED:
				peer.poll()
			while peer.get_available_packet_count() > 0:
				print("4.6 ", title, ": gets ", peer.get_packet().hex_encode())
			if step % 25 == 24 and peer.get_connection_status() == MultiplayerPeer.CONNECTION_CONNECTED:
				peer.set_target_peer(0)
				peer.transfer_mode = MultiplayerPeer.TRANSFER_MODE_RELIABLE
				peer.put_packet([1, 2, 3, 4])
				peer.put_packet([0, 0, 0, 0, 7, 0, 0, 0])
				peer.transfer_mode = MultiplayerPeer.TRANSFER_MODE_UNRELIABLE
				peer.put_packet([1, 0, 0, 0, 0, 0, 0, 0, 9, 8, 7])
		await create_timer(0.02).timeout
	quit()
GD
for _ in {1..600}; do
    [ ! -s "$root/tmp/ready" ] || break
    sleep 0.1
done
for role in client server; do
    chroot "$three" timeout 60 godot3-server -s /tmp/peer.gd "$role" > "$work/$role" 2>&1 &
done
wait
# said FILE WHO: its lines once each, with errors; N is the random number of a client.
said() {
    grep -E '^(3.2|4.6) |^ERROR: poll' "$1" | sed -E "s/^ERROR/$2 ERROR/; s/gets [0-9a-f]{8}000000000a0b0c/gets NNNNNNNN000000000a0b0c/" | sort -u
}
sees "what the ends say" "\
4.6 client: gets NNNNNNNN000000000a0b0c
4.6 client: peer_connected
4.6 server: gets NNNNNNNN000000000a0b0c
4.6 server: peer_connected
3.2 client ERROR: poll: Condition \"event.packet->dataLength < 8\" is true. Continuing.
3.2 client: connection_succeeded
3.2 client: gets 090807
3.2 client: peer_connected 1
3.2 client: peer_connected 7
3.2 server ERROR: poll: Condition \"event.packet->dataLength < 8\" is true. Continuing.
3.2 server ERROR: poll: Condition \"server\" is true. Continuing.
3.2 server ERROR: poll: Condition \"source != *id\" is true. Continuing.
3.2 server: peer_connected N" "$(said "$work/four" 4.6; said "$work/client" "3.2 client"; said "$work/server" "3.2 server")"
exit "$wrong"
