# SPDX-License-Identifier: MIT
extends Node
@rpc("any_peer") func fire(victim: int): pass
