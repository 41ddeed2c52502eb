# SPDX-License-Identifier: MIT
# One end alone does what both ends must: it replaces its peer, configures a method, has a scene, or renames a node.
extends Node
var a := OS.get_cmdline_user_args()
var is_server := a[0] == "server"
func wait(seconds: float): return get_tree().create_timer(seconds).timeout
func _ready():
	var p := ENetMultiplayerPeer.new()
	if is_server: p.create_server(24680)
	else: p.create_client("127.0.0.1", 24680)
	multiplayer.multiplayer_peer = p
	multiplayer.peer_connected.connect(_go)
	if is_server and a[1] == "config":
		$Bell.rpc_config("chime", {"rpc_mode": MultiplayerAPI.RPC_MODE_ANY_PEER, "transfer_mode": MultiplayerPeer.TRANSFER_MODE_RELIABLE, "call_local": false, "channel": 0})
	if not is_server and a[1] == "late": $Bell.name = "Away"
func _go(id):
	await wait(0.3)
	match a[1]:
		"again":
			if is_server:
				$Bell.ring.rpc_id(id, 1)
				await wait(0.3)
				var p := multiplayer.multiplayer_peer
				multiplayer.multiplayer_peer = null
				multiplayer.multiplayer_peer = p
				print("set again")
			else:
				await wait(0.8)
				for i in 6:
					$Bell.ring.rpc_id(id, 10 + i)
					await wait(0.5)
		"config":
			if is_server:
				for i in 3:
					$Bell.ring.rpc_id(id, i)
					await wait(0.3)
				$Bell.toll.rpc_id(id, "bong")
		"rename":
			if not is_server: return
			var bell := $Bell
			bell.ring.rpc_id(id, 1)
			bell.name = "Gong"
			bell.ring.rpc_id(id, 2)
			await wait(0.5)
			bell.ring.rpc_id(id, 3)
			await wait(2)
			# The client lacks this one; the game is killed before that can show.
			var lone := bell.duplicate()
			lone.name = "Lone"
			add_child(lone)
			lone.ring.rpc_id(id, 4)
			await wait(0.5)
			OS.kill(OS.get_process_id())
		"late":
			if is_server:
				for i in 8:
					$Bell.ring.rpc_id(id, i)
					await wait(0.3)
			else:
				await wait(0.7)
				$Away.name = "Bell"
				print("has the bell")
				for i in 4:
					$Bell.ring.rpc_id(id, 20 + i)
					await wait(0.8)
