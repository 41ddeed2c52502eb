# SPDX-License-Identifier: MIT
extends OddAbstract
func hit(amount_done: int) -> void: pass
func miss(by_whom: String) -> void: pass
@rpc("any_peer") func aim(at: Vector2): pass
