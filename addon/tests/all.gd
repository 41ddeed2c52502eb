# SPDX-License-Identifier: MIT
extends SceneTree
## The addon's tests: godot --headless --path addon --script res://tests/all.gd. Ends with 1 if one fails.

const FakePeer := preload("fake_peer.gd")
const Counts := preload("../addons/godot_wireshark/counts.gd")
const Declared := preload("../addons/godot_wireshark/declared.gd")
const Hub := preload("../addons/godot_wireshark/hub.gd")
const LiveSender := preload("../addons/godot_wireshark/live_sender.gd")
const MirrorPeer := preload("../addons/godot_wireshark/mirror_peer.gd")
const Outlet := preload("outlet.gd")
const Pcapng := preload("../addons/godot_wireshark/editor/pcapng.gd")
const Places := preload("../addons/godot_wireshark/editor/places.gd")
const Record := preload("../addons/godot_wireshark/record.gd")
const Recording := preload("../addons/godot_wireshark/recording.gd")
const Recordings := preload("../addons/godot_wireshark/editor/recordings.gd")
const Settings := preload("../addons/godot_wireshark/settings.gd")
const Tshark := preload("../addons/godot_wireshark/editor/tshark.gd")
const Watcher := preload("../addons/godot_wireshark/editor/watcher.gd")

var _failures := 0
var _checks := 0


func _initialize() -> void:
	for test: Dictionary in get_method_list():
		if test.name.begins_with("test_"):
			print(test.name)
			await call(test.name)
	print("%d checks, %d failures" % [_checks, _failures])
	quit(1 if _failures else 0)


func same(found: Variant, expected: Variant, what := "") -> void:
	_checks += 1
	if typeof(found) == typeof(expected) and found == expected:
		return
	_failures += 1
	printerr("  %s: %s instead of %s" % [what, found, expected])
	print_stack()


## Where the system has such permissions.
func only_its_owners(path: String) -> void:
	if OS.get_name() != "Windows":
		same(FileAccess.get_unix_permissions(path), 6 << 6, "who may read " + path)


func hub_with(outlet: RefCounted) -> Hub:
	var settings := Settings.new()
	settings.live = false
	settings.record = false
	var hub := Hub.new(settings)
	hub._outlets.append(outlet)
	return hub


func test_everything_passes() -> void:
	var inner := FakePeer.new()
	var hub := hub_with(Outlet.new())
	var peer := MirrorPeer.new(inner, hub)
	peer.poll()
	peer.set_target_peer(-5)
	peer.transfer_channel = 3
	peer.transfer_mode = MultiplayerPeer.TRANSFER_MODE_UNRELIABLE
	peer.refuse_new_connections = true
	peer.disconnect_peer(4, true)
	peer.put_packet(PackedByteArray([1, 2]))
	peer.close()
	same(inner.recorded, [["poll"], ["target", -5], ["disconnect_peer", 4, true], ["put_packet", PackedByteArray([1, 2])],
			["close"]], "recorded")
	same([peer.transfer_channel, peer.transfer_mode, peer.refuse_new_connections], [3, 0, true], "settings")
	same([inner.transfer_channel, inner.transfer_mode, inner.refuse_new_connections], [3, 0, true], "settings inside")
	for status: int in 3:
		inner.answers.status = status
		same(int(peer.get_connection_status()), status, "status")
	inner.answers.status = 2
	same(peer.get_unique_id(), 7, "id")
	inner.answers.relay = false
	same(peer.is_server_relay_supported(), false, "relay")
	hub.close()


func test_refusals_pass() -> void:
	var inner := FakePeer.new()
	var outlet := Outlet.new()
	var hub := hub_with(outlet)
	var peer := MirrorPeer.new(inner, hub)
	inner.answers.put_packet = ERR_UNAVAILABLE
	var before := outlet.records.size()
	same(int(peer.put_packet(PackedByteArray([1]))), ERR_UNAVAILABLE, "error")
	same(outlet.records.size(), before, "nothing is recorded that was not sent")
	hub.close()


func test_signals_pass() -> void:
	var inner := FakePeer.new()
	var hub := hub_with(Outlet.new())
	var peer := MirrorPeer.new(inner, hub)
	var heard: Array = []
	peer.peer_connected.connect(func(id: int) -> void: heard.append(["connected", id]))
	peer.peer_disconnected.connect(func(id: int) -> void: heard.append(["disconnected", id]))
	inner.peer_connected.emit(9)
	inner.peer_disconnected.emit(9)
	same(heard, [["connected", 9], ["disconnected", 9]], "signals")
	hub.close()


