# SPDX-License-Identifier: MIT
extends Node2D
## Stands in the scene from the start, on every side.

var angle := 0.0
var open := false
var keys: Array[int] = []
var keeper := ""
var opened_at := 0
var lamp := Color.WHITE
var target: NodePath
var history: PackedStringArray = []
var state: Dictionary = {}
var never_sent := 1
