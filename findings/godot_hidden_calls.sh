#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): the visibility of a MultiplayerSynchronizer holds for calls, too. rpc() of its node is not sent to a peer for
# which the node is hidden, and nothing is printed; rpc_id() prints an error and returns OK. Of two synchronizers one that is shown is
# enough. Calls of that peer still arrive.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "what the client hears of a node of the scene whose synchronizers are shown or hidden, and the server of the client" "\
both shown: [\"to all\", \"to one\"], [\"from the client\"]
one hidden: [\"to all\", \"to one\"], [\"from the client\"]
ERROR: Attempt to call an RPC to a peer that cannot see this node.
both hidden: [], [\"from the client\"]" "$(
    two_ends 24862 <<'GD' | sed '/GDScript backtrace/d; /^  *\[/d; s/ Peer ID.*//'
func play(here, there) -> void:
	var second := MultiplayerSynchronizer.new()
	second.name = "Second"
	second.replication_config = SceneReplicationConfig.new()
	there.add_child(second.duplicate())
	here.add_child(second)
	await create_timer(0.5).timeout
	for step in ["both shown", "one hidden", "both hidden"]:
		here.get_node("Sync").public_visibility = step == "both shown"
		second.public_visibility = step != "both hidden"
		await create_timer(0.2).timeout
		here.heard.clear()
		there.heard.clear()
		here.rpc("hear", "to all")
		here.rpc_id(there.multiplayer.get_unique_id(), "hear", "to one")
		there.rpc_id(1, "hear", "from the client")
		await create_timer(0.3).timeout
		print(step, ": ", there.heard, ", ", here.heard)
GD
)"
exit "$wrong"
