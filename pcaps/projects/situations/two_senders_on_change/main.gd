# SPDX-License-Identifier: MIT
extends Node
# args: role kind   kind: half = only the client itself takes the authority; slow = always, every 0.6 s; turns = the same, and all give the authority to the owner after 4 s
var t := 0.0
func _ready():
	var a := OS.get_cmdline_user_args()
	var p := ENetMultiplayerPeer.new()
	if a[0] == "server": p.create_server(24680, 8)
	else:
		p.create_client("127.0.0.1", 24680)
		if a[0] == "owner" and a[1] != "turns":
			$Board/Sync.set_multiplayer_authority(p.get_unique_id())
	multiplayer.multiplayer_peer = p
	if a[1] in ["slow", "turns"]:
		$Board/Sync.replication_config.property_set_replication_mode(^".:score", SceneReplicationConfig.REPLICATION_MODE_ALWAYS)
		$Board/Sync.replication_interval = 0.6
	await get_tree().create_timer(4).timeout
	print("score ", $Board.get_meta("score", 0))
	if a[1] == "turns":
		$Board/Sync.set_multiplayer_authority(p.get_unique_id() if a[0] == "owner" else multiplayer.get_peers()[0])
func _process(d):
	t += d
	if OS.get_cmdline_user_args()[0] in ["owner", "server"] and int(t * 10) != int($Board.get_meta("score", 0)) % 1000:
		$Board.score = int(t * 10) + (1000 if multiplayer.is_server() else 0)
