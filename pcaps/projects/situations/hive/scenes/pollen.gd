# SPDX-License-Identifier: MIT
extends Node2D
var grains := 0
