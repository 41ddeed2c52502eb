# SPDX-License-Identifier: MIT
extends Node
@export var behaviour: Script
@export var scene: PackedScene
func _ready():
	var child = Node.new()
	child.set_script(behaviour)
	child.name = "Behaviour"
	add_child(child)
