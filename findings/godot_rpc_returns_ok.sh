#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): Node.rpc() and rpc_id() return OK for calls that are not sent, with an error on the console alone: more than 255
# arguments, a peer that does not exist, or one that does not see the node. A script that repeats what returned an error repeats none of
# these. An error is returned for a method without @rpc, without a connection, and outside of the tree.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "what rpc() returns, and what the server heard" "\
sent: OK
ERROR: Too many arguments (>255).
256 arguments: OK
ERROR: Attempt to call RPC with unknown peer ID: 77.
a peer that does not exist: OK
ERROR: Attempt to call an RPC to a peer that cannot see this node.
a peer that does not see the node: OK
ERROR: Unable to get the RPC configuration for the function \"get_path\" at path: \"/root/B/T\".
no @rpc: Invalid parameter
ERROR: Condition \"!is_inside_tree()\" is true. Returning: ERR_UNCONFIGURED
outside of the tree: Unconfigured
ERROR: Trying to call an RPC via a multiplayer peer which is not connected.
closed: Connection error
heard [\"sent\"]" "$(
    two_ends 24863 <<'GD' | sed '/GDScript backtrace/d; /^  *\[/d; /^WARNING/d; s/ Peer ID.*//; s/ This happens when.*//'
func play(here, there) -> void:
	print("sent: ", error_string(there.rpc("hear", "sent")))
	await create_timer(0.3).timeout
	print("256 arguments: ", error_string(there.callv("rpc", ["hear"] + range(256))))
	print("a peer that does not exist: ", error_string(there.rpc_id(77, "hear", "sent")))
	here.get_node("Sync").public_visibility = false
	print("a peer that does not see the node: ", error_string(here.rpc_id(there.multiplayer.get_unique_id(), "hear", "sent")))
	print("no @rpc: ", error_string(there.rpc("get_path")))
	print("outside of the tree: ", error_string(Thing.new().rpc("hear", "sent")))
	await create_timer(0.3).timeout
	there.multiplayer.multiplayer_peer.close()
	print("closed: ", error_string(there.rpc("hear", "sent")))
	print("heard ", here.heard)
GD
)"
exit "$wrong"
