# SPDX-License-Identifier: MIT
extends Node
@rpc("any_peer") func foe_hit(power: int): pass
