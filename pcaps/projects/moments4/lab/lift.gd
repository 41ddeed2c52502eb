# SPDX-License-Identifier: MIT
extends Node2D
## Its height is always sent, the rest on change.

var height := 0.0
var doors := {}
var label := ""
