# SPDX-License-Identifier: MIT
@tool
extends EditorPlugin
## Puts the autoload GodotWireshark into the project, its settings into the project settings, and the panel Wireshark below
## the editor's others.

const Export := preload("editor/export.gd")
const BottomPanel := preload("editor/panel.gd")
const ReceivedCounts := preload("editor/received_counts.gd")
const Settings := preload("settings.gd")
const AUTOLOAD := "GodotWireshark"

var panel: BottomPanel
var _export := Export.new()
var _counts := ReceivedCounts.new()


func _enable_plugin() -> void:
	add_autoload_singleton(AUTOLOAD, "godot_wireshark.gd")


func _disable_plugin() -> void:
	remove_autoload_singleton(AUTOLOAD)


func _enter_tree() -> void:
	Settings.register()
	add_debugger_plugin(_counts)
	add_export_plugin(_export)
	panel = BottomPanel.new()
	panel.live_tab.counts = _counts
	add_control_to_bottom_panel(panel, "Wireshark")


func _exit_tree() -> void:
	remove_control_from_bottom_panel(panel)
	panel.queue_free()
	remove_export_plugin(_export)
	remove_debugger_plugin(_counts)


## Before each run of the project.
func _build() -> bool:
	panel.begin_run()
	return true
