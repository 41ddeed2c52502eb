# SPDX-License-Identifier: MIT
#
# Writes one line of JSON for each message as it is sent. pcaps/README.md explains the keys.
extends RefCounted

## Above this many bytes (of the value, of its text) a SHA-256 stands for them.
const LONGEST := 8192

var engine := ""
var _file: FileAccess
var _seq := 0


func _init(path: String) -> void:
	_file = FileAccess.open(path, FileAccess.WRITE)
	var version := Engine.get_version_info()
	engine = "%d.%d" % [version.major, version.minor]
	if version.patch > 0:
		engine += ".%d" % version.patch


## A message whose payload is one Variant. `row` comes from values.gd.
func value(dir: String, kind: String, api: String, row: Dictionary, conn := -1) -> void:
	var full: bool = row.full
	var bytes := encode(row)
	var received: Variant = bytes_to_var_with_objects(bytes) if full else bytes_to_var(bytes)
	var text := var_to_str(received)
	var misread: bool = row.value is Dictionary and full and not row.value.is_same_typed(received)
	if misread:
		text = var_to_str(row.value)
	var line := _begin(dir, kind, api, conn)
	line += _text("label", row.label)
	line += _text("type", type_string(bytes[0]))
	line += ', "typeid": %d, "full_objects": %s' % [bytes[0], "true" if full else "false"]
	line += _bytes(bytes)
	if text.to_utf8_buffer().size() > LONGEST:
		line += _text("text_sha256", text.sha256_text())
	else:
		line += _text("text", text)
	if misread:
		line += _text("receiver_text", var_to_str(received))
	_file.store_line(line + "}")


## A message that is no Variant.
func raw(dir: String, kind: String, api: String, bytes: PackedByteArray, conn := -1) -> void:
	var line := _begin(dir, kind, api, conn) + _bytes(bytes)
	if kind == "ws_text":
		line += _text("text", bytes.get_string_from_utf8())
	_file.store_line(line + "}")


func close() -> void:
	_file.close()


static func encode(row: Dictionary) -> PackedByteArray:
	return var_to_bytes_with_objects(row.value) if row.full else var_to_bytes(row.value)


func _begin(dir: String, kind: String, api: String, conn: int) -> String:
	_seq += 1
	var line := '{"seq": %d, "engine": "%s", "dir": "%s", "kind": "%s", "api": "%s"' % [_seq, engine, dir, kind, api]
	return line + (', "conn": %d' % conn if conn >= 0 else "")


static func _bytes(bytes: PackedByteArray) -> String:
	var line := ', "len": %d' % bytes.size()
	if bytes.size() <= LONGEST:
		return line + ', "hex": "%s"' % bytes.hex_encode()
	var hash := HashingContext.new()
	hash.start(HashingContext.HASH_SHA256)
	hash.update(bytes)
	return line + ', "sha256": "%s"' % hash.finish().hex_encode()


## The engine's own JSON writer leaves control characters as they are. What some readers take for the
## end of a line is escaped too.
static func _text(key: String, text: String) -> String:
	text = text.replace("\\", "\\\\").replace("\"", "\\\"")
	for code: int in range(1, 32) + [0x7f, 0x85, 0x2028, 0x2029]:
		text = text.replace(char(code), "\\u%04x" % code)
	return ', "%s": "%s"' % [key, text]
