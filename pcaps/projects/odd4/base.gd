# SPDX-License-Identifier: MIT
class_name OddBase extends Node
@rpc("any_peer") func alpha(one): pass
func beta(two): pass
@rpc("any_peer")
func zeta(z1, z2 = 5): pass
