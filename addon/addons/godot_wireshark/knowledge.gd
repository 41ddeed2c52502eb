# SPDX-License-Identifier: MIT
extends RefCounted
## Describes data that the engine has and the wire has not: remote methods of nodes, spawners, synchronizers. Each node
## is described once to each outlet, and again when its description has changed.

const Declared := preload("declared.gd")
const MirrorPeer := preload("mirror_peer.gd")
const Record := preload("record.gd")

var _hub: RefCounted
var _is_watching := false
## Nodes that have not been described yet.
var _pending: Array[Node] = []
## Nodes that have been described, with the records that describe them.
var _described := {}
## The described nodes that are still to be checked in this round.
var _round: Array[Node] = []
## Script to the declarations of its methods.
var _declarations := {}
## Game number of a peer to its multiplayer API, if known.
var _apis := {}


func _init(hub: RefCounted) -> void:
	_hub = hub


func watch() -> void:
	var tree := Engine.get_main_loop() as SceneTree
	if tree == null or _is_watching:
		return
	_is_watching = true
	tree.node_added.connect(_on_node_added)


func close() -> void:
	var tree := Engine.get_main_loop() as SceneTree
	if _is_watching and tree != null:
		tree.node_added.disconnect(_on_node_added)
	_hub = null
	_apis.clear()
	_described.clear()


## The multiplayer API that a peer belongs to, or null.
func api_of(peer: MirrorPeer) -> MultiplayerAPI:
	var known: MultiplayerAPI = _apis.get(peer.game)
	if known != null and known.multiplayer_peer == peer:
		return known
	var tree := Engine.get_main_loop() as SceneTree
	if tree != null:
		_remember(tree.get_multiplayer())
	known = _apis.get(peer.game)
	return known if known != null and known.multiplayer_peer == peer else null


## Describes the whole tree again, for a new outlet.
func describe_all() -> void:
	_described.clear()
	_round.clear()
	_pending.clear()
	var tree := Engine.get_main_loop() as SceneTree
	if tree == null:
		return
	var waiting: Array[Node] = [tree.root]
	while not waiting.is_empty():
		var node: Node = waiting.pop_back()
		waiting.append_array(node.get_children())
		_on_node_added(node)
	describe_pending()


func describe_pending() -> void:
	# Nodes that are added meanwhile are described by the next call.
	var nodes := _pending
	_pending = []
	_hub.has_pending = false
	for node: Variant in nodes:
		if is_instance_valid(node) and (node as Node).is_inside_tree():
			_describe(node)


## Checks some of the described nodes, and describes those again that have changed.
func look_again(count: int) -> void:
	for each: int in count:
		if _round.is_empty():
			_round.assign(_described.keys().filter(func(node: Variant) -> bool: return is_instance_valid(node)))
			if _round.size() < _described.size():
				_forget_freed()
			if _round.is_empty():
				return
		var node: Variant = _round.pop_back()
		if is_instance_valid(node) and (node as Node).is_inside_tree():
			_describe(node)


func _forget_freed() -> void:
	for node: Variant in _described.keys():
		if not is_instance_valid(node):
			_described.erase(node)


func _on_node_added(node: Node) -> void:
	# Node.rpc_config() may add methods later, so any node with a script is checked.
	if node is MultiplayerSynchronizer or node is MultiplayerSpawner or node.get_script() != null:
		_pending.append(node)
		_hub.has_pending = true


func _remember(api: MultiplayerAPI) -> void:
	if api.multiplayer_peer is MirrorPeer:
		_apis[(api.multiplayer_peer as MirrorPeer).game] = api


func _describe(node: Node) -> void:
	var api := node.multiplayer
	var peer := api.multiplayer_peer as MirrorPeer
	if peer == null:
		return
	if _apis.get(peer.game) != api:
		_apis[peer.game] = api
	# A synchronizer may have a script with remote methods, too.
	var records: Array[PackedByteArray] = [_node(node, api, peer)]
	if node is MultiplayerSynchronizer:
		records.append(_synchronizer(node, api, peer))
	elif node is MultiplayerSpawner:
		records.append(_spawner(node, api, peer))
	var known: Array = _described.get(node, [])
	for index: int in records.size():
		if not records[index].is_empty() and (index >= known.size() or known[index] != records[index]):
			_hub.write(peer, records[index].duplicate())
	if records.any(func(record: PackedByteArray) -> bool: return not record.is_empty()):
		_described[node] = records


## The node's path below the multiplayer API's root.
func _path(node: Node, api: MultiplayerAPI) -> String:
	var root: Node = node.get_tree().root
	if api is SceneMultiplayer and not (api as SceneMultiplayer).root_path.is_empty():
		root = node.get_tree().root.get_node_or_null((api as SceneMultiplayer).root_path)
	return "" if root == null else str(root.get_path_to(node))


func _begin(kind: int, node: Node, api: MultiplayerAPI, peer: MirrorPeer) -> PackedByteArray:
	var record := Record.head(kind, peer.game)
	record.append_array(Record.text(Record.TAG_NODE_PATH, _path(node, api)))
	record.append_array(Record.number_32(Record.TAG_AUTHORITY, node.get_multiplayer_authority()))
	# Where an editor finds the node: its scene's file, and its path in it.
	var top := node.owner if node.owner != null else node
	if top.scene_file_path != "":
		record.append_array(Record.text(Record.TAG_PLACE_SCENE, top.scene_file_path))
		record.append_array(Record.text(Record.TAG_PLACE, str(top.get_path_to(node))))
	return record


