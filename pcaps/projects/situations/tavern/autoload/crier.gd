# SPDX-License-Identifier: MIT
extends Node
enum Tone { SOFT, LOUD = 4, SHRILL }
@rpc("any_peer", "call_remote", "reliable") func cry(words: PackedStringArray, tone: Tone = Tone.SOFT, after: float = 0.25) -> void:
	Wire.got(self, &"cry", [words, tone, after])
@rpc("any_peer", "call_local") func who_is(id: int, answer: Variant) -> void:
	if multiplayer.get_remote_sender_id() != multiplayer.get_unique_id(): Wire.got(self, &"who_is", [id, answer])