func test_messages_are_recorded() -> void:
	var inner := FakePeer.new()
	var outlet := Outlet.new()
	var hub := hub_with(outlet)
	var peer := MirrorPeer.new(inner, hub)
	hub.is_wanted = true
	hub.has_pending = false
	inner.incoming.append([12, 2, MultiplayerPeer.TRANSFER_MODE_UNRELIABLE_ORDERED, PackedByteArray([9, 8, 7])])
	same(peer.get_packet(), PackedByteArray([9, 8, 7]), "packet")
	peer.set_target_peer(0)
	peer.transfer_mode = MultiplayerPeer.TRANSFER_MODE_RELIABLE
	peer.transfer_channel = 5
	peer.put_packet(PackedByteArray([6]))
	same(outlet.records.size(), 2, "records")
	var came := outlet.records[0]
	same(came.slice(0, 4), PackedByteArray([1, 1, 44, 0]), "version, kind, head")
	same(came.decode_s64(12), peer.game, "game")
	same(came.decode_s32(24), 7, "own id")
	same([came.decode_s32(28), came[32], came[33], came.decode_s32(36), came.decode_u32(40)], [12, 0, 1, 2, 3], "message")
	same(came.slice(44), PackedByteArray([9, 8, 7]), "bytes")
	var went := outlet.records[1]
	same([went.decode_s32(28), went[32], went[33], went.decode_s32(36)], [0, 1, 2, 5], "message out")
	same(went.decode_u32(20), came.decode_u32(20) + 1, "sequence")
	same(absf(went.decode_u64(4) / 1e6 - Time.get_unix_time_from_system()) < 5.0, true, "time")
	hub.close()


func test_nothing_is_made_for_nobody() -> void:
	var inner := FakePeer.new()
	var outlet := Outlet.new()
	outlet.is_open = false
	var hub := hub_with(outlet)
	var peer := MirrorPeer.new(inner, hub)
	inner.incoming.append([12, 0, 2, PackedByteArray([1])])
	same(peer.get_packet(), PackedByteArray([1]), "packet")
	peer.put_packet(PackedByteArray([6]))
	same(outlet.records.size(), 0, "records")
	hub.close()


func test_record_bytes() -> void:
	same(Record.text(Record.TAG_NODE_PATH, "A").hex_encode(), "100000000100000041", "text")
	same(Record.method(0x8003, {"rpc_mode": 1, "transfer_mode": 2, "call_local": true, "channel": 7}, "move").hex_encode(),
			"150000000e000000038001020100070000006d6f7665", "method")
	same(Record.argument("by", "bool", true).hex_encode(), "160000000a000000010002006279626f6f6c", "argument")
	same(Record.property(".:y", false, 2).hex_encode(), "280000000500000004002e3a79", "property")
	same(Record.exported_pdu_tags().hex_encode(), "000c000c676f646f742e6d6972726f7200000000", "tags of the PDU")


## A packet of a capture holds 256 KiB: a longer message is shortened, a longer description is cut.
func test_what_is_larger_than_a_packet() -> void:
	var message := PackedByteArray()
	message.resize(1_000_000)
	var shortened := Record.head(Record.MESSAGE, 77)
	Record.set_message(shortened, Record.OUT, 1, 2, 0, message)
	same([shortened.size(), shortened.decode_u32(40)], [Record.MOST, 1_000_000], "a message")
	var described := Record.head(Record.SPAWNER, 77)
	described.resize(500_000)
	var settings := Settings.new()
	settings.folder = "user://large"
	var recording := Recording.new(settings)
	recording.poll()
	for record: PackedByteArray in [shortened, described, Record.head(Record.EVENT, 77)]:
		recording.write(77, 1, record)
	recording.close()
	var bytes := FileAccess.get_file_as_bytes("user://large/" + DirAccess.get_files_at("user://large")[-1])
	var found := []
	var at := Recording.head_of_file().size()
	while at < bytes.size():
		found.append([bytes.decode_u32(at + 4), bytes.decode_u32(at + 24) - bytes.decode_u32(at + 20)])
		at += bytes.decode_u32(at + 4)
	same(found, [[262144, 0], [262144, 500_000 - Record.MOST], [80, 0]], "length of a block, bytes left out")


func simplify(number: int, path: String) -> PackedByteArray:
	var packet := PackedByteArray([1])
	packet.append_array("".md5_text().to_ascii_buffer())
	packet.resize(38)
	packet.encode_u32(34, number)
	packet.append_array(path.to_utf8_buffer())
	packet.append(0)
	return packet


func spawn(number: int) -> PackedByteArray:
	var packet := PackedByteArray([4])
	packet.resize(20)
	packet.encode_u32(6, number)
	return packet


func despawn(number: int) -> PackedByteArray:
	var packet := PackedByteArray([5])
	packet.resize(5)
	packet.encode_u32(1, number)
	return packet


func passed_on(peer: int, packet: PackedByteArray) -> PackedByteArray:
	var whole := PackedByteArray([7, 3, 0, 0, 0, 0])
	whole.encode_s32(2, peer)
	whole.append_array(packet)
	return whole


