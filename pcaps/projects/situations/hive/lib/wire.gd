# SPDX-License-Identifier: MIT
extends Node
## Puts a MultiplayerAPIExtension between the tree and SceneMultiplayer; the games call rpc() plainly.
class Probe extends MultiplayerAPIExtension:
	var base := SceneMultiplayer.new()
	var label := ""
	var sink: Callable
	func _init(s: Callable, l := "") -> void:
		sink = s; label = l
		base.connected_to_server.connect(func() -> void: note("connected"); connected_to_server.emit())
		base.connection_failed.connect(func() -> void: note("connection_failed"); connection_failed.emit())
		base.server_disconnected.connect(func() -> void: note("server_disconnected"); server_disconnected.emit())
		base.peer_connected.connect(func(i: int) -> void: note("peer_connected", i); peer_connected.emit(i))
		base.peer_disconnected.connect(func(i: int) -> void: note("peer_disconnected", i); peer_disconnected.emit(i))
	func note(e: String, i := 0) -> void:
		sink.call("event", {"event": e, "id": i, "me": base.get_unique_id(), "api": label})
	func _poll() -> Error: return base.poll()
	func _rpc(peer: int, object: Object, method: StringName, args: Array) -> Error:
		var n := object as Node
		var me := base.get_unique_id()
		var tg: Array = [peer] if peer > 0 else Array(base.get_peers()).filter(func(i: int) -> bool: return i != -peer)
		tg = tg.filter(func(i: int) -> bool: return i != me)
		var texts: Array = args.map(Wire.text)
		var cfg := Wire.config(n, method)
		var e := base.rpc(peer, object, method, args)
		sink.call("rpc", {"api": label, "from": me, "to": peer, "targets": tg, "node": Wire.rel(n, base), "method": method, "index": cfg.index,
			"channel": cfg.get("channel", 0), "mode": cfg.get("mode", 2), "args": texts, "names": Wire.argnames(n, method), "error": e})
		return e
	func _object_configuration_add(o: Object, c: Variant) -> Error:
		var e := base.object_configuration_add(o, c)
		return e
	func _object_configuration_remove(o: Object, c: Variant) -> Error: return base.object_configuration_remove(o, c)
	func _set_multiplayer_peer(p: MultiplayerPeer) -> void: base.multiplayer_peer = p
	func _get_multiplayer_peer() -> MultiplayerPeer: return base.multiplayer_peer
	func _get_unique_id() -> int: return base.get_unique_id()
	func _get_remote_sender_id() -> int: return base.get_remote_sender_id()
	func _get_peer_ids() -> PackedInt32Array: return base.get_peers()

var opt := {}
var role := "server"
var fault := ""
var probe: Probe
var _f: FileAccess

func _init() -> void:
	for a: String in OS.get_cmdline_user_args():
		var p := a.trim_prefix("--").split("=")
		opt[p[0]] = p[1] if p.size() > 1 else "1"
	role = opt.get("role", "server"); fault = opt.get("fault", "")
	if opt.has("truth"): _f = FileAccess.open(opt.truth, FileAccess.WRITE)
	Engine.max_fps = int(opt.get("fps", "40")); Engine.physics_ticks_per_second = 30

func _enter_tree() -> void:
	probe = Probe.new(put)
	get_tree().set_multiplayer(probe)
	get_tree().create_timer(float(opt.get("patience", "45"))).timeout.connect(func() -> void: put("event", {"event": "patience"}); get_tree().quit(3))
	get_tree().node_added.connect(_watch)

func is_fault(f: String) -> bool: return fault == f
func seeded(what: String, l := {}) -> void:
	var d := {"fault": fault, "what": what}; d.merge(l); put("fault", d)
func put(kind: String, l: Dictionary) -> void:
	if _f == null: return
	var d := {"kind": kind, "t_us": int(Time.get_unix_time_from_system() * 1e6), "proc": role}
	d.merge(l, true); _f.store_line(JSON.stringify(d, "", false)); _f.flush()
func got(n: Node, method: StringName, args: Array) -> void:
	put("got", {"from": n.multiplayer.get_remote_sender_id(), "me": n.multiplayer.get_unique_id(), "node": rel(n), "method": method, "args": args.map(text)})
func text(v: Variant) -> String:
	if typeof(v) == TYPE_OBJECT: return "null" if not is_instance_valid(v) else "OBJECT"
	var s := var_to_str(v)
	return s if s.length() < 4000 else "len:%d" % s.length()
func rel(n: Node, b: MultiplayerAPI = null) -> String:
	if b == null: b = n.multiplayer
	if b is Probe: b = b.base
	var rp: NodePath = b.root_path if b is SceneMultiplayer else NodePath("/root")
	var r: Node = get_tree().root if str(rp) in ["", "/root"] else get_node(rp)
	return str(r.get_path_to(n))
func argnames(n: Node, method: StringName) -> Array:
	for m in n.get_method_list():
		if m.name == method: return m.args.map(func(a: Dictionary) -> String: return a.name)
	return []
func config(n: Node, method: StringName) -> Dictionary:
	var lists: Array = [n.get_script().get_rpc_config() if n.get_script() else {}, n.get_node_rpc_config()]
	for i in 2:
		var l: Variant = lists[i]
		if l is Dictionary and l.has(method):
			var names: Array = l.keys().map(func(k: Variant) -> String: return str(k)); names.sort()
			return {"index": names.find(str(method)) + (0x8000 if i == 1 else 0), "channel": l[method].get("channel", 0), "mode": l[method].get("transfer_mode", 2)}
	return {"index": -1}
func _watch(n: Node) -> void:
	if n is MultiplayerSynchronizer:
		n.synchronized.connect(_sync.bind(n, false)); n.delta_synchronized.connect(_sync.bind(n, true))
	elif n is MultiplayerSpawner:
		n.spawned.connect(_spawn.bind(n, "spawned")); n.despawned.connect(_spawn.bind(n, "despawned"))
func _spawn(n: Node, sp: MultiplayerSpawner, what: String) -> void:
	if what == "spawned": n.set_meta(&"_was", rel(n, sp.multiplayer))
	put(what, {"from": sp.get_multiplayer_authority(), "to": sp.multiplayer.get_unique_id(), "spawner": rel(sp), "node": n.get_meta(&"_was", "?"), "scene": n.scene_file_path})
func _sync(s: MultiplayerSynchronizer, delta: bool) -> void:
	var root := s.get_node_or_null(s.root_path)
	if root == null: return
	var props := []
	for p: NodePath in s.replication_config.get_properties():
		if s.replication_config.property_get_replication_mode(p) == (2 if delta else 1):
			var f := root.get_node_and_resource(p)
			var o: Object = f[0] if f[1] == null else f[1]
			props.append([str(p), text(o.get_indexed(f[2])) if o else "?"])
	put("delta" if delta else "synced", {"from": s.get_multiplayer_authority(), "to": s.multiplayer.get_unique_id(), "node": rel(root, s.multiplayer), "sync": rel(s), "props": props})
func secs(s: float) -> Signal: return get_tree().create_timer(s).timeout
func port() -> int: return int(opt.get("port", "24900"))
func cport() -> int: return int(opt.get("cport", str(port())))
