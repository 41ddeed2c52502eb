# SPDX-License-Identifier: MIT
extends Node
func chime(n: int): print("chime ", n)
@rpc("any_peer", "call_remote", "reliable") func ring(n: int): print("ring ", n)
@rpc("any_peer", "call_remote", "reliable") func toll(text: String): print("toll ", text)
