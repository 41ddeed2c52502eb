# SPDX-License-Identifier: MIT
@tool
extends EditorExportPlugin
## Leaves out of exported games what only the editor needs.

const FOLDER := "res://addons/godot_wireshark/"
const OF_THE_EDITOR: Array[String] = ["editor/", "plugin.gd", "plugin.cfg", "icon.svg", "README.md", "LICENSE"]


## Exporters are asked in the order of their names; that of GDScript takes scripts, so this one comes before it.
func _get_name() -> String:
	return "Addon godot_wireshark"


func _export_file(path: String, _type: String, _features: PackedStringArray) -> void:
	for each: String in OF_THE_EDITOR:
		if path.begins_with(FOLDER + each):
			skip()
