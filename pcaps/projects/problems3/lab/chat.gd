# SPDX-License-Identifier: MIT
extends Node


remote func hear(what):
	Truth.event("heard", {"from": multiplayer.get_rpc_sender_id(), "what": what})
