# SPDX-License-Identifier: MIT
extends RefCounted
## All mirrored peers of this process, and the outlets for their records. One for the process.

const Counts := preload("counts.gd")
const Knowledge := preload("knowledge.gd")
const LiveSender := preload("live_sender.gd")
const MirrorPeer := preload("mirror_peer.gd")
const Record := preload("record.gd")
const Recording := preload("recording.gd")
const Settings := preload("settings.gd")

const ADDON_VERSION := "0.1.0"
## How many nodes are checked again in each frame, in case their methods or properties have changed.
const LOOKED_AT_AGAIN := 2

var settings: Settings
## At least one outlet accepts records; otherwise none is made.
var is_wanted := false
## There are nodes that are not described yet.
var has_pending := false
## For the editor; null if the game was not started from it.
var counts: Counts

var _peers: Array[WeakRef] = []
var _outlets: Array[RefCounted] = []
var _knowledge: Knowledge
## Microseconds to add to the clock of the process to get the time since 1970.
var _epoch: int
var _sequences := {}
var _random := RandomNumberGenerator.new()
var _last_frame := -1
var _has_new_peer := false


func _init(its_settings: Settings) -> void:
	settings = its_settings
	_random.randomize()
	# A pause between the two clocks makes the difference too small: the largest of some is the best.
	_epoch = int(Time.get_unix_time_from_system() * 1e6) - Time.get_ticks_usec()
	for i: int in 8:
		_epoch = maxi(_epoch, int(Time.get_unix_time_from_system() * 1e6) - Time.get_ticks_usec())
	_knowledge = Knowledge.new(self)
	if EngineDebugger.is_active():
		counts = Counts.new()
	if settings.live:
		_outlets.append(LiveSender.new(settings))
	if settings.record:
		_outlets.append(Recording.new(settings))


func new_game() -> int:
	return _random.randi() << 32 | _random.randi()


func add(peer: MirrorPeer) -> void:
	_peers.append(weakref(peer))
	_sequences[peer.game] = 0
	if _knowledge == null:
		return
	_knowledge.watch()
	# The peer is described later, when it is the peer of a multiplayer API.
	_has_new_peer = true
	has_pending = true
	for outlet: RefCounted in _outlets:
		outlet.poll()
		is_wanted = is_wanted or outlet.is_open


## The mirrored peers that are still in use.
func peers() -> Array[MirrorPeer]:
	var found: Array[MirrorPeer] = []
	for reference: WeakRef in _peers:
		var peer: MirrorPeer = reference.get_ref()
		if peer != null:
			found.append(peer)
	if found.size() != _peers.size():
		_peers.assign(found.map(func(peer: MirrorPeer) -> WeakRef: return weakref(peer)))
	return found


## Called in each frame, by every mirrored peer and by the autoload.
func poll() -> void:
	var frame := Engine.get_process_frames()
	if frame == _last_frame or _knowledge == null:
		return
	_last_frame = frame
	if counts != null:
		counts.poll(peers())
	var wanted := false
	for outlet: RefCounted in _outlets:
		outlet.poll()
		wanted = wanted or outlet.is_open
	is_wanted = wanted
	if wanted and _has_new_listener():
		_describe_all()
	elif wanted:
		_knowledge.look_again(LOOKED_AT_AGAIN)
		describe_pending()


func close() -> void:
	if counts != null:
		counts.close()
		counts = null
	for outlet: RefCounted in _outlets:
		outlet.close()
	_outlets.clear()
	is_wanted = false
	has_pending = false
	# Breaks a cycle of references: knowledge, multiplayer API, mirrored peer, this hub.
	_knowledge.close()
	_knowledge = null


func describe_pending() -> void:
	if OS.get_thread_caller_id() != OS.get_main_thread_id():
		return
	if _has_new_peer:
		_describe_all()
	else:
		_knowledge.describe_pending()


## A record whose head lacks time, sequence and own id.
func write(peer: MirrorPeer, record: PackedByteArray) -> void:
	var time := Time.get_ticks_usec() + _epoch
	var sequence: int = _sequences[peer.game]
	_sequences[peer.game] = sequence + 1
	record.encode_u64(4, time)
	record.encode_u32(20, sequence)
	record.encode_s32(24, own_id(peer))
	for outlet: RefCounted in _outlets:
		if outlet.is_open:
			outlet.write(peer.game, time, record)