func test_what_teaches_is_kept() -> void:
	var outlet := Outlet.new()
	outlet.is_open = false
	var hub := hub_with(outlet)
	var inner := FakePeer.new()
	var peer := MirrorPeer.new(inner, hub)
	peer.set_target_peer(5)
	var call := PackedByteArray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
	var sent: Array[PackedByteArray] = [
		simplify(1, "Main"), call, spawn(7), spawn(8), despawn(7), passed_on(6, simplify(2, "Main")), passed_on(6, call),
	]
	for packet: PackedByteArray in sent:
		peer.put_packet(packet)
	inner.incoming.append([5, 0, MultiplayerPeer.TRANSFER_MODE_RELIABLE, PackedByteArray([2, 1, 1, 0, 0, 0])])
	peer.get_packet()
	same(outlet.records.size(), 0, "nobody listens")
	var records := peer.kept.records(peer.game)
	same(records.map(func(record: PackedByteArray) -> int: return record[44] & 7), [1, 4, 7, 2], "commands")
	same(records[0].slice(44), simplify(1, "Main"), "bytes")
	for record: PackedByteArray in records:
		same([record.decode_u16(34), record.decode_s32(28)], [Record.EARLIER, 5], "earlier, of 5")
	same([records[0][32], records[3][32]], [Record.OUT, Record.IN], "directions")
	peer.put_packet(simplify(1, "Other"))
	same(peer.kept.records(peer.game)[3].slice(44), simplify(1, "Other"), "a number that is given again")
	peer._on_peer_disconnected(6)
	same(peer.kept.records(peer.game).size(), 3, "without what went to 6")
	peer._on_peer_disconnected(5)
	same(peer.kept.records(peer.game).size(), 0, "without 5")
	for number: int in peer.Kept.MOST + 10:
		peer.put_packet(simplify(number, "Main"))
	records = peer.kept.records(peer.game)
	same([records.size(), records[0].slice(44)], [peer.Kept.MOST, simplify(10, "Main")], "bounded")
	for number: int in 5:
		peer.put_packet(simplify(number, "x".repeat(400_000)))
	same(peer.kept.records(peer.game).size(), 2, "bounded bytes")
	peer.kept.hear(Record.IN, 1, 2, 0, PackedByteArray([1]))
	peer.kept.hear(Record.IN, 1, 2, 0, PackedByteArray([7, 3, 0, 0, 0, 0, 4]))
	same(peer.kept.records(peer.game).size(), 2, "what is cut is not kept")
	hub.close()


func test_queue_is_bounded() -> void:
	var settings := Settings.new()
	settings.queue_bytes = 1000
	var live := LiveSender.new(settings)
	live.is_open = true
	var record := Record.head(Record.MESSAGE, 77)
	record.resize(100)
	for each: int in 50:
		live.write(77, 1, record)
	same(live._queued <= 1000, true, "queue")
	var kept: int = live._queued / 104
	same(live._dropped, {77: [50 - kept, (50 - kept) * 100]}, "dropped")
	# With a reader: the report comes once, before the next record.
	live._chunks = []
	live._queued = 0
	live.write(77, 1, record)
	var bytes := live._chunks[0]
	same(bytes[5], Record.DROPPED, "kind")
	same(bytes.decode_u64(4 + 28 + 8), 50 - kept, "records that were dropped")
	same(live._dropped.is_empty(), true, "told")


func test_recording_rings() -> void:
	var settings := Settings.new()
	settings.folder = "user://ring"
	settings.file_bytes = 4000
	settings.files = 3
	for old: String in DirAccess.get_files_at("user://ring"):
		DirAccess.remove_absolute(ProjectSettings.globalize_path("user://ring").path_join(old))
	var recording := Recording.new(settings)
	var record := Record.head(Record.MESSAGE, 77)
	record.resize(500)
	for each: int in 100:
		recording.poll()
		recording.write(77, 1, record)
	recording.close()
	var files := DirAccess.get_files_at("user://ring")
	same(files.size(), 3, "files")
	for name: String in files:
		only_its_owners("user://ring/" + name)
		var bytes := FileAccess.get_file_as_bytes("user://ring/" + name)
		same(bytes.size() <= 5000, true, "size of a file")
		# The file has only complete blocks.
		var at := 0
		while at < bytes.size():
			var length := bytes.decode_u32(at + 4)
			same(bytes.decode_u32(at + length - 4), length, "a block's second length")
			at += length


func test_environment() -> void:
	for row: Array in [["off", false, false, 16007], ["live", true, false, 16007], ["live:127.0.0.2:99", true, false, 99],
			["live:127.0.0.1:5,record:/tmp/x", true, true, 5], ["record", false, true, 16007]]:
		OS.set_environment("GODOT_WIRESHARK", row[0])
		var settings := Settings.new()
		same([settings.live, settings.record, settings.port], row.slice(1), row[0])
	# As the editor's panel sets it: the folder may have any name.
	OS.set_environment("GODOT_WIRESHARK", "run")
	OS.set_environment("GODOT_WIRESHARK_FOLDER", "/tmp/мой, live:1")
	var run := Settings.new()
	same([run.live, run.record, run.folder], [true, true, "/tmp/мой, live:1"], "run")
	OS.unset_environment("GODOT_WIRESHARK")
	OS.unset_environment("GODOT_WIRESHARK_FOLDER")
	same(Settings.new().folder, "user://godot_wireshark", "nothing is left")


