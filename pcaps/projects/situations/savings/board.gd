# SPDX-License-Identifier: MIT
extends Node2D
@export var label := "the board of the yard, with letters of chalk and a frame of oak"
