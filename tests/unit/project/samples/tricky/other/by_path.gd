extends "res://base.gd"

@rpc
func with_crlf(a,
	b):
	print("x" + \
		"y")

@rpc("any_peer")
func last(c):
	pass

class Held extends Node:
	@rpc func holds(): pass
