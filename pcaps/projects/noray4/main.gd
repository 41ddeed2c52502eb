# SPDX-License-Identifier: MIT
# Two processes that meet by noray, as netfox's own example does it: the host waits for "connect" and shakes hands from
# its ENet peer; the client shakes hands, then connects. Each writes down what its addon says.
# Options: --role=host|client --dir=DIR --noray=ADDRESS, --relay (asks for a relay), --again (a relay, if punching
# fails), --oid=TEXT (asks for this host), --port=N (the host listens there instead of at its registered port).
extends Node

const CALLS := 10

var options := {}
var truth: FileAccess
var has_asked_relay := false


func _ready() -> void:
	for argument in OS.get_cmdline_user_args():
		var parts := argument.trim_prefix("--").split("=")
		options[parts[0]] = parts[1] if parts.size() > 1 else ""
	truth = FileAccess.open("%s/%s.jsonl" % [options.dir, options.role], FileAccess.WRITE)
	Noray.on_command.connect(func(command: String, data: String) -> void:
		tell("command", {"command": command, "data": data}))
	Noray.on_connect_nat.connect(meet)
	Noray.on_connect_relay.connect(meet)
	multiplayer.peer_connected.connect(func(id: int) -> void: tell("peer_connected", {"peer": id}))
	var error := await Noray.connect_to_host(options.noray)
	tell("noray", {"error": error})
	if error != OK:
		return
	Noray.register_host()
	await Noray.on_pid
	error = await Noray.register_remote()
	tell("registered", {"error": error, "local_port": Noray.local_port})
	if error != OK:
		return
	if options.role == "host":
		host()
	else:
		join()


func tell(event: String, what := {}) -> void:
	var line := {"t_us": int(Time.get_unix_time_from_system() * 1e6), "role": options.role, "event": event}
	line.merge(what)
	truth.store_line(JSON.stringify(line))
	truth.flush()


func host() -> void:
	var port := Noray.local_port
	if options.has("port"):
		port = int(options.port)
	var peer := ENetMultiplayerPeer.new()
	tell("listening", {"port": port, "error": peer.create_server(port)})
	multiplayer.multiplayer_peer = peer
	var file := FileAccess.open(options.dir + "/oid.part", FileAccess.WRITE)
	file.store_string(Noray.oid)
	file.close()
	DirAccess.rename_absolute(options.dir + "/oid.part", options.dir + "/oid")


func join() -> void:
	while not FileAccess.file_exists(options.dir + "/oid"):
		await get_tree().create_timer(0.1).timeout
	if options.has("relay"):
		ask_relay()
	else:
		tell("asks", {"command": "connect", "oid": host_oid()})
		Noray.connect_nat(host_oid())


func host_oid() -> String:
	return options.get("oid", FileAccess.get_file_as_string(options.dir + "/oid"))


func ask_relay() -> void:
	has_asked_relay = true
	tell("asks", {"command": "connect-relay", "oid": host_oid()})
	Noray.connect_relay(host_oid())


func meet(address: String, port: int) -> void:
	if options.role == "host":
		var peer := multiplayer.multiplayer_peer as ENetMultiplayerPeer
		var error := await PacketHandshake.over_enet_peer(peer, address, port)
		tell("handshake", {"address": address, "port": port, "error": error})
		return
	var udp := PacketPeerUDP.new()
	udp.bind(Noray.local_port)
	udp.set_dest_address(address, port)
	var error := await PacketHandshake.over_packet_peer(udp)
	udp.close()
	tell("handshake", {"address": address, "port": port, "error": error})
	if error != OK and error != ERR_BUSY:
		if options.has("again") and not has_asked_relay:
			ask_relay()
		return
	var peer := ENetMultiplayerPeer.new()
	peer.create_client(address, port, 0, 0, 0, Noray.local_port)
	multiplayer.multiplayer_peer = peer
	await multiplayer.connected_to_server
	tell("connected")
	for step in CALLS:
		move.rpc_id(1, step)
		await get_tree().create_timer(0.1).timeout
	tell("called", {"calls": CALLS})


@rpc("any_peer", "reliable")
func move(step: int) -> void:
	tell("move", {"step": step})
