# SPDX-License-Identifier: MIT
extends Node
# args: role own|shared    own: this end has an API of its own for the branch
func _ready():
	var a := OS.get_cmdline_user_args()
	var p := ENetMultiplayerPeer.new()
	var api: MultiplayerAPI = get_tree().get_multiplayer()
	if a[1] == "own":
		api = SceneMultiplayer.new()
		get_tree().set_multiplayer(api, get_path())
	if a[0] == "server":
		p.create_server(24680, 8)
		api.peer_connected.connect(_go)
	else: p.create_client("127.0.0.1", 24680)
	api.multiplayer_peer = p
	await get_tree().create_timer(4).timeout
	get_tree().quit()
func _go(id):
	await get_tree().create_timer(0.3).timeout
	for i in 3:
		hello.rpc_id(id, i)
		$Child.wave.rpc_id(id, i)
		await get_tree().create_timer(0.9).timeout
@rpc("any_peer", "call_remote", "reliable") func hello(n: int): print("hello ", n)
