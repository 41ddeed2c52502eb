# SPDX-License-Identifier: MIT
extends SceneTree
## Two processes talk over ENetConnection, without the multiplayer API, and write down what they send and get.
##
##   godot --headless --path . --script res://main.gd -- --role=server --scenario=mix --truth=FILE [--port=24680]
##       [--local=0] [--ticks=180] [--compress=0] [--counters=0]
##
## Scenarios: mix, fragments, reconnect, silent: as in pcaps/links/lab.c.

const CHANNELS := 6
const LARGE := 102400
const SETTLING := 1.5
const PATIENCE := 60.0
const RELIABLE := ENetPacketPeer.FLAG_RELIABLE
const UNSEQUENCED := ENetPacketPeer.FLAG_UNSEQUENCED
const UNRELIABLE_FRAGMENT := ENetPacketPeer.FLAG_UNRELIABLE_FRAGMENT
const TRANSFER := {
	0: "unreliable",
	RELIABLE: "reliable",
	UNSEQUENCED: "unsequenced",
	UNRELIABLE_FRAGMENT: "unreliable_fragment",
}

var options := {"role": "server", "scenario": "mix", "port": "24680", "local": "0", "ticks": "180", "compress": "0", "counters": "0"}
var engine := ""
var host := ENetConnection.new()
var peer: ENetPacketPeer
var truth: FileAccess
var connected := false
var tick := 0
var sent := 0
var visits := 1
var elapsed := 0.0
var settled := 0.0
var left := false


func _initialize() -> void:
	for argument: String in OS.get_cmdline_user_args():
		var parts := argument.trim_prefix("--").split("=")
		options[parts[0]] = parts[1]
	var version := Engine.get_version_info()
	engine = "%d.%d.%d" % [version.major, version.minor, version.patch]
	Engine.max_fps = 60
	truth = FileAccess.open(options.truth, FileAccess.WRITE)
	visits = 3 if options.scenario == "reconnect" else 1
	if is_server():
		host.create_host_bound("127.0.0.1", int(options.port), 4, CHANNELS)
	else:
		host.create_host_bound("127.0.0.1", int(options.local), 1, CHANNELS)
	host.compress(int(options.compress))
	if not is_server():
		visit()


func _process(delta: float) -> bool:
	elapsed += delta
	receive()
	if connected:
		tick += 1
		if tick <= int(options.ticks):
			send_tick()
		elif not is_server() and not left:
			settled += delta
			if settled > SETTLING:
				left = true
				peer.peer_disconnect(7)
	var over := visits == 0 or elapsed > PATIENCE
	if over:
		host.flush()
		if options.counters == "1":
			write_counters()
		truth.close()
		host.destroy()
	return over


func is_server() -> bool:
	return options.role == "server"


func visit() -> void:
	peer = host.connect_to_host("127.0.0.1", int(options.port), CHANNELS, 1234)


func receive() -> void:
	while true:
		var got: Array = host.service()
		match got[0]:
			ENetConnection.EVENT_NONE:
				return
			ENetConnection.EVENT_CONNECT:
				peer = got[1]
				connected = true
				left = false
				tick = 0
				settled = 0.0
				write("event", {"event": "connect"})
			ENetConnection.EVENT_DISCONNECT:
				connected = false
				write("event", {"event": "disconnect"})
				visits -= 1
				if visits > 0 and not is_server():
					visit()
			ENetConnection.EVENT_RECEIVE:
				write_message("enet_received", {"channel": got[3]}, got[1].get_packet())
			_:
				push_error("ENet failed")
				visits = 0
				return


func send_tick() -> void:
	match options.scenario:
		"fragments":
			if tick == 5 and not is_server():
				send_text(0, RELIABLE, LARGE)
				send_text(1, UNRELIABLE_FRAGMENT, LARGE)
				send_text(2, RELIABLE, 20000)
				send_text(3, 0, 3000)  # goes out reliable: the flag for unreliable fragments is missing
			return
		"silent":
			if is_server() and tick % 16 == 0:
				send_text(0, RELIABLE, 40)
			return
	send_text(1, 0, 24)
	if tick % 3 == 0:
		send_text(1, UNSEQUENCED, 30)
	if tick % 4 == 0:
		send_text(0, RELIABLE, 20 + tick % 100)
	if tick % 10 == 0:
		send_text(2, RELIABLE, 50)
	if tick % 5 == 0:
		send_text(2, 0, 60)
	if tick % 45 == 20:
		send_text(3, RELIABLE, 5000)
	if tick % 45 == 40:
		send_text(4, UNRELIABLE_FRAGMENT, 4000)


## What the engine has counted of its own datagrams, since the beginning.
func write_counters() -> void:
	write("counters", {
		"sent_bytes": host.pop_statistic(ENetConnection.HOST_TOTAL_SENT_DATA),
		"sent_datagrams": host.pop_statistic(ENetConnection.HOST_TOTAL_SENT_PACKETS),
		"received_bytes": host.pop_statistic(ENetConnection.HOST_TOTAL_RECEIVED_DATA),
		"received_datagrams": host.pop_statistic(ENetConnection.HOST_TOTAL_RECEIVED_PACKETS),
	})


## Text that is another for each message and can be compressed.
func send_text(channel: int, flags: int, length: int) -> void:
	sent += 1
	var words := "%s %d/%d " % [options.role, sent, length]
	var bytes := words.repeat(length / words.length() + 1).left(length).to_ascii_buffer()
	write_message("enet_sent", {"channel": channel, "transfer": TRANSFER[flags]}, bytes)
	peer.send(channel, bytes, flags)


func write_message(kind: String, line: Dictionary, bytes: PackedByteArray) -> void:
	line["dir"] = "c2s" if is_server() == (kind == "enet_received") else "s2c"
	line["len"] = bytes.size()
	line["hex"] = bytes.hex_encode()
	write(kind, line)


func write(kind: String, line: Dictionary) -> void:
	var begun := {"kind": kind, "t_us": int(Time.get_unix_time_from_system() * 1e6), "engine": engine, "proc": options.role}
	begun.merge(line)
	truth.store_line(JSON.stringify(begun, "", false))
	truth.flush()
