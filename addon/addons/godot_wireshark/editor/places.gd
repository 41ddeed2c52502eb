# SPDX-License-Identifier: MIT
@tool
extends RefCounted
## Where a row of a table is in the project: a method in a script, or a node in a scene. Rows of the profile stand for
## several nodes (Players/*): any of them will do, because they come from one scene.
##
## A recording may come from anyone, and what the editor loads may run: only files that the editor lists in this project are
## read, and a script is searched as text.

const Pcapng := preload("pcapng.gd")

## The type of a file in the editor's list of this project's files; empty: it is not there. Tests set another.
static var type_of := func(path: String) -> String: return EditorInterface.get_resource_filesystem().get_file_type(path)


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
	var script := trusted(known.get("script", ""), &"Script")
	if member != "" and script != "":
		var where := method_of(script, member)
		if where[1] > 0:
			place.file = where[0]
			place.line = where[1]
			return place
	var of_scene := known
	if of_scene.get("scene", "") == "" and facts.synchronizers.has(found):
		# The synchronizer is described; its root is where its property `root_path` says.
		of_scene = facts.nodes.get(facts.synchronizers[found], {})
	place.scene = trusted(of_scene.get("scene", ""), &"PackedScene")
	place.node = of_scene.get("place", "") if of_scene == known else str(_root_in(of_scene))
	if place.scene == "":
		place.file = script
		place.line = 1 if place.file != "" else 0
	return place


## The path, if it is a file of this project and of this class (a script, a scene); else empty.
static func trusted(path: String, of_class: StringName) -> String:
	if not path.begins_with("res://") or path.contains("..") or path.contains("\\") or path != path.simplify_path():
		return ""
	var type: String = type_of.call(path)
	return path if type != "" and ClassDB.class_exists(type) and ClassDB.is_parent_class(type, of_class) else ""


## The node that a path from a recording leads to inside of a scene; null: none, or one outside, as the editor's own.
static func inside(root: Node, path: String) -> Node:
	if root == null or path.begins_with("/"):
		return null
	var node := root.get_node_or_null(path)
	return node if node == root or (node != null and root.is_ancestor_of(node)) else null


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
		at = trusted(_base_of(source, at), &"Script")
		if at == "":
			break
	return [script, 0]


## The script that a script's text extends: by its path, or by the name of a class of this project; empty: none.
static func _base_of(source: String, script: String) -> String:
	var words := RegEx.create_from_string("(?m)^(?:@\\w+\\s+)*(?:class_name\\s+\\w+\\s+)?extends\\s+(?:[\"']([^\"'\\n]+)[\"']|(\\w+)\\s*(?:#.*)?$)").search(source)
	if words == null:
		words = RegEx.create_from_string("(?m)^[^/\\n]*\\bclass\\s+\\w+\\s*:()\\s*(\\w+)").search(source) if script.ends_with(".cs") else null
	if words == null:
		return ""
	var path := words.get_string(1)
	if path != "":
		return path if path.contains("://") else script.get_base_dir().path_join(path).simplify_path()
	for known: Dictionary in ProjectSettings.get_global_class_list():
		if known["class"] == words.get_string(2):
			return known.path
	return ""


static func _root_in(synchronizer: Dictionary) -> NodePath:
	# The editor opens this scene next.
	var scene := trusted(synchronizer.get("scene", ""), &"PackedScene")
	if scene == "":
		return NodePath("")
	var packed := load(scene) as PackedScene
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
