#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): a reliable call just before ENetMultiplayerPeer.close() is not sent. One frame later it is.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "what the server heard of a client that closes in the same frame, and a frame later" "\
at once []
a frame later [\"last\"]" "$(
    two_ends 24787 <<'GD'
func play(here, there) -> void:
	there.hear.rpc_id(1, "last")
	there.multiplayer.multiplayer_peer.close()
	await create_timer(0.5).timeout
	print("at once ", here.heard)
GD
    two_ends 24788 <<'GD'
func play(here, there) -> void:
	there.hear.rpc_id(1, "last")
	await process_frame
	await process_frame
	there.multiplayer.multiplayer_peer.close()
	await create_timer(0.5).timeout
	print("a frame later ", here.heard)
GD
)"
exit "$wrong"