func test_knowledge() -> void:
	var outlet := Outlet.new()
	var hub := hub_with(outlet)
	var api := SceneMultiplayer.new()
	set_multiplayer(api, ^"/root/Game")
	api.root_path = ^"/root/Game"
	var game := Node.new()
	game.name = "Game"
	root.add_child(game)
	api.multiplayer_peer = MirrorPeer.new(FakePeer.new(), hub)
	var script := GDScript.new()
	script.source_code = """extends Node
@rpc("any_peer") func zip(_a: Vector2, _b := 1) -> void: pass
@rpc("authority", "call_local", "unreliable", 4) func Air() -> void: pass
"""
	script.reload()
	var node := Node.new()
	node.name = "Pump"
	node.set_script(script)
	node.rpc_config(&"late", {"rpc_mode": 1})
	game.add_child(node)
	hub.is_wanted = true
	await process_frame
	hub.poll()
	var described := outlet.records.filter(func(record: PackedByteArray) -> bool: return record[1] == Record.NODE)
	same(described.size(), 1, "descriptions")
	var expected := PackedByteArray()
	expected.append_array(Record.text(Record.TAG_METHODS_MD5, "lateAirzip".md5_text()))
	expected.append_array(Record.method(0, {"rpc_mode": 2, "transfer_mode": 0, "call_local": true, "channel": 4}, "Air"))
	expected.append_array(Record.method(1, {"rpc_mode": 1}, "zip"))
	expected.append_array(Record.argument("_a", "Vector2", false))
	expected.append_array(Record.argument("_b", "int", true))
	expected.append_array(Record.method(0x8000, {"rpc_mode": 1}, "late"))
	var end: PackedByteArray = described[0].slice(described[0].size() - expected.size())
	same(end.hex_encode(), expected.hex_encode(), "methods in the engine's order")
	same(described[0].slice(28, 28 + 12).hex_encode(), Record.text(Record.TAG_NODE_PATH, "Pump").hex_encode(), "path")
	# It is not described again unless it changes.
	for each: int in 10:
		await process_frame
		hub.poll()
	same(outlet.records.filter(func(record: PackedByteArray) -> bool: return record[1] == Record.NODE).size(), 1, "once")
	node.rpc_config(&"later", {"rpc_mode": 1})
	for each: int in 10:
		await process_frame
		hub.poll()
	same(outlet.records.filter(func(record: PackedByteArray) -> bool: return record[1] == Record.NODE).size(), 2, "changed")
	hub.close()


## Engines before 4.4 do not list remote methods; their sources must give the same list as a later engine.
func test_declared() -> void:
	var script: GDScript = load("res://tests/declared/script.gd")
	var told: Dictionary = script.get_rpc_config()
	var declared := Declared.of(script)
	same(declared.size(), 6, "methods")
	same(_as_recorded(declared), _as_recorded(told), "what the engine tells")


func _as_recorded(config: Dictionary) -> Dictionary:
	var records := {}
	for name: Variant in config:
		records[str(name)] = Record.method(0, config[name], str(name)).hex_encode()
	var sorted := {}
	var names := records.keys()
	names.sort()
	for name: String in names:
		sorted[name] = records[name]
	return sorted


# --- What the editor's panel does without an editor -------------------------------------------------------------------

func message_at(time: int, game: int, own: int, direction: int, peer: int, packet: PackedByteArray, flags := 0) -> PackedByteArray:
	var record := Record.head(Record.MESSAGE, game)
	Record.set_message(record, direction, peer, 2, 0, packet)
	record.encode_u64(4, time)
	record.encode_s32(24, own)
	record.encode_u16(34, flags)
	return record


func described_at(time: int, game: int, own: int, kind: int, attributes: PackedByteArray) -> PackedByteArray:
	var record := Record.head(kind, game)
	record.encode_u64(4, time)
	record.encode_s32(24, own)
	record.append_array(attributes)
	return record


## Two processes: a server that sends 10 and 20 bytes, and its client, which gets them.
func recorded_run(folder: String) -> void:
	for old: String in DirAccess.get_files_at(folder) if DirAccess.dir_exists_absolute(folder) else PackedStringArray():
		DirAccess.remove_absolute(folder.path_join(old))
	DirAccess.make_dir_recursive_absolute(folder)
	var ten := PackedByteArray()
	ten.resize(10)
	var twenty := PackedByteArray()
	twenty.resize(20)
	var settings := Settings.new()
	settings.folder = folder
	settings.file_bytes = 400
	settings.files = 100
	var rows := {
		7: [
			described_at(1_000_000, 7, 1, Record.GAME, Record.text(Record.TAG_ROLE, "server") + Record.number_32(Record.TAG_PROCESS_ID, 44)),
			described_at(1_000_001, 7, 1, Record.NODE, Record.text(Record.TAG_NODE_PATH, "Main/Gate") + Record.text(Record.TAG_SCRIPT, "res://gate.gd")
					+ Record.text(Record.TAG_PLACE_SCENE, "res://main.tscn") + Record.text(Record.TAG_PLACE, "Gate")),
			message_at(1_500_000, 7, 1, Record.OUT, 9, ten),
			message_at(1_500_000, 7, 1, Record.OUT, 9, ten, Record.EARLIER),
			message_at(2_500_000, 7, 1, Record.OUT, 0, twenty),
		],
		8: [
			described_at(1_100_000, 8, 0, Record.GAME, Record.text(Record.TAG_ROLE, "client")),
			message_at(1_600_000, 8, 9, Record.IN, 1, ten),
			message_at(2_600_000, 8, 9, Record.IN, 1, twenty),
		],
	}
	for game: int in rows:
		var recording := Recording.new(settings)
		# As if by another process.
		recording._start = "20260101T00000%d" % game
		for record: PackedByteArray in rows[game]:
			recording.poll()
			recording.write(game, record.decode_u64(4), record)
		recording.close()


