# SPDX-License-Identifier: MIT
extends Node
@rpc("any_peer") func a_second(v): pass
@rpc("any_peer") func b_second(v2): pass
