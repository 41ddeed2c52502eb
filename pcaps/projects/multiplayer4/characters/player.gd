# SPDX-License-Identifier: MIT
extends "res://characters/fighter.gd"
## A fighter that a person plays.

signal renamed_by_peer(title: String)

@export var title := ""

# Not a call: @rpc func never_called(x: int): pass
var note := "@rpc func nor_this(y):"


@rpc("any_peer", "call_remote", "reliable", 2)
func rename(new_title: String) -> void:
	title = new_title
	renamed_by_peer.emit(title)


## Replaces the base's method of this name, so its rights are others.
@rpc("any_peer")
func heal(amount: int = 25) -> void:
	super(amount)
