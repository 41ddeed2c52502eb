# SPDX-License-Identifier: MIT
extends Node
class Inner extends Node:
	@rpc("any_peer") func open(door: int): pass
	@rpc("any_peer") func bolt(key: String): pass
	class Deep extends Inner:
		@rpc("any_peer") func dig(depth: int): pass
@rpc("any_peer") func outer_only(o): pass
@rpc("any_peer") func open(gate: int): pass
