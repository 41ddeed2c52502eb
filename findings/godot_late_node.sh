#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): a node that a client makes only after the server has used it stays half known for good. The client prints an
# error once; the server tells it the node's number no second time. Calls then arrive, each with the node's whole path (70 bytes instead
# of 16 for one of 50 letters), and the states of its synchronizer are not sent at all, until the server's node leaves the tree and
# enters it again.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
# The errors at the client are left out.
late() {
    two_ends "$1" | grep -v '^ERROR'
}
sees "bytes of each call, and what is heard" "\
made before the first call: bytes [169, 16, 16, 16], heard [1, 2, 3, 4]
made after the first call: bytes [169, 70, 70, 70], heard [2, 3, 4]" "$(late 24909 <<'GD'
func calls(letter: String, late: bool, server: Thing, client: Thing) -> Array:
	var caller := Thing.new()
	caller.name = letter.repeat(50)
	server.get_parent().add_child(caller)
	var hearer := Thing.new()
	hearer.name = letter.repeat(50)
	if not late:
		client.get_parent().add_child(hearer)
	var host: ENetConnection = caller.multiplayer.multiplayer_peer.host
	var bytes := []
	for number in 4:
		host.pop_statistic(ENetConnection.HOST_TOTAL_SENT_DATA)
		caller.hear.rpc(number + 1)
		bytes.append(int(host.pop_statistic(ENetConnection.HOST_TOTAL_SENT_DATA)))
		await create_timer(0.5).timeout
		if not hearer.is_inside_tree():
			client.get_parent().add_child(hearer)
	return [bytes, hearer.heard]
func play(server: Thing, client: Thing) -> void:
	print("made before the first call: bytes %s, heard %s" % await calls("a", false, server, client))
	print("made after the first call: bytes %s, heard %s" % await calls("b", true, server, client))
GD
)"
sees "the client's value, which the server sets to 1, 2 and 3" "\
the server's, before the client has the node: 1
the client's node, 1 s old: 0
4 s old: 0
the server's node entered the tree again: 3" "$(late 24910 <<'GD'
func thing_below(top: Node) -> Thing:
	var thing := Thing.new()
	thing.name = "Late"
	thing.value = 0
	var synchronizer: Node = top.get_node("T/Sync").duplicate()
	thing.add_child(synchronizer)
	top.add_child(thing)
	return thing
func play(server: Thing, client: Thing) -> void:
	var sender := thing_below(server.get_parent())
	sender.value = 1
	await create_timer(1).timeout
	print("the server's, before the client has the node: ", sender.value)
	var receiver := thing_below(client.get_parent())
	sender.value = 2
	await create_timer(1).timeout
	print("the client's node, 1 s old: ", receiver.value)
	sender.value = 3
	await create_timer(3).timeout
	print("4 s old: ", receiver.value)
	var top := sender.get_parent()
	top.remove_child(sender)
	top.add_child(sender)
	await create_timer(1).timeout
	print("the server's node entered the tree again: ", receiver.value)
GD
)"
exit "$wrong"
