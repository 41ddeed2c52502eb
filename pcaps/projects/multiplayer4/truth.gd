# SPDX-License-Identifier: MIT
extends Node
## Writes one line of JSON for each thing as a script does it. pcaps/README.md explains the keys.

## Above this many bytes (of a value, of its text) a SHA-256 stands for them.
const LONGEST := 2048

const TRANSFER := {
	MultiplayerPeer.TRANSFER_MODE_RELIABLE: "reliable",
	MultiplayerPeer.TRANSFER_MODE_UNRELIABLE: "unreliable",
	MultiplayerPeer.TRANSFER_MODE_UNRELIABLE_ORDERED: "unreliable_ordered",
}
## What an annotation without arguments means.
const DEFAULTS := {"transfer_mode": MultiplayerPeer.TRANSFER_MODE_RELIABLE, "channel": 0}

var engine := ""
var process := ""
var _file: FileAccess


func begin(path: String, role: String) -> void:
	process = role
	_file = FileAccess.open(path, FileAccess.WRITE)
	var version := Engine.get_version_info()
	engine = "%d.%d.%d" % [version.major, version.minor, version.patch]


## Calls a method on the peer `to`: 0 is all, -n is all but n.
func call_rpc(node: Node, method: StringName, arguments := [], to := 0) -> void:
	var config := _config_of(node, method)
	write("rpc", {
		"from": multiplayer.get_unique_id(),
		"to": to,
		"targets": targets(to),
		"node": str(node.get_path()),
		"method": method,
		"method_index": config.index,
		"args": arguments.map(_text),
		"args_type": arguments.map(func(value: Variant) -> int: return typeof(value)),
		"args_hex": arguments.map(_hex),
		"transfer": TRANSFER[config.transfer_mode],
		"channel": config.channel,
	})
	node.rpc_id.callv([to, method] + arguments)


func send_bytes(bytes: PackedByteArray, to := 0, mode := MultiplayerPeer.TRANSFER_MODE_RELIABLE, channel := 0) -> void:
	var line := {
		"from": multiplayer.get_unique_id(),
		"to": to,
		"targets": targets(to),
		"len": bytes.size(),
		"transfer": TRANSFER[mode],
		"channel": channel,
	}
	line.merge(_bytes("hex", bytes))
	write("raw", line)
	(multiplayer as SceneMultiplayer).send_bytes(bytes, to, mode, channel)


## A property that a synchronizer will send: in this frame's state or as a change.
func assign(node: Node, property: StringName, value: Variant) -> void:
	write("set", {
		"from": multiplayer.get_unique_id(),
		"node": str(node.get_path()),
		"property": property,
		"value": _text(value),
		"hex": _hex(value),
	})
	node.set(property, value)


## What a synchronizer's list of properties holds, e.g. as it arrived.
func state(kind: String, root: Node, paths: Array[NodePath], more := {}) -> void:
	var values := paths.map(func(path: NodePath) -> Variant:
		var found := root.get_node_and_resource(path)
		return found[0].get_indexed(found[2]))
	var line := {
		"to": multiplayer.get_unique_id(),
		"node": str(root.get_path()),
		"properties": paths.map(str),
		"hex": values.map(_hex),
	}
	line.merge(more, true)
	write(kind, line)


func event(what: String, more := {}) -> void:
	var line := {"event": what}
	line.merge(more)
	write("event", line)


func write(kind: String, line: Dictionary) -> void:
	if _file == null:
		return
	var begun := {"kind": kind, "t_us": int(Time.get_unix_time_from_system() * 1e6), "proc": process, "engine": engine}
	begun.merge(line)
	_file.store_line(_escape(JSON.stringify(begun, "", false)))
	_file.flush()


func targets(to: int) -> Array:
	if to > 0:
		return [to]
	return Array(multiplayer.get_peers()).filter(func(id: int) -> bool: return id != -to)


## The method's place in the node's own list or in its script's, and how it is sent.
func _config_of(node: Node, method: StringName) -> Dictionary:
	var script: Script = node.get_script()
	var lists: Array = [script.get_rpc_config() if script != null else null, node.get_node_rpc_config()]
	for number: int in lists.size():
		if lists[number] is Dictionary and lists[number].has(method):
			var names: Array = lists[number].keys().map(func(key: Variant) -> String: return str(key))
			names.sort()
			var config: Dictionary = lists[number][method].merged(DEFAULTS)
			config.index = names.find(str(method)) + (0x8000 if number == 1 else 0)
			return config
	push_error("%s cannot be called on %s" % [method, node.get_path()])
	return {}


func _with_objects() -> bool:
	return (multiplayer as SceneMultiplayer).allow_object_decoding


func _encode(value: Variant) -> PackedByteArray:
	return var_to_bytes_with_objects(value) if _with_objects() else var_to_bytes(value)


## The text of the value as its receiver has it.
func _text(value: Variant) -> String:
	if typeof(value) == TYPE_OBJECT and not is_instance_valid(value):
		return "null"
	var bytes := _encode(value)
	var text := var_to_str(bytes_to_var_with_objects(bytes) if _with_objects() else bytes_to_var(bytes))
	return text if text.length() <= LONGEST else "sha256:" + text.sha256_text()


func _hex(value: Variant) -> String:
	if typeof(value) == TYPE_OBJECT and not is_instance_valid(value):
		return ""
	return _bytes("hex", _encode(value)).values()[0]


func _bytes(key: String, bytes: PackedByteArray) -> Dictionary:
	if bytes.size() <= LONGEST:
		return {key: bytes.hex_encode()}
	var hash := HashingContext.new()
	hash.start(HashingContext.HASH_SHA256)
	hash.update(bytes)
	return {key: "sha256:" + hash.finish().hex_encode()}


## The engine's own writer leaves some control characters as they are.
func _escape(json: String) -> String:
	for code: int in range(1, 32) + [0x7f, 0x85, 0x2028, 0x2029]:
		json = json.replace(char(code), "\\u%04x" % code)
	return json