func times_in(file: String) -> Array[int]:
	var times: Array[int] = []
	var stream := Pcapng.Stream.new(PackedStringArray([file]))
	while stream.advance():
		times.append(stream.time)
	return times


func test_recordings_of_a_run() -> void:
	var folder := ProjectSettings.globalize_path("user://runs/20260101T000000")
	recorded_run(folder)
	var all := Recordings.all("user://runs")
	same(all.size(), 1, "recordings")
	var run: Recordings.Recording = all[0]
	same(run.processes.map(func(files: PackedStringArray) -> bool: return files.size() > 1), [true, false], "several files of a process")
	run.read()
	var facts := run.facts
	same([facts.begin, facts.end, facts.messages, facts.sent], [1_000_000, 2_600_000, 4, 30], "times, messages, bytes")
	same([facts.games[7].role, facts.games[7].process, facts.games[8].role, facts.games[8].id], ["server", 44, "client", 9], "games")
	same([facts.recorded(), facts.is_complete()], [[1, 9] as Array[int], true], "peers")
	same(facts.nodes["Main/Gate"], {"script": "res://gate.gd", "scene": "res://main.tscn", "place": "Gate"}, "node")
	var expected: Array[int] = [1_000_000, 1_000_001, 1_100_000, 1_500_000, 1_500_000, 1_600_000, 2_500_000, 2_600_000]
	same(times_in(run.whole()), expected, "merged in time")
	only_its_owners(run.whole())
	same(times_in(run.once()), [1_000_000, 1_000_001, 1_100_000, 1_600_000, 2_600_000] as Array[int], "each message once")
	# The files made here are no recordings.
	same(Recordings.all("user://runs")[0].bytes, run.bytes, "bytes")
	# A peer that has not recorded: its messages are in one recording only.
	facts.peers[77] = true
	same([facts.is_complete(), run.once()], [false, run.whole()], "not complete")
	Recordings.delete(run)
	same([DirAccess.dir_exists_absolute(folder), Recordings.all("user://runs").size()], [false, 0], "deleted")


func test_recording_that_is_cut() -> void:
	var folder := ProjectSettings.globalize_path("user://runs/20260101T000001")
	recorded_run(folder)
	var file: String = Recordings.all("user://runs")[0].processes[0][0]
	var bytes := FileAccess.get_file_as_bytes(file)
	var whole := Pcapng.Facts.new()
	Pcapng.read_facts(bytes, whole)
	same(whole.nodes.size(), 1, "the whole file")
	var first := 0
	for length: int in bytes.size():
		var facts := Pcapng.Facts.new()
		Pcapng.read_facts(bytes.slice(0, length), facts)
		if facts.nodes.size() == 1 and first == 0:
			first = length
	# The node is known from the byte on that completes its block.
	same(bytes.decode_u32(first - bytes.decode_u32(first - 4)), Recording.PACKET, "the node's block is complete")
	# Lengths that lie.
	for at: int in range(0, bytes.size() - 4, 4):
		for lie: int in [0, 3, 0x7F7F7F7F]:
			var lying := bytes.duplicate()
			lying.encode_u32(at, lie)
			Pcapng.read_facts(lying, Pcapng.Facts.new())
	Recordings.delete(Recordings.all("user://runs")[0])


func test_oldest_runs_go() -> void:
	for number: int in Recordings.KEPT + 2:
		recorded_run(ProjectSettings.globalize_path("user://many/2025010%dT000000" % number if number < 10 else "user://many/202501%dT000000" % number))
	Recordings.begin_run("user://many")
	var left := Recordings.all("user://many")
	same([left.size(), left[-1].name], [Recordings.KEPT - 1, "20250103T000000"], "runs")
	for run: Recordings.Recording in left:
		Recordings.delete(run)


