# SPDX-License-Identifier: MIT
extends Node2D
@rpc("any_peer", "reliable") func tell(n: int): print("told ", name, " ", n)
