# SPDX-License-Identifier: MIT
extends Node

var items: PackedStringArray = ["map"]


@rpc("any_peer", "call_remote", "reliable")
func put(item: String, count: int = 1) -> void:
	for each: int in count:
		items.append(item)


@rpc("any_peer")
func drop(item: String) -> void:
	items.erase(item)
