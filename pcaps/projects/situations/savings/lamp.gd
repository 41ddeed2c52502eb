# SPDX-License-Identifier: MIT
extends Node
@export var colour := Color.RED
@export var power := 60
