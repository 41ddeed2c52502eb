# SPDX-License-Identifier: MIT
extends Node
@rpc("any_peer", "reliable") func ask(n: int): print("asked ", n)
@rpc("any_peer", "reliable") func say(s: String): print("said ", s)
@rpc("any_peer", "reliable") func thank(): print("thanked")
