# SPDX-License-Identifier: MIT
@tool
extends RefCounted
## Where a row of a table is in the project: a method in a script, or a node in a scene. Rows of the profile stand for
## several nodes (Players/*): any of them will do, because they come from one scene.

const Pcapng := preload("pcapng.gd")


## A script's file and line (from 1), or scene and node in it; empty: not known.
class Place:
	var file := ""
	var line := 0
	var scene := ""
	var node := ""

	func is_known() -> bool:
		return file != "" or scene != ""


## `member`: a method or a property; empty: the node itself.
static func of(path: String, member: String, facts: Pcapng.Facts) -> Place:
	var place := Place.new()
	var found := _find(path, facts)
	if found == "":
		return place
	var known: Dictionary = facts.nodes.get(found, {})
	if member != "" and known.get("script", "") != "":
		var where := method_of(known.script, member)
		if where[1] > 0:
			place.file = where[0]
			place.line = where[1]
			return place
	var of_scene := known
	if of_scene.get("scene", "") == "" and facts.synchronizers.has(found):
		# The synchronizer is described; its root is where its property `root_path` says.
		of_scene = facts.nodes.get(facts.synchronizers[found], {})
	place.scene = of_scene.get("scene", "")
	place.node = of_scene.get("place", "") if of_scene == known else str(_root_in(of_scene))
	if place.scene == "":
		place.file = known.get("script", "")
		place.line = 1 if place.file != "" else 0
	return place


## The path of a recorded node that a row stands for.
static func _find(path: String, facts: Pcapng.Facts) -> String:
	if facts.nodes.has(path) or facts.synchronizers.has(path):
		return path
	if not path.contains("*"):
		return ""
	var levels := path.count("/")
	for known: String in facts.nodes.keys() + facts.synchronizers.keys():
		if known.count("/") == levels and known.match(path):
			return known
	return ""


## A script without class and its functions' lines: [file, line]; line 0: no such function. A method may be in a base.
static func method_of(script: String, method: String) -> Array:
	if not method.is_valid_identifier():
		return [script, 0]
	var pattern := RegEx.create_from_string("(?m)^[ \\t]*(?:(?:@\\w+(?:\\([^)]*\\))?|static)\\s+)*func\\s+%s\\s*\\(" % method)
	var in_c_sharp := RegEx.create_from_string("(?m)^.*\\bvoid\\s+%s\\s*\\(" % method)
	var at := script
	# Bases can't be endless, but files can name each other while they are edited.
	for depth: int in 32:
		var source := FileAccess.get_file_as_string(at)
		var matched := (in_c_sharp if at.ends_with(".cs") else pattern).search(source)
		if matched != null:
			var begin := matched.get_start() + matched.get_string().rfind("func")
			return [at, source.left(maxi(begin, matched.get_start())).count("\n") + 1]
		var resource: Resource = load(at) if ResourceLoader.exists(at) else null
		var base: Script = (resource as Script).get_base_script() if resource is Script else null
		if base == null or base.resource_path == "":
			break
		at = base.resource_path
	return [script, 0]


static func _root_in(synchronizer: Dictionary) -> NodePath:
	if not ResourceLoader.exists(synchronizer.get("scene", "")):
		return NodePath("")
	var packed := load(synchronizer.scene) as PackedScene
	var root := NodePath("..")
	if packed != null:
		var state := packed.get_state()
		for index: int in state.get_node_count():
			if str(state.get_node_path(index)).trim_prefix("./") != synchronizer.place:
				continue
			for property: int in state.get_node_property_count(index):
				if state.get_node_property_name(index, property) == &"root_path":
					root = state.get_node_property_value(index, property)
	return joined(synchronizer.place, root)


## A path in a scene, and another from there: without `..` where it can be.
static func joined(path: String, more: NodePath) -> NodePath:
	var parts := Array(path.split("/", false)).filter(func(part: String) -> bool: return part != ".")
	for index: int in more.get_name_count():
		var part := str(more.get_name(index))
		if part == ".." and not parts.is_empty():
			parts.pop_back()
		elif part != "." and part != "..":
			parts.append(part)
	return NodePath("/".join(parts) if not parts.is_empty() else ".")