func test_options_for_tshark() -> void:
	same(Tshark.project_option("/home/me/моя \"игра\\"), "uat:godot_projects:\"/home/me/\\xd0\\xbc\\xd0\\xbe\\xd1\\x8f \\x22\\xd0\\xb8\\xd0\\xb3\\xd1\\x80\\xd0\\xb0\\x5c\"", "project")
	var tshark := Tshark.new()
	same(tshark.window_arguments("", "/p"), PackedStringArray(["-o", "uat:godot_projects:\"/p\"", "-k", "-i", "godotdump"]), "live")
	tshark.has_profile = true
	same(tshark.window_arguments("/a b", "/p").slice(0, 2), PackedStringArray(["-C", "Godot"]), "profile")
	same(tshark.window_arguments("/a b", "/p").slice(4), PackedStringArray(["-r", "/a b"]), "file")
	same(Tshark.table_of("x\n{\"rows\": [\n {\"a\": 1}\n], \"not_judged\": []}\n"), {"rows": [{"a": 1.0}], "not_judged": []}, "rows")
	same(Tshark.table_of("[\n]\n"), null, "no table")
	same(Tshark.open_lines([{"what": "3 calls", "what_to_do": "Look."}]), PackedStringArray(["Not judged: 3 calls. Look."]), "not judged")
	for wrong: String in ["", "tshark: error", "[1", "] ["]:
		same(Tshark.table_of(wrong), null, wrong)


func test_finding_tshark() -> void:
	var folder := ProjectSettings.globalize_path("user://bin")
	DirAccess.make_dir_recursive_absolute(folder)
	for name: String in ["tshark", "wireshark", "other"]:
		FileAccess.open(folder.path_join(name), FileAccess.WRITE).store_string("#!/bin/sh\n")
	for given: String in ["", "/tshark", "/wireshark"]:
		same(Tshark.find("tshark", folder + given), folder + "/tshark", given)
	same(Tshark.find("wireshark", folder), folder + "/wireshark", "wireshark")
	same(Tshark.find("tshark", folder + "/nothing/tshark"), "", "not there")
	DirAccess.remove_absolute(folder + "/tshark")
	same(Tshark.find("tshark", folder + "/other"), folder + "/other", "a program of another name")
	var path := OS.get_environment("PATH")
	OS.set_environment("PATH", "/nowhere:" + folder)
	same(Tshark.find("other"), folder + "/other", "in PATH")
	OS.set_environment("PATH", path)


func test_finding_what_needs_no_wireshark() -> void:
	var folder := ProjectSettings.globalize_path("user://beside")
	DirAccess.make_dir_recursive_absolute(folder)
	for row: Array in [["godot-analyse 1.2", true], ["another program", false]]:
		FileAccess.open(folder + "/godot-analyse", FileAccess.WRITE).store_string("#!/bin/sh\necho '%s'\n" % row[0])
		OS.execute("chmod", ["+x", folder + "/godot-analyse"])
		var tshark := Tshark.new()
		tshark.find_analyser("user://beside")
		same(tshark.analyser == folder + "/godot-analyse", row[1], row[0])
		if row[1]:
			same(tshark.can_answer(), true, "it can answer")
			same(tshark.tables("/a.pcapng", "/p", ["godot,problems,json"]), PackedStringArray(["/a.pcapng", "--project", "/p", "godot,problems,json"]), "options")
	var without := Tshark.new()
	same(without.can_answer(), false, "neither")
	same(without.tables("/a.pcapng", "/p", ["godot,sync"])[0], "-2", "tshark's options")


## As the editor's list of files: what the project has, by its kind.
func listed(path: String) -> String:
	var kinds := {"gd": "GDScript", "tscn": "PackedScene", "png": "CompressedTexture2D"}
	return kinds.get(path.get_extension(), "") if FileAccess.file_exists(path) else ""


## A recording names files; only those of the project may be loaded. The harmless script would leave a file when it is loaded.
func test_recordings_name_no_files_outside() -> void:
	Places.type_of = listed
	var folder := OS.get_user_data_dir()
	var outside := folder.path_join("outside.gd")
	var mark := folder.path_join("was_loaded")
	var script := FileAccess.open(outside, FileAccess.WRITE)
	script.store_string("@tool\nextends Node\nstatic var mark := FileAccess.open(\"%s\", FileAccess.WRITE)\nfunc other() -> void:\n\tpass\n" % mark)
	script.close()
	var scene := FileAccess.open(folder.path_join("outside.tscn"), FileAccess.WRITE)
	scene.store_string("[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"%s\" id=\"1\"]\n[node name=\"A\" type=\"Node\"]\nscript = ExtResource(\"1\")\n" % outside)
	scene.close()
	# The same two, as they may be written.
	var up := "res://" + "../".repeat(ProjectSettings.globalize_path("res://").count("/")) + outside.trim_prefix("/").get_base_dir()
	for at: String in ["user://", folder + "/", "file://" + folder + "/", up + "/", "res://tests/../../", "res:///", "res://./tests/", "res://tests//"]:
		var facts := Pcapng.Facts.new()
		facts.nodes["Main"] = {"script": at + "outside.gd", "scene": at + "outside.tscn", "place": "."}
		facts.nodes["Main/Sync"] = {"script": at + "outside.gd", "scene": at + "outside.tscn", "place": "Sync"}
		facts.synchronizers["Main/Ship"] = "Main/Sync"
		for path: String in ["Main", "Main/Sync", "Main/Ship"]:
			for member: String in ["", "other", "none"]:
				same(Places.of(path, member, facts).is_known(), false, at + " " + path)
	same(Places.trusted("res://tests/declared/script.gd", &"Script"), "res://tests/declared/script.gd", "of the project")
	for row: Array in [["res://tests/declared/script.gd", &"PackedScene"], ["res://tests/nothing.gd", &"Script"], ["res://tests/../tests/all.gd", &"Script"],
			["res://tests//all.gd", &"Script"], ["tests/all.gd", &"Script"], [ProjectSettings.globalize_path("res://tests/all.gd"), &"Script"], ["", &"Script"]]:
		same(Places.trusted(row[0], row[1]), "", row[0])
	# A script of the project whose base is outside: its text is read, the base is not.
	for base: String in [outside, "../../../outside.gd", "user://outside.gd"]:
		same(Places.trusted(Places._base_of("extends \"%s\"\n" % base, "res://tests/x.gd"), &"Script"), "", base)
	same(Places._base_of("@tool\nclass_name X extends \"base.gd\"\n", "res://tests/declared/x.gd"), "res://tests/declared/base.gd", "beside it")
	same(FileAccess.file_exists(mark), false, "nothing was loaded")


