# SPDX-License-Identifier: MIT
@abstract
class_name OddAbstract
extends Node
@rpc("any_peer") @abstract func hit(amount: int) -> void
@abstract @rpc("any_peer") func miss(by: String) -> void
static func helper(x): return func(y): return x + y