func own_id(peer: MirrorPeer) -> int:
	return 0 if peer.inner.get_connection_status() == MultiplayerPeer.CONNECTION_DISCONNECTED else peer.inner.get_unique_id()


func peer_event(peer: MirrorPeer, event: int, id: int) -> void:
	if is_wanted:
		var record := Record.head(Record.EVENT, peer.game)
		record.append_array(Record.number_8(Record.TAG_EVENT, event))
		record.append_array(Record.number_32(Record.TAG_EVENT_PEER, id))
		write(peer, record)


func status_changed(peer: MirrorPeer, status: MultiplayerPeer.ConnectionStatus) -> void:
	if not is_wanted:
		return
	var record := Record.head(Record.EVENT, peer.game)
	var events := {
		MultiplayerPeer.CONNECTION_DISCONNECTED: Record.CLOSED,
		MultiplayerPeer.CONNECTION_CONNECTING: Record.CONNECTING,
		MultiplayerPeer.CONNECTION_CONNECTED: Record.CONNECTED,
	}
	record.append_array(Record.number_8(Record.TAG_EVENT, events[status]))
	write(peer, record)
	if status == MultiplayerPeer.CONNECTION_CONNECTED:
		_describe_peer(peer)


## An outlet has just opened, and needs all descriptions.
func _has_new_listener() -> bool:
	return _outlets.any(func(outlet: RefCounted) -> bool: return outlet.is_new)


func _describe_all() -> void:
	_has_new_peer = false
	var has_new_listener := _has_new_listener()
	for outlet: RefCounted in _outlets:
		outlet.is_new = false
	var strangers: Array[MirrorPeer] = []
	for peer: MirrorPeer in peers():
		_describe_peer(peer)
		if _knowledge.api_of(peer) == null:
			strangers.append(peer)
	_knowledge.describe_all()
	# The multiplayer APIs of branches of the tree are found through their nodes.
	for peer: MirrorPeer in strangers:
		if _knowledge.api_of(peer) != null:
			_describe_peer(peer)
	if has_new_listener:
		for peer: MirrorPeer in peers():
			_tell_kept(peer)


## Messages of other multiplayer APIs have another format.
func _tell_kept(peer: MirrorPeer) -> void:
	if _knowledge.api_of(peer) is SceneMultiplayer:
		for record: PackedByteArray in peer.kept.records(peer.game):
			write(peer, record)


func _describe_peer(peer: MirrorPeer) -> void:
	var api := _knowledge.api_of(peer)
	var record := Record.head(Record.GAME, peer.game)
	record.append_array(Record.text(Record.TAG_ENGINE, Engine.get_version_info().string))
	record.append_array(Record.text(Record.TAG_ADDON, ADDON_VERSION))
	record.append_array(Record.text(Record.TAG_PROJECT, ProjectSettings.get_setting("application/config/name", "")))
	# Only where the project's files are: not in an exported game.
	if OS.has_feature("editor"):
		record.append_array(Record.text(Record.TAG_PROJECT_FOLDER, ProjectSettings.globalize_path("res://").trim_suffix("/")))
	record.append_array(Record.text(Record.TAG_TRANSPORT, peer.inner.get_class()))
	if api != null:
		record.append_array(Record.text(Record.TAG_API, api.get_class()))
		if api is SceneMultiplayer:
			record.append_array(Record.text(Record.TAG_ROOT_PATH, str((api as SceneMultiplayer).root_path)))
	record.append_array(Record.text(Record.TAG_ROLE, _role(peer.inner)))
	record.append_array(Record.number_32(Record.TAG_PROCESS_ID, OS.get_process_id()))
	record.append_array(Record.text(Record.TAG_SYSTEM, OS.get_name()))
	write(peer, record)


func _role(peer: MultiplayerPeer) -> String:
	if not peer.is_server_relay_supported():
		return "peer of a mesh"
	return "server" if own_id_is_server(peer) else "client"


func own_id_is_server(peer: MultiplayerPeer) -> bool:
	return (
		peer.get_connection_status() != MultiplayerPeer.CONNECTION_DISCONNECTED
		and peer.get_unique_id() == MultiplayerPeer.TARGET_PEER_SERVER
	)
