# SPDX-License-Identifier: MIT
extends Node
@rpc("any_peer") func bullet_fly(speed: float): pass
