# SPDX-License-Identifier: MIT
extends Node2D

var prices := PackedInt32Array()
var clock := 0.0
var label := "the board of the market, which nobody has painted since the flood"
