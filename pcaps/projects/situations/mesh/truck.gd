# SPDX-License-Identifier: MIT
extends Node3D
var cargo: Array = []
var _n := 0
func _enter_tree() -> void:
	if get_parent().name == "Crates" and not Wire.is_fault("crate_authority"): set_multiplayer_authority(3)
func _physics_process(_d: float) -> void:
	if multiplayer.multiplayer_peer.get_connection_status() != 2 or not is_multiplayer_authority() or multiplayer.get_peers().is_empty(): return
	_n += 1
	position = Vector3(_n, get_multiplayer_authority(), -0.5 * _n); $Cab.rotation_degrees = Vector3(0, _n, 0)
	if _n % 40 == 0: cargo = ["crate", _n, {"w": 1.5}]
	if _n % 25 == 0: horn.rpc(_n)
	if _n % 60 == 30:
		for p in multiplayer.get_peers(): flash.rpc_id(p, p, Basis.IDENTITY)
@rpc("authority", "unreliable") func horn(n: int) -> void: Wire.got(self, &"horn", [n])
@rpc("any_peer", "reliable", "call_remote", 1) func flash(whom: int, b: Basis) -> void: Wire.got(self, &"flash", [whom, b])
