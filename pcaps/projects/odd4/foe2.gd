# SPDX-License-Identifier: MIT
extends "res://foe.gd"
@rpc("any_peer") func foe_hit(strength: int): pass
