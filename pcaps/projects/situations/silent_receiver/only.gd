# SPDX-License-Identifier: MIT
extends Node
@rpc("any_peer", "call_remote", "reliable") func ring(n: int): print("ring ", n)
