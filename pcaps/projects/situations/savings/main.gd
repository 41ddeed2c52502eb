# SPDX-License-Identifier: MIT
extends Node
# args: role mode shouts   mode: always or change, of the label and of the lamp; shouts: each = send_bytes() for each peer, all = once, none
# The board moves in each state; the lamp changes its colour every 2 s; each client shouts 10 times a second.
var time := 0.0
var shouts := 0

func _ready() -> void:
	var words := OS.get_cmdline_user_args()
	if words[1] == "change":
		$Board/Sync.replication_config.property_set_replication_mode(^".:label", SceneReplicationConfig.REPLICATION_MODE_ON_CHANGE)
		for property: NodePath in [^".:colour", ^".:power"]:
			$Lamp/Sync.replication_config.property_set_replication_mode(property, SceneReplicationConfig.REPLICATION_MODE_ON_CHANGE)
	var peer := ENetMultiplayerPeer.new()
	if words[0] == "server":
		peer.create_server(24680, 8)
	else:
		peer.create_client("127.0.0.1", 24680)
	multiplayer.multiplayer_peer = peer

func _physics_process(delta: float) -> void:
	time += delta
	if multiplayer.is_server():
		$Board.position = Vector2(time * 40, 7)
		$Lamp.colour = Color.RED if int(time / 2) % 2 == 0 else Color.BLUE
	elif OS.get_cmdline_user_args()[2] != "none" and multiplayer.get_peers().size() == 3 and int(time * 10) != shouts:
		shouts = int(time * 10)
		var words := "who goes there? number %05d" % shouts
		if OS.get_cmdline_user_args()[2] == "all":
			multiplayer.send_bytes(words.to_utf8_buffer(), 0, MultiplayerPeer.TRANSFER_MODE_RELIABLE)
		else:
			for peer in multiplayer.get_peers():
				multiplayer.send_bytes(words.to_utf8_buffer(), peer, MultiplayerPeer.TRANSFER_MODE_RELIABLE)
