# SPDX-License-Identifier: MIT
extends RefCounted
## Keeps records instead of sending them.

var is_open := true
var is_new := false
var records: Array[PackedByteArray] = []


func poll() -> void:
	pass


func write(_game: int, _time: int, record: PackedByteArray) -> void:
	records.append(record.duplicate())


func close() -> void:
	is_open = false
