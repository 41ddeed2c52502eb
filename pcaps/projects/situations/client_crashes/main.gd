# SPDX-License-Identifier: MIT
# A player's game is killed while the server and another player call it.
extends Node
var a := OS.get_cmdline_user_args()
func wait(seconds: float): return get_tree().create_timer(seconds).timeout
func truth(kind: String, more := {}):
	var line := {"kind": kind, "proc": a[0], "t_us": int(Time.get_unix_time_from_system() * 1e6)}
	line.merge(more)
	print("TRUTH ", JSON.stringify(line))
func _ready():
	Engine.max_fps = 60
	var p := ENetMultiplayerPeer.new()
	if a[0] == "server": p.create_server(24680)
	else: p.create_client("127.0.0.1", 24680)
	multiplayer.multiplayer_peer = p
	if a[0] == "victim":
		await multiplayer.connected_to_server
		truth("id", {"id": multiplayer.get_unique_id()})
		await wait(1.5)
		truth("killed")
		OS.kill(OS.get_process_id())
	while multiplayer.get_peers().size() < 2: await wait(0.05)
	for i in 36:
		await wait(0.25)
		for id in multiplayer.get_peers():
			if a[0] == "server": news.rpc_id(id, i)
			else: wave.rpc_id(id, i)
			truth("rpc", {"to": id, "method": "news" if a[0] == "server" else "wave", "n": i})
@rpc("authority", "call_remote", "reliable") func news(n: int): truth("got", {"method": "news", "n": n})
@rpc("any_peer", "call_remote", "reliable") func wave(n: int): truth("got", {"method": "wave", "n": n})
