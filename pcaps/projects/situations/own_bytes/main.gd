# SPDX-License-Identifier: MIT
# ENetConnection at both ends: values by put_var() between messages of the game's own, which begin with a counter and a zero, as
# some values do. The truth has each message as it was sent.
extends Node
var role: String = OS.get_cmdline_user_args()[0]
var connection := ENetConnection.new()
var other: ENetPacketPeer
var count := 0
func _ready() -> void:
	Engine.max_fps = 60
	if role == "server": connection.create_host_bound("127.0.0.1", 24680, 1, 2)
	else:
		connection.create_host(1, 2)
		connection.connect_to_host("127.0.0.1", 24680, 2)
func _process(_delta: float) -> void:
	while true:
		var event := connection.service()
		if event[0] == ENetConnection.EVENT_NONE: break
		if event[0] == ENetConnection.EVENT_CONNECT: other = event[1]
	if other == null or count == 240: return
	count += 1
	if count % 6 != 0: return
	var own := PackedByteArray()
	own.resize(12 + count)
	own.encode_u32(0, count / 6)
	other.send(1, own, ENetPacketPeer.FLAG_RELIABLE)
	tell({"own": own.hex_encode()})
	var value: Variant = ["all", count] if role == "server" else {"n": count}
	other.put_var(value)
	tell({"value": var_to_str(value)})
func tell(what: Dictionary) -> void:
	what.role = role
	print("TRUTH ", JSON.stringify(what))
