# SPDX-License-Identifier: MIT
@tool
extends Node
const MODE := "any_peer"
const CHANNEL = 1 + 1
var text = """
@rpc func fake_in_string(a): pass
func also_fake(): pass
"""
var other := '@rpc func fake2(): pass'
#@rpc
func not_remote(a): pass
@rpc(
	"any_peer",
	# a comment with func inside(): pass
	"call_local",

	"unreliable", 2
)
func multi(
		a, # func x(
		b = [1, "func z()", {"k": "("}],
		c := Vector2(1, 2),
): pass
@rpc(MODE)

# a comment between

func const_mode(value: int): pass
@warning_ignore("unused_parameter") @rpc(MODE, "reliable") @warning_ignore("untyped_declaration") func ordered(p, q): pass
var x: int = 0:
	set(new_x):
		x = new_x
	get:
		return x
var callback = func(lambda_arg): return lambda_arg
@rpc("any_peer") func one(i): pass;
#region things
@rpc("any_peer") \
func continued(left, \
	right): pass
#endregion
@rpc("any_peer") func rest(first, ...others): pass
static func factory(): pass
@export_group("G")
@export var number := 3
signal changed(value)
enum { A, B }
@rpc("any_peer") func zlast(s = "text with \" quote and ) paren", t = 'x'): pass
