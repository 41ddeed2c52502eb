# SPDX-License-Identifier: MIT
extends Node
@rpc("any_peer", "unreliable") func twice() -> void: pass
@rpc func of_base() -> void: pass
@rpc("any_peer") func replaced() -> void: pass