# --- Remote methods ---------------------------------------------------------------------------------------------------

func _node(node: Node, api: MultiplayerAPI, peer: MirrorPeer) -> PackedByteArray:
	var script: Script = node.get_script()
	var of_script := _rpc_config(script)
	var of_node := _node_rpc_config(node)
	if of_script.is_empty() and of_node.is_empty():
		return PackedByteArray()
	var record := _begin(Record.NODE, node, api, peer)
	record.append_array(Record.text(Record.TAG_NODE_CLASS, node.get_class()))
	if script != null:
		record.append_array(Record.text(Record.TAG_SCRIPT, script.resource_path))
	var names_of_node := _sorted(of_node)
	var names_of_script := _sorted(of_script)
	record.append_array(Record.text(Record.TAG_METHODS_MD5, ("".join(names_of_node) + "".join(names_of_script)).md5_text()))
	_add_methods(record, script, names_of_script, of_script, 0)
	_add_methods(record, script, names_of_node, of_node, 0x8000)
	return record


## The configuration set by Node.rpc_config(). The getter has another name in 4.4; engines before it have none.
func _node_rpc_config(node: Node) -> Dictionary:
	for method: StringName in [&"get_node_rpc_config", &"get_rpc_config"]:
		if ClassDB.class_has_method(&"Node", method):
			var config: Variant = node.call(method)
			return config if config is Dictionary else {}
	return {}


func _rpc_config(script: Script) -> Dictionary:
	if script == null:
		return {}
	if not ClassDB.class_has_method(&"Script", &"get_rpc_config"):
		return Declared.of(script)
	var config: Variant = script.call("get_rpc_config")
	return config if config is Dictionary else {}


## The names in the order in which the engine numbers methods.
func _sorted(config: Dictionary) -> PackedStringArray:
	var names := PackedStringArray()
	for name: Variant in config:
		names.append(str(name))
	names.sort()
	return names


func _add_methods(record: PackedByteArray, script: Script, names: PackedStringArray, config: Dictionary, first: int) -> void:
	var declarations := _declared(script)
	for index: int in names.size():
		var name := names[index]
		record.append_array(Record.method(first + index, config.get(StringName(name), config.get(name, {})), name))
		var declaration: Dictionary = declarations.get(name, {})
		var arguments: Array = declaration.get("args", [])
		var defaults: int = declaration.get("default_args", []).size()
		for position: int in arguments.size():
			record.append_array(
				Record.argument(
					arguments[position].name, _type(arguments[position]), position >= arguments.size() - defaults
				)
			)


## The declarations of a script's methods and of those of its bases, by name.
func _declared(script: Script) -> Dictionary:
	if script == null:
		return {}
	if not _declarations.has(script):
		var found := {}
		var of: Script = script
		while of != null:
			for declaration: Dictionary in of.get_script_method_list():
				if not found.has(declaration.name):
					found[declaration.name] = declaration
			of = of.get_base_script()
		_declarations[script] = found
	return _declarations[script]


func _type(argument: Dictionary) -> String:
	match argument.type:
		TYPE_NIL:
			return ""
		TYPE_OBJECT:
			return argument.class_name if argument.class_name != &"" else "Object"
		TYPE_ARRAY when argument.hint == PROPERTY_HINT_ARRAY_TYPE and argument.hint_string != "":
			return "Array[%s]" % argument.hint_string
	return type_string(argument.type)


# --- Spawners and synchronizers ---------------------------------------------------------------------------------------

func _spawner(spawner: MultiplayerSpawner, api: MultiplayerAPI, peer: MirrorPeer) -> PackedByteArray:
	var record := _begin(Record.SPAWNER, spawner, api, peer)
	var parent := spawner.get_node_or_null(spawner.spawn_path)
	if parent != null:
		record.append_array(Record.text(Record.TAG_SPAWN_PATH, _path(parent, api)))
	for index: int in spawner.get_spawnable_scene_count():
		record.append_array(Record.text(Record.TAG_SCENE, _path_of_resource(spawner.get_spawnable_scene(index))))
	return record


func _path_of_resource(path: String) -> String:
	if not path.begins_with("uid://"):
		return path
	var id := ResourceUID.text_to_id(path)
	return ResourceUID.get_id_path(id) if ResourceUID.has_id(id) else path


func _synchronizer(synchronizer: MultiplayerSynchronizer, api: MultiplayerAPI, peer: MirrorPeer) -> PackedByteArray:
	var root := synchronizer.get_node_or_null(synchronizer.root_path)
	if root == null:
		return PackedByteArray()
	var record := _begin(Record.SYNCHRONIZER, synchronizer, api, peer)
	record.append_array(Record.text(Record.TAG_SYNC_ROOT, _path(root, api)))
	record.append_array(Record.text(Record.TAG_SYNC_SCENE, root.scene_file_path))
	var position := 0
	for other: Node in root.find_children("*", "MultiplayerSynchronizer", true, false):
		if other == synchronizer:
			break
		if (other as MultiplayerSynchronizer).get_node_or_null((other as MultiplayerSynchronizer).root_path) == root:
			position += 1
	record.append_array(Record.number_32(Record.TAG_SYNC_POSITION, position))
	var config := synchronizer.replication_config
	if config != null:
		for path: NodePath in config.get_properties():
			record.append_array(
				Record.property(
					str(path), config.property_get_spawn(path), config.property_get_replication_mode(path)
				)
			)
	return record
