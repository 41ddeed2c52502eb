# SPDX-License-Identifier: MIT
extends SceneTree
# Two processes talk over NetworkedMultiplayerENet, without the multiplayer API, and write down what they send and get.
#
#   godot3-server --path . --script res://main.gd --role=server --scenario=mix --truth=FILE [--port=24680] [--local=0]
#       [--ticks=180] [--compress=0]
#
# Scenarios: mix, fragments, reconnect, silent: as in pcaps/links/lab.c. Here messages have the peer's header of eight
# bytes, and channels 1 and 2 are those for reliable and unreliable messages; the others are 3 to 5.

const CHANNELS = 6
const LARGE = 102400
const SETTLING = 1.5
const PATIENCE = 60.0
const RELIABLE = NetworkedMultiplayerPeer.TRANSFER_MODE_RELIABLE
const ORDERED = NetworkedMultiplayerPeer.TRANSFER_MODE_UNRELIABLE_ORDERED
const UNSEQUENCED = NetworkedMultiplayerPeer.TRANSFER_MODE_UNRELIABLE
const TRANSFER = {RELIABLE: "reliable", ORDERED: "unreliable", UNSEQUENCED: "unsequenced"}

var options = {"role": "server", "scenario": "mix", "port": "24680", "local": "0", "ticks": "180", "compress": "0"}
var engine = ""
var peer = null
var other = 0
var truth = File.new()
var connected = false
var tick = 0
var sent = 0
var visits = 1
var elapsed = 0.0
var settled = 0.0


func _initialize():
	for argument in OS.get_cmdline_args():
		var parts = argument.trim_prefix("--").split("=")
		if parts.size() == 2:
			options[parts[0]] = parts[1]
	var version = Engine.get_version_info()
	engine = "%d.%d.%d" % [version.major, version.minor, version.patch]
	Engine.target_fps = 60
	truth.open(options.truth, File.WRITE)
	visits = 3 if options.scenario == "reconnect" else 1
	begin()


func begin():
	peer = NetworkedMultiplayerENet.new()
	peer.channel_count = CHANNELS
	peer.compression_mode = int(options.compress)
	peer.connect("peer_connected", self, "on_connected")
	peer.connect("peer_disconnected", self, "on_disconnected")
	peer.connect("connection_failed", self, "on_disconnected", [0])
	peer.connect("server_disconnected", self, "on_disconnected", [1])
	if is_server():
		peer.create_server(int(options.port), 4)
	else:
		peer.create_client("127.0.0.1", int(options.port), 0, 0, int(options.local))


func _idle(delta):
	elapsed += delta
	peer.poll()
	while peer.get_available_packet_count() > 0:
		var channel = peer.get_packet_channel()
		write_message("enet_received", {"channel": channel}, peer.get_packet())
	if connected:
		tick += 1
		if tick <= int(options.ticks):
			send_tick()
		elif not is_server():
			settled += delta
			if settled > SETTLING:
				peer.close_connection()
				on_disconnected(1)
				if visits > 0:
					begin()
	var over = visits == 0 or elapsed > PATIENCE
	if over:
		truth.close()
	return over


func is_server():
	return options.role == "server"


func on_connected(id):
	other = id
	connected = true
	tick = 0
	settled = 0.0
	write("event", {"event": "connect", "id": peer.get_unique_id()})


func on_disconnected(_id):
	if connected:
		connected = false
		visits -= 1
		write("event", {"event": "disconnect"})


func send_tick():
	match options.scenario:
		"fragments":
			if tick == 5 and not is_server():
				send_text(3, RELIABLE, LARGE)
				send_text(4, ORDERED, LARGE)
				send_text(5, RELIABLE, 20000)
			return
		"silent":
			if is_server() and tick % 16 == 0:
				send_text(3, RELIABLE, 40)
			return
	send_text(4, ORDERED, 24)
	if tick % 3 == 0:
		send_text(0, UNSEQUENCED, 30)
	if tick % 4 == 0:
		send_text(0, RELIABLE, 20 + tick % 100)
	if tick % 10 == 0:
		send_text(5, RELIABLE, 50)
	if tick % 5 == 0:
		send_text(5, ORDERED, 60)
	if tick % 45 == 20:
		send_text(3, RELIABLE, 5000)
	if tick % 45 == 40:
		send_text(4, ORDERED, 4000)


# Text that is another for each message and can be compressed. Channel 0 stands for the default of the transfer mode.
func send_text(channel, mode, length):
	sent += 1
	var words = "%s %d/%d " % [options.role, sent, length]
	var bytes = words.repeat(length / words.length() + 1).left(length).to_ascii()
	peer.set_target_peer(other)
	peer.transfer_mode = mode
	peer.transfer_channel = channel if channel > 0 else -1
	var line = {"channel": channel if channel > 0 else (1 if mode == RELIABLE else 2), "transfer": TRANSFER[mode], "header": 8}
	write_message("enet_sent", line, bytes)
	if peer.put_packet(bytes) != OK:
		push_error("not sent")


func write_message(kind, line, bytes):
	line["dir"] = "c2s" if is_server() == (kind == "enet_received") else "s2c"
	line["len"] = bytes.size()
	line["hex"] = bytes.hex_encode()
	write(kind, line)


func write(kind, line):
	line["kind"] = kind
	line["t_us"] = int(OS.get_system_time_msecs() * 1000)
	line["engine"] = engine
	line["proc"] = options.role
	truth.store_line(JSON.print(line))
	truth.flush()
