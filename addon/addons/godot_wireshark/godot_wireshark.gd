# SPDX-License-Identifier: MIT
extends Node
## The autoload GodotWireshark. Shows the game's multiplayer in Wireshark, over any transport:
##
##   multiplayer.multiplayer_peer = GodotWireshark.mirror(peer)
##
## This line is optional: other peers are wrapped automatically, unless the project settings switch that off.

const Hub := preload("hub.gd")
const MirrorPeer := preload("mirror_peer.gd")
const Settings := preload("settings.gd")

## Processed after all other nodes, so that a peer is wrapped in the frame in which it is set.
const LAST := 1 << 30

var _settings := Settings.new()
var _hub: Hub
## A peer that was already connected, so that it could not be wrapped.
var _left_alone: MultiplayerPeer


func _ready() -> void:
	process_mode = Node.PROCESS_MODE_ALWAYS
	process_priority = LAST
	process_physics_priority = LAST
	set_process(not _settings.is_off())
	set_physics_process(not _settings.is_off())


func _process(_delta: float) -> void:
	if _settings.wrap_automatically:
		_wrap()
	if _hub != null:
		_hub.poll()


func _physics_process(_delta: float) -> void:
	if _settings.wrap_automatically:
		_wrap()


func _exit_tree() -> void:
	if _hub != null:
		_hub.close()


## Returns the peer wrapped in a mirror, or the peer itself if the mirror is off.
func mirror(peer: MultiplayerPeer) -> MultiplayerPeer:
	if peer == null or peer is MirrorPeer or peer is OfflineMultiplayerPeer or _settings.is_off():
		return peer
	if _hub == null:
		_hub = Hub.new(_settings)
	return MirrorPeer.new(peer, _hub)


## Returns the wrapped peer: `GodotWireshark.unwrapped(multiplayer.multiplayer_peer) as ENetMultiplayerPeer`.
func unwrapped(peer: MultiplayerPeer) -> MultiplayerPeer:
	return (peer as MirrorPeer).inner if peer is MirrorPeer else peer


func _wrap() -> void:
	var peer := multiplayer.multiplayer_peer
	if peer == null or peer is MirrorPeer or peer is OfflineMultiplayerPeer or peer == _left_alone:
		return
	var is_client := peer.get_unique_id() != MultiplayerPeer.TARGET_PEER_SERVER
	var is_connected := peer.get_connection_status() == MultiplayerPeer.CONNECTION_CONNECTED
	if peer.get_connection_status() == MultiplayerPeer.CONNECTION_DISCONNECTED:
		return
	if not multiplayer.get_peers().is_empty() or (is_client and is_connected):
		# The multiplayer API forgets its connected peers when it gets another MultiplayerPeer.
		_left_alone = peer
		push_warning("godot_wireshark: the peer is connected already; set it with GodotWireshark.mirror(peer) instead")
		return
	multiplayer.multiplayer_peer = mirror(peer)
