# SPDX-License-Identifier: MIT
extends Node
@rpc("any_peer") func fire(target: int): pass
