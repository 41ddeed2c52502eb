# SPDX-License-Identifier: MIT
extends "res://derived.gd"
## @rpc func ghost(): pass
func gamma(drei): pass
@rpc("any_peer") func Upper(u): pass
@rpc("any_peer") func _under(v): pass
@rpc("any_peer") func größe(wert): pass
