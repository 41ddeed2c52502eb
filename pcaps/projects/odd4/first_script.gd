# SPDX-License-Identifier: MIT
extends Node
@rpc("any_peer") func a_first(w): pass
@rpc("any_peer") func b_first(w2): pass
