# SPDX-License-Identifier: MIT
extends Node
@rpc("any_peer", "reliable") func self_test(stage: int, ok: bool) -> void: Wire.got(self, &"self_test", [stage, ok])
@rpc("authority", "unreliable", "call_remote", 7) func heartbeat(ms: int) -> void: Wire.got(self, &"heartbeat", [ms])
