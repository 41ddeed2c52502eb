# SPDX-License-Identifier: MIT
extends "base.gd"
@rpc("any_peer", "call_local", "unreliable_ordered", 3)
func twice() -> void: pass

@rpc
func bare() -> void: pass

@warning_ignore("unused_parameter") @rpc('authority', "call_remote", &"unreliable", 0) func words(_a: int) -> void: pass

@rpc("any_peer", "reliable") # who may
# and why
@warning_ignore("unused_parameter")
func between(a: String) -> void: pass

func replaced() -> void: pass

#@rpc func commented() -> void: pass
class Inside extends Node:
	@rpc func not_of_the_script() -> void: pass
