# SPDX-License-Identifier: MIT
#
# Writes one line of JSON for each message as it is sent. pcaps/README.md explains the keys.
extends Reference

# Above this many bytes (of the value, of its text) a SHA-256 stands for them.
const LONGEST = 8192

const TYPES = [
	"Nil", "bool", "int", "float", "String", "Vector2", "Rect2", "Vector3", "Transform2D", "Plane", "Quat",
	"AABB", "Basis", "Transform", "Color", "NodePath", "RID", "Object", "Dictionary", "Array",
	"PoolByteArray", "PoolIntArray", "PoolRealArray", "PoolStringArray", "PoolVector2Array",
	"PoolVector3Array", "PoolColorArray",
]

const SCRIPTS = [preload("res://thing.gd"), preload("res://counter.gd")]

var engine = ""
var _file = File.new()
var _seq = 0


func _init(path):
	_file.open(path, File.WRITE)
	var version = Engine.get_version_info()
	engine = "%d.%d" % [version.major, version.minor]
	if version.patch > 0:
		engine += ".%d" % version.patch


# A message whose payload is one Variant. `row` comes from values.gd.
func value(dir, kind, api, row, conn = -1):
	var bytes = encode(row)
	var line = _begin(dir, kind, api, conn)
	line += _text("label", row.label)
	line += _text("type", TYPES[bytes[0]])
	line += ', "typeid": %d, "full_objects": %s' % [bytes[0], "true" if row.full else "false"]
	line += _bytes(bytes)
	if bytes.size() > 4 and _has_node_path(row.value, row.full):
		line += ', "pad_garbage": true'
	var text = _as_received(row, bytes)
	if text.to_utf8().size() > LONGEST:
		line += _text("text_sha256", text.sha256_text())
	else:
		line += _text("text", text)
	_file.store_line(line + "}")


# A message that is no Variant.
func raw(dir, kind, api, bytes, conn = -1):
	var line = _begin(dir, kind, api, conn) + _bytes(bytes)
	if kind == "ws_text":
		line += _text("text", bytes.get_string_from_utf8())
	_file.store_line(line + "}")


func close():
	_file.close()


static func encode(row):
	return var2bytes(row.value, row.full)


# 3.6 crashes when it receives an object with a script. So the script is put in here as it is
# received: without its path, as an object of its own.
static func _as_received(row, bytes):
	if not row.full or bytes.size() == 4:
		return var2str(bytes2var(bytes))
	var text = var2str(row.value)
	for script in SCRIPTS:
		var received = GDScript.new()
		received.source_code = script.source_code
		text = text.replace('Resource( "%s")' % script.resource_path, var2str(received))
	return text


func _begin(dir, kind, api, conn):
	_seq += 1
	var line = '{"seq": %d, "engine": "%s", "dir": "%s", "kind": "%s", "api": "%s"' % [_seq, engine, dir, kind, api]
	return line + (', "conn": %d' % conn if conn >= 0 else "")


static func _bytes(bytes):
	var line = ', "len": %d' % bytes.size()
	if bytes.size() <= LONGEST:
		return line + ', "hex": "%s"' % bytes.hex_encode()
	var digest = HashingContext.new()
	digest.start(HashingContext.HASH_SHA256)
	digest.update(bytes)
	return line + ', "sha256": "%s"' % digest.finish().hex_encode()


# The engine's own JSON writer leaves control characters as they are. What some readers take for the
# end of a line is escaped too.
static func _text(key, text):
	text = text.replace("\\", "\\\\").replace("\"", "\\\"")
	for code in range(1, 32) + [0x7f, 0x85, 0x2028, 0x2029]:
		text = text.replace(char(code), "\\u%04x" % code)
	return ', "%s": "%s"' % [key, text]


# The padding behind the names of a NodePath is whatever the buffer held before. A node sent whole
# has one among its properties.
static func _has_node_path(inside, full):
	match typeof(inside):
		TYPE_NODE_PATH:
			return true
		TYPE_OBJECT:
			return full and inside is Node
		TYPE_ARRAY:
			for element in inside:
				if _has_node_path(element, full):
					return true
		TYPE_DICTIONARY:
			return _has_node_path(inside.keys(), full) or _has_node_path(inside.values(), full)
	return false
