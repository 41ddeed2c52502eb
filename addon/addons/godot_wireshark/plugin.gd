# SPDX-License-Identifier: MIT
@tool
extends EditorPlugin
## Puts the autoload GodotWireshark into the project, and its settings into the project settings.

const Settings := preload("settings.gd")
const AUTOLOAD := "GodotWireshark"


func _enable_plugin() -> void:
	add_autoload_singleton(AUTOLOAD, "godot_wireshark.gd")


func _disable_plugin() -> void:
	remove_autoload_singleton(AUTOLOAD)


func _enter_tree() -> void:
	Settings.register()
