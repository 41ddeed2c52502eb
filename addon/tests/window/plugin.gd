# SPDX-License-Identifier: MIT
@tool
extends EditorPlugin
## Tells where things are on the screen, for a script that presses the mouse's buttons (docs/pictures/take-editor), and what
## the editor shows.

const BottomPanel := preload("res://addons/godot_wireshark/editor/panel.gd")

var _panel: BottomPanel
var _since := 0.0


func _process(delta: float) -> void:
	_since += delta
	if _since < 0.25 or not OS.has_environment("PANEL_POSITIONS"):
		return
	_since = 0.0
	if _panel == null:
		for node: Node in EditorInterface.get_base_control().find_children("*", "VBoxContainer", true, false):
			if node.get_script() == BottomPanel:
				_panel = node
		return
	var wanted := OS.get_environment("PANEL_POSITIONS") + ".do"
	if FileAccess.file_exists(wanted):
		var act := FileAccess.get_file_as_string(wanted).strip_edges()
		DirAccess.remove_absolute(wanted)
		if act == "play":
			EditorInterface.play_main_scene()
		elif act == "stop":
			EditorInterface.stop_playing_scene()
	var found := {
		"playing": EditorInterface.is_playing_scene(),
		"scanning": EditorInterface.get_resource_filesystem().is_scanning(),
		"tshark": _panel.tshark.state,
		"visible": _panel.is_visible_in_tree(),
		"problems": _panel._problems.get_root().get_child_count() if _panel._problems.get_root() != null and not _panel._rows.is_empty() else 0,
		"coming": _panel.live_tab._coming.get_root().get_child_count() if _panel.live_tab._coming.get_root() != null else 0,
		"instances": _panel.live_tab.counts.seconds.size(),
		"tab": _tab(EditorInterface.get_base_control()),
		"record": _middle(_panel._record),
		"script": "",
		"line": 0,
		"selected": "",
		"sideways": _scrolls_sideways(),
	}
	for row: Array in [["problem", _panel._problems], ["cost", _panel._costs]]:
		var tree: Tree = row[1]
		if tree.get_root() != null and tree.get_root().get_first_child() != null:
			var area := tree.get_item_area_rect(tree.get_root().get_first_child(), 1)
			found[row[0]] = _at(tree.get_screen_position() + area.position + area.size / 2)
	var bar := _panel._tabs.get_tab_bar()
	for index: int in bar.tab_count:
		found["part %d" % index] = _at(bar.get_screen_position() + bar.get_tab_rect(index).get_center())
	var script := EditorInterface.get_script_editor().get_current_script()
	if script != null:
		found.script = script.resource_path
		found.line = (EditorInterface.get_script_editor().get_current_editor().get_base_editor() as CodeEdit).get_caret_line() + 1
	for node: Node in EditorInterface.get_selection().get_selected_nodes():
		found.selected = "%s:%s" % [node.owner.scene_file_path if node.owner != null else node.scene_file_path, node.name]
	var file := FileAccess.open(OS.get_environment("PANEL_POSITIONS"), FileAccess.WRITE)
	file.store_string(JSON.stringify(found))


## A list of the panel is wider than its place.
func _scrolls_sideways() -> bool:
	for tree: Tree in [_panel._list, _panel._problems, _panel._costs, _panel.live_tab._now, _panel.live_tab._coming]:
		for child: Node in tree.get_children(true):
			if child is HScrollBar and (child as HScrollBar).is_visible_in_tree():
				return true
	return false


func _tab(below: Control) -> Array:
	for node: Node in below.find_children("*", "TabBar", true, false):
		var bar := node as TabBar
		for index: int in bar.tab_count:
			if bar.get_tab_title(index) == "Wireshark" and bar.is_visible_in_tree():
				return _at(bar.get_screen_position() + bar.get_tab_rect(index).get_center())
	for node: Node in below.find_children("*", "Button", true, false):
		if (node as Button).text == "Wireshark" and (node as Button).is_visible_in_tree():
			return _middle(node as Button)
	return []


func _middle(control: Control) -> Array:
	return _at(control.get_screen_position() + control.size / 2)


func _at(place: Vector2) -> Array:
	return [int(place.x), int(place.y)]
