# SPDX-License-Identifier: MIT
extends Node2D


@rpc("any_peer", "call_remote", "unreliable")
func blur(_pixels: PackedByteArray) -> void:
	pass