func test_paths_stay_in_their_scene() -> void:
	var above := Node.new()
	var scene := Node.new()
	var node := Node.new()
	node.name = "A"
	above.add_child(scene)
	scene.add_child(node)
	root.add_child(above)
	same([Places.inside(scene, "."), Places.inside(scene, "A"), Places.inside(scene, "A/..")], [scene, node, scene], "inside")
	for path: String in ["..", "A/../..", "/root", str(above.get_path()), "B", ""]:
		same(Places.inside(scene, path), null, path)
	same(Places.inside(null, "."), null, "no scene")
	above.free()


## Twice the games take at most about twice the time; the square would be four times.
func test_many_games() -> void:
	var took: Array[int] = []
	for count: int in [20_000, 40_000]:
		var facts := Pcapng.Facts.new()
		for number: int in count:
			facts.games[number] = {"id": number + 1}
			facts.peers[number + 1] = true
		var begin := Time.get_ticks_usec()
		same([facts.recorded().size(), facts.is_complete()], [count, true], "games")
		took.append(Time.get_ticks_usec() - begin)
		facts.peers[count + 7] = true
		same(facts.is_complete(), false, "one did not record")
	print("  %d and %d microseconds for 20,000 and 40,000 games" % took)


func test_places() -> void:
	Places.type_of = listed
	same(Places.method_of("res://tests/declared/script.gd", "nothing"), ["res://tests/declared/script.gd", 0], "no such method")
	same(Places.method_of("res://tests/declared/script.gd", "x)|(.*"), ["res://tests/declared/script.gd", 0], "no name")
	var source := FileAccess.get_file_as_string("res://tests/declared/base.gd").split("\n")
	var script: GDScript = load("res://tests/declared/script.gd")
	for method: Dictionary in (script.get_base_script() as Script).get_script_method_list():
		if script.source_code.contains("func %s(" % method.name):
			continue
		var found := Places.method_of("res://tests/declared/script.gd", method.name)
		same([found[0], source[found[1] - 1].contains("func %s" % method.name)], ["res://tests/declared/base.gd", true], method.name)
	for row: Array in [["Sync", "..", "."], ["A/Sync", "..", "A"], ["A/Sync", "../B/C", "A/B/C"], [".", ".", "."], ["Sync", "../..", "."]]:
		same(Places.joined(row[0], NodePath(row[1])), NodePath(row[2]), "%s, %s" % [row[0], row[1]])
	var facts := Pcapng.Facts.new()
	var ship := "res://tests/game/ships/ship.tscn"
	facts.nodes["Main/Ships/Ship2"] = {"script": "", "scene": ship, "place": "."}
	same(Places.of("Main/Ships/Ship*", "", facts).scene, ship, "a row of several nodes")
	for path: String in ["", "Main", "Main/*", "Main/Ships/*/Sync", "#1"]:
		same(Places.of(path, "x", facts).is_known(), false, path)


func test_places_of_lines() -> void:
	for row: Array in [["Main/Gate.open(\"a.b: c\")", "Main/Gate", "open"], ["Main/Ship: position = Vector2(1, 2)", "Main/Ship", ""], ["", "", ""], ["x", "", ""]]:
		same(Watcher.place_of(row[0]), PackedStringArray([row[1], row[2]]), row[0])


func test_lines_of_the_programs() -> void:
	same(Watcher.row_of_tshark("\t".join(["not_allowed", "Main/Gate.open(2)", "", "refused", "red", "server"])),
			{"problem": "not_allowed", "node": "Main/Gate", "member": "open", "text": "refused", "from": "red", "to": "server"}, "tshark")
	same(Watcher.row_of_tshark("not_allowed"), {}, "too few fields")
	same(Watcher.row_of_analyser('{"frame": 4, "problem": "not_allowed", "cause": "refused", "node": "Main/Gate", "member": null, "from": "red", "to": "server"}'),
			{"text": "refused", "problem": "not_allowed", "node": "Main/Gate", "member": "", "from": "red", "to": "server"}, "godot-analyse")
	for line: String in ["", "[1]", "{", '{"complete": true, "not_judged": []}']:
		same(Watcher.row_of_analyser(line), {}, line)


