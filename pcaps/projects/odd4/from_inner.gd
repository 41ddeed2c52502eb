# SPDX-License-Identifier: MIT
extends "res://inner.gd".Inner
@rpc("any_peer") func add(extra: int): pass
