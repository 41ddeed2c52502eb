# A comment with "quotes' and (brackets
@tool
@icon("res://icon.svg") class_name TrickyDerived extends TrickyBase

const Other = preload("res://other/by_path.gd")
const TEXT := "
func not_a_function():
@rpc func neither(): pass
"
const LONG = """
@rpc
func nor_this(a, b):
	pass
\"\"\" still inside
"""
const RAW = r"\d\"@rpc"
signal changed(who: Node, what)
enum State { IDLE, RUN, JUMP = 5 }

var state: State = State.IDLE: set = set_state
var health := 100:
	set(value):
		health = value
		changed.emit(self, value)
	get:
		return health
var lambda := func(x: int) -> int:
	return x + 1
@export_range(0, 10, 1) var speed: float = 3.0; var two = 2


func set_state(value: State) -> void: state = value

# Replaces a method of the base, without an annotation.
func replaced(new_name: int) -> void:
	print(new_name)

@rpc(
	"any_peer", # a comment with )
	"call_local",
	"unreliable_ordered",
	3
)
# a comment between
@warning_ignore("unused_parameter")

func over_lines(
	direction: Vector2, # where, (to)
	path: Array[Dictionary] = [{"a": [1, 2]}, {"b": ")"}],
	call := func(a, b): return a + b,
	text: String = "comma, bracket ) and # no comment",
	table: Dictionary[String, int] = {},
) -> void:
	print(direction, path, call, text, table)

@warning_ignore("unused_parameter") @rpc("reliable", "any_peer") func one_line(a, \
	b: bool = true): pass

@rpc func rest_of(first_one: int, ...others: Array) -> void:
	var inside = {
"func in_a_dictionary(": 1,
	}
	print(first_one, others, inside)

@rpc func Zebra(): pass
@rpc func _private(): pass
@rpc func größe(überall): print(überall)
@rpc func 名前(): pass

class Inner extends TrickyBase.Part:
	@rpc("any_peer")
	func of_inner(value: int): print(value)

	class Deep extends "res://other/by_path.gd":
		@rpc
		func of_deep(): pass
	@rpc func again_of_inner(): pass

class OneLine extends Node: pass

class FromConstant extends Other:
	@rpc func of_constant(): pass

class FromInner extends Other.Held:
	@rpc func of_held(): pass

static func make() -> TrickyDerived:
	return null
