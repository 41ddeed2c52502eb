# SPDX-License-Identifier: MIT
extends Node
@rpc("any_peer", "reliable") func wave(n: int): print("wave ", n)
