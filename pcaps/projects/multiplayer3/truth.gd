# SPDX-License-Identifier: MIT
extends Node
# Writes one line of JSON for each thing as a script does it. pcaps/README.md explains the keys.

# Above this many bytes (of a value, of its text) a SHA-256 stands for them.
const LONGEST = 2048
const TRANSFER = ["unreliable", "unreliable_ordered", "reliable"]

var engine = ""
var process = ""
var _file = null
var _epoch = 0


func begin(path, role):
	process = role
	_file = File.new()
	_file.open(path, File.WRITE)
	var version = Engine.get_version_info()
	engine = "%d.%d.%d" % [version.major, version.minor, version.patch]
	# The clock counts milliseconds; the next one begins now.
	var now = OS.get_system_time_msecs()
	while OS.get_system_time_msecs() == now:
		pass
	_epoch = OS.get_system_time_msecs() * 1000 - OS.get_ticks_usec()


# Calls a method on the peer `to`: 0 is all, -n is all but n.
func call_rpc(node, method, arguments = [], to = 0, reliable = true):
	_write_call("rpc", node, method, arguments, to, reliable)
	var how = "rpc" if reliable else "rpc_unreliable"
	if to == 0:
		node.callv(how, [method] + arguments)
	else:
		node.callv(how + "_id", [to, method] + arguments)


# Sets a property on the peer `to`.
func call_rset(node, property, value, to = 0, reliable = true):
	_write_call("rset", node, property, [value], to, reliable)
	var how = "rset" if reliable else "rset_unreliable"
	if to == 0:
		node.callv(how, [property, value])
	else:
		node.callv(how + "_id", [to, property, value])


func send_bytes(bytes, to = 0, mode = NetworkedMultiplayerPeer.TRANSFER_MODE_RELIABLE):
	write("raw", {
		"from": multiplayer.get_network_unique_id(),
		"to": to,
		"targets": targets(to),
		"len": bytes.size(),
		"hex": _shortened(bytes),
		"transfer": TRANSFER[mode],
		"channel": _channel(),
	})
	multiplayer.send_bytes(bytes, to, mode)


func event(what, more = {}):
	more["event"] = what
	write("event", more)


func write(kind, line):
	if _file == null:
		return
	line["kind"] = kind
	line["t_us"] = _epoch + OS.get_ticks_usec()
	line["proc"] = process
	line["engine"] = engine
	_file.store_line(_escape(JSON.print(line)))


func targets(to):
	if to > 0:
		return [to]
	var found = []
	for id in multiplayer.get_network_connected_peers():
		if id != -to:
			found.append(id)
	return found


func _write_call(kind, node, method, arguments, to, reliable):
	var texts = []
	var types = []
	var bytes = []
	for value in arguments:
		texts.append(_text(value))
		types.append(typeof(value))
		bytes.append(_shortened(_encode(value)))
	write(kind, {
		"from": multiplayer.get_network_unique_id(),
		"to": to,
		"targets": targets(to),
		"node": str(node.get_path()),
		"method": method,
		"args": texts,
		"args_type": types,
		"args_hex": bytes,
		"transfer": "reliable" if reliable else "unreliable",
		"channel": _channel(),
	})


func _channel():
	return multiplayer.network_peer.get("transfer_channel") if multiplayer.network_peer is NetworkedMultiplayerENet else -1


func _encode(value):
	if typeof(value) == TYPE_OBJECT and not is_instance_valid(value):
		return var2bytes(null)
	return var2bytes(value, multiplayer.allow_object_decoding)


# The text of the value as its receiver has it.
func _text(value):
	var text = var2str(bytes2var(_encode(value), multiplayer.allow_object_decoding))
	return text if text.length() <= LONGEST else "sha256:" + text.sha256_text()


func _shortened(bytes):
	if bytes.size() <= LONGEST:
		return bytes.hex_encode()
	var digest = HashingContext.new()
	digest.start(HashingContext.HASH_SHA256)
	digest.update(bytes)
	return "sha256:" + digest.finish().hex_encode()


# The engine's own writer leaves control characters as they are.
func _escape(json):
	for code in range(1, 32) + [0x7f, 0x85, 0x2028, 0x2029]:
		json = json.replace(char(code), "\\u%04x" % code)
	return json
