# SPDX-License-Identifier: MIT
extends Node
@rpc("any_peer", "reliable") func over(words: String, freq: float) -> void: Wire.got(self, &"over", [words, freq])
@rpc("authority", "unreliable") func static_noise(n: PackedFloat64Array) -> void: Wire.got(self, &"static_noise", [n])
