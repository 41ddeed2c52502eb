# SPDX-License-Identifier: MIT
extends Node


@rpc("any_peer", "call_remote", "reliable", 1)
func hear(what: String) -> void:
	Truth.event("heard", {"from": multiplayer.get_remote_sender_id(), "what": what})
