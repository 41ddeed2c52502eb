# SPDX-License-Identifier: MIT
extends Node
# Properties that can hold an object; all are sent with the spawn, `plain` and `held` in each state, the rest on change.
@export var number := 7
var plain = null
var held: Node = null
var item: Resource = null
var counted: RefCounted = null
var any: Object = null
var list := []
var nodes: Array[Node] = []
var words := {}

func text() -> String:
	var said := ["number %d" % number]
	for property: String in ["plain", "held", "item", "counted", "any", "list", "nodes", "words"]:
		var value = get(property)
		said.append("%s %s" % [property, kind(value)])
	return ", ".join(said)

func kind(value) -> String:
	match typeof(value):
		TYPE_OBJECT: return value.get_class() if value != null else "null"
		TYPE_ARRAY: return "[%s]" % ", ".join(value.map(kind))
		TYPE_DICTIONARY: return "{%s}" % ", ".join(value.values().map(kind))
	return str(value)