## A later packet waits: tshark reads a message first where it was sent.
func test_packets_wait_for_earlier_ones() -> void:
	var packets := [[3, "a"], [5, "b"], [5, "c"], [9, "d"]]
	for row: Array in [[2, 0], [3, 1], [4, 1], [5, 3], [8, 3], [9, 4], [20, 4]]:
		same(Watcher.due(packets, row[0]), row[1], str(row[0]))
	same(Watcher.due([], 5), 0, "none")
	# A process that is late holds the packets of the others; one that has been silent does not, nor do those without a delay.
	var time := Watcher.WAIT + 5000
	same(Watcher.complete_until({}, 0, time), 5000, "no file")
	same(Watcher.complete_until({"a": [9000, 100], "b": [3000, 100]}, 200, time), 3000, "b is late")
	same(Watcher.complete_until({"a": [9000, 100], "b": [0, 100]}, 200, time), 0, "b has no packet yet")
	same(Watcher.complete_until({"a": [9000, 100], "b": [3000, 100]}, 100 + Watcher.SILENCE, time), 5000, "both are silent")
	same(Watcher.complete_until({"a": [9000, 100]}, 200, time), 5000, "a is on time")


func test_counts() -> void:
	var counts := Counts.new()
	counts._since = Time.get_ticks_msec() - 2 * Counts.PERIOD
	counts.add(Record.IN, 5, PackedByteArray([0, 1, 2]))
	counts.add(Record.OUT, -5, PackedByteArray([6, 1]))
	counts.add(Record.OUT, 5, PackedByteArray())
	same(Performance.get_custom_monitor(&"Wireshark/received"), 0, "before the second is over")
	counts.poll([])
	for row: Array in [["received", 3], ["sent", 2], ["calls", 3], ["states", 2], ["spawns", 0]]:
		same(Performance.get_custom_monitor(StringName("Wireshark/" + row[0])), row[1], row[0])
	counts.close()
	same(Performance.has_custom_monitor(&"Wireshark/received"), false, "closed")


func test_programs_in_the_background() -> void:
	for has_pipes: bool in [true, false]:
		Tshark.Job.has_pipes = has_pipes
		var job := Tshark.Job.new()
		same(job.start("/bin/sh", ["-c", "echo one; echo two >&2; exit 3"]), true, "started")
		await job.ended
		same([job.output, job.code, job.was_stopped, job.is_running], ["one\n", 3, false, false], "ended")
		if has_pipes:
			same(job.errors, "two\n", "errors")
		# Arguments arrive as they are, whatever a shell would make of them.
		var odd := PackedStringArray(["a b", "\"", "\\xd0", "$HOME", "`id`", "'", "моя; игра", "*", ""])
		var told := Tshark.Job.new()
		told.start("/usr/bin/printf", PackedStringArray(["%s\n"]) + odd)
		await told.ended
		same(told.output, "\n".join(odd) + "\n", "arguments")
	Tshark.Job.has_pipes = true
	# More than a pipe holds, on both outputs.
	var much := Tshark.Job.new()
	much.start("/bin/sh", ["-c", "i=0; while [ $i -lt 20000 ]; do echo 0123456789; echo 0123456789 >&2; i=$((i+1)); done"])
	await much.ended
	same([much.output.length(), much.errors.length()], [220_000, 220_000], "much output")
	var long := Tshark.Job.new()
	long.start("/bin/sleep", ["1000"])
	same(long.can_stop(), true, "can be stopped")
	long.stop()
	await long.ended
	same([long.was_stopped, long.output], [true, ""], "stopped")
	var none := Tshark.Job.new()
	if none.start("/nowhere/tshark", []):
		await none.ended
	same(none.output, "", "no such program")
	for row: Array in [["echo something else", Tshark.State.BROKEN], ["exit 1", Tshark.State.BROKEN],
			["echo 'TShark (Wireshark) 4.6.9'", Tshark.State.NO_PLUGIN]]:
		var program := ProjectSettings.globalize_path("user://bin/tshark")
		DirAccess.make_dir_recursive_absolute(program.get_base_dir())
		var file := FileAccess.open(program, FileAccess.WRITE)
		file.store_string("#!/bin/sh\n%s\n" % row[0])
		file.close()
		OS.execute("/bin/chmod", ["+x", program])
		var tshark := Tshark.new()
		tshark.examine(program)
		same(tshark.state, row[1], row[0])
	var missing := Tshark.new()
	missing.examine("/nowhere/tshark")
	same(missing.state, Tshark.State.MISSING, "missing")


## Scripts that the editor runs are tool scripts: others have no static variables there.
func test_scripts_of_the_editor() -> void:
	for name: String in DirAccess.get_files_at("res://addons/godot_wireshark/editor"):
		if name.ends_with(".gd"):
			var script: GDScript = load("res://addons/godot_wireshark/editor/" + name)
			same(script.is_tool(), true, name)
