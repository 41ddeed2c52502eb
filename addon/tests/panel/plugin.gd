# SPDX-License-Identifier: MIT
@tool
extends EditorPlugin
## Operates the panel in an editor as a user does, and checks what it shows: addon/tests/run --editor. PANEL_TEST says what
## is expected: `ready` (tshark with the plugin), `analyse` (no tshark, but godot-analyse in the addon's folder bin), `none` (no tshark), `wrong` (another program), `no plugin`.

const BottomPanel := preload("res://addons/godot_wireshark/editor/panel.gd")
const Tshark := preload("res://addons/godot_wireshark/editor/tshark.gd")

## Milliseconds for each wait, on a machine that is busy with other things.
const PATIENCE := 90_000
const STATES := {"ready": Tshark.State.READY, "analyse": Tshark.State.MISSING, "none": Tshark.State.MISSING, "wrong": Tshark.State.BROKEN, "no plugin": Tshark.State.NO_PLUGIN}

var _panel: BottomPanel
var _checks := 0
var _failures := 0


func _enter_tree() -> void:
	if OS.has_environment("PANEL_TEST"):
		_test.call_deferred()


func same(found: Variant, expected: Variant, what: String) -> void:
	_checks += 1
	if typeof(found) != typeof(expected) or found != expected:
		_failures += 1
		printerr("  %s: %s instead of %s" % [what, found, expected])


func until(condition: Callable, what: String) -> bool:
	var begin := Time.get_ticks_msec()
	while not condition.call():
		if Time.get_ticks_msec() - begin > PATIENCE:
			same("waited in vain", what, "patience")
			return false
		await get_tree().process_frame
	return true


func _test() -> void:
	await _operate(OS.get_environment("PANEL_TEST"))
	print("panel, %s: %d checks, %d failures" % [OS.get_environment("PANEL_TEST"), _checks, _failures])
	get_tree().quit(1 if _failures or _checks == 0 else 0)


func _operate(mode: String) -> void:
	await until(func() -> bool: return not EditorInterface.get_resource_filesystem().is_scanning(), "the project is scanned")
	for node: Node in EditorInterface.get_base_control().find_children("*", "VBoxContainer", true, false):
		if node.get_script() == BottomPanel:
			_panel = node
	if not await until(func() -> bool: return _panel != null and _panel.tshark.state != Tshark.State.UNKNOWN, "tshark is examined"):
		return
	if OS.has_environment("PANEL_TSHARK"):
		EditorInterface.get_editor_settings().set_setting(BottomPanel.TSHARK_SETTING, OS.get_environment("PANEL_TSHARK"))
		_panel.tshark.state = Tshark.State.UNKNOWN
		_panel.examine()
		await until(func() -> bool: return _panel.tshark.state != Tshark.State.UNKNOWN, "tshark is examined again")
	same(_panel.tshark.state, STATES[mode], "state of tshark")
	if mode == "analyse":
		same(_panel.tshark.analyser.get_file(), "godot-analyse", "beside the addon")
	else:
		_panel.tshark.analyser = ""  # one that this machine has
		_panel.tshark.watches = false
	if _failures:
		return
	# Record is switched on once; the project is run as by F5.
	_panel._record.button_pressed = true
	make_bottom_panel_item_visible(_panel)
	var before := _panel.recordings.size()
	EditorInterface.play_main_scene()
	if not await until(EditorInterface.is_playing_scene, "the game runs"):
		return
	await _live(mode)
	# As by F8.
	EditorInterface.stop_playing_scene()
	if not await until(func() -> bool: return not EditorInterface.is_playing_scene(), "the game ends"):
		return
	if not await until(func() -> bool: return _panel.selected != null and _panel.recordings.size() == before + 1, "the run is listed"):
		return
	_check_recording()
	if mode in ["ready", "analyse"]:
		await _check_findings()
	else:
		await _check_lack(mode)


## Counts come while the game runs, without tshark.
func _live(mode: String) -> void:
	if not await until(func() -> bool: return _panel.live_tab.counts.seconds.size() == 3, "three instances count"):
		return
	await until(func() -> bool: return _states_sent() > 0, "states are counted")
	same(_panel.live_tab._now.get_root().get_child_count(), 3, "rows of instances")
	if mode in ["ready", "analyse"]:
		# Problems come while the game runs.
		if await until(func() -> bool: return _panel.live_tab._coming.get_root() != null, "a problem comes"):
			same(_panel.live_tab._coming.get_root().get_first_child().get_text(BottomPanel.LiveTab.Coming.WHERE), "Main/Gate.open", "its place")
	# The recording has a second or more, by the clocks of the instances: each says one after the other.
	var seconds: Array[int] = [0]
	_panel.live_tab.counts.changed.connect(func() -> void: seconds[0] += 1)
	await until(func() -> bool: return seconds[0] >= 9, "three seconds of each instance")


func _states_sent() -> int:
	var sum := 0
	for second: Dictionary in _panel.live_tab.counts.seconds.values():
		sum += second.sent[6]
	return sum


func _check_recording() -> void:
	var facts := _panel.selected.facts
	same(_panel.selected.processes.size(), 3, "processes")
	same(facts.recorded().size(), 3, "peers that recorded")
	same(facts.recorded().has(1), true, "the server recorded")
	same(facts.is_complete(), true, "all have recorded")
	same(facts.sent > 1000 and facts.seconds() > 1.0, true, "bytes and time")
	var item := _panel._list.get_selected()
	same(item.get_text(BottomPanel.List.PEERS).contains("server") and item.get_text(BottomPanel.List.PEERS).contains("2 × client"), true, "peers in the list")
	same(OS.get_environment("GODOT_WIRESHARK"), "run", "the environment while Record is on")


func _check_findings() -> void:
	if not await until(func() -> bool: return _panel._problems.get_root() != null and not _panel._rows.is_empty(), "tshark has answered"):
		return
	var first := _panel._problems.get_root().get_first_child()
	same(first.get_text(BottomPanel.Problem.CAUSE), "the caller may not call the method", "cause")
	same(first.get_text(BottomPanel.Problem.WHERE), "Main/Gate.open", "where")
	same(first.get_text(BottomPanel.Problem.REMEDY) != "", true, "remedy")
	same(int(first.get_text(BottomPanel.Problem.COUNT)) > 0, true, "count")
	same(first.get_text(BottomPanel.Problem.WHO).ends_with(" → server"), true, "who called whom: " + first.get_text(BottomPanel.Problem.WHO))
	# Each refused call has two records. What came while the game ran is the beginning of the run, at most all of it.
	var came := 0
	for item: TreeItem in (_panel.live_tab._coming.get_root().get_children() if _panel.live_tab._coming.get_root() != null else []):
		if item.get_text(BottomPanel.LiveTab.Coming.WHERE) == "Main/Gate.open":
			came += int(item.get_text(BottomPanel.LiveTab.Coming.COUNT))
	var found := 0
	for row: Dictionary in _panel._kept(_panel.selected).problems:
		if row.get("node") == "Main/Gate" and row.get("member") == "open":
			found += int(row.count)
	print("refused calls while the game ran: ", came, "; in the list: ", found)
	same(came > 0, true, "problems came")
	same(found > 0 and came <= found, true, "%d problems came, %d are listed" % [came, found])
	# A double click: the script at the method.
	first.select(0)
	_panel._problems.item_activated.emit()
	same([_panel.shown.file, _panel.shown.line], ["res://gate.gd", 13], "the method")
	await until(func() -> bool: return EditorInterface.get_script_editor().get_current_script() != null, "the script is open")
	same(EditorInterface.get_script_editor().get_current_script().resource_path, "res://gate.gd", "the open script")
	same(EditorInterface.get_script_editor().get_current_editor().get_base_editor().get_caret_line(), 12, "the caret's line")
	# The dearest row: the property of the spawned ship, in its scene.
	var dearest := _panel._costs.get_root().get_first_child()
	same([dearest.get_text(BottomPanel.Cost.NODE), dearest.get_text(BottomPanel.Cost.MEMBER)], ["Main/Ships/Ship*", "trail"], "the dearest")
	dearest.select(0)
	_panel._costs.item_activated.emit()
	if await until(func() -> bool: return not EditorInterface.get_selection().get_selected_nodes().is_empty(), "a node is selected"):
		var root := EditorInterface.get_edited_scene_root()
		same(root.scene_file_path, "res://ships/ship.tscn", "the open scene")
		same(EditorInterface.get_selection().get_selected_nodes(), [root] as Array[Node], "the selected node")
	# Each message counts once: the table's sum is what was received.
	var total := 0
	for row: Dictionary in _panel._rows:
		total += int(row.total)
	var received: int = _panel.selected.facts.received
	print("the sum of the costs: ", total, " of ", received, " bytes received, ", _panel.selected.facts.sent, " sent")
	same(total, received, "the sum of the costs")
	# The last row of the list by kind, then back.
	_panel._on_title(BottomPanel.Cost.NODE, MOUSE_BUTTON_LEFT)
	same(_panel._costs.get_root().get_first_child().get_text(BottomPanel.Cost.NODE) <= "Main", true, "sorted by node")
	_panel.make_report()
	var page := _panel.selected.folder.path_join("report.html")
	if await until(func() -> bool: return _panel._job == null, "the report is written"):
		same(FileAccess.get_file_as_string(page).begins_with("<!"), true, "the report")
	# What was found is kept for the next time.
	_panel.selected = null
	_panel._on_selected()
	same(_panel._job, null, "nothing is asked again")
	same(_panel._problems.get_root().get_first_child().get_text(BottomPanel.Problem.CAUSE), "the caller may not call the method", "cause again")
	# Stopped before it ends: nothing is shown.
	DirAccess.remove_absolute(_panel.selected.folder.path_join("found.json"))
	_panel._on_selected()
	same(_panel._job != null, true, "asked again")
	_panel.stop()
	await until(func() -> bool: return _panel._job == null, "stopped")
	same(_panel._status.text, "Stopped.", "status")
	same(_panel._rows, [], "nothing is shown")


func _check_lack(mode: String) -> void:
	if OS.has_environment("PANEL_DOCTOR"):
		await until(func() -> bool: return _panel._job == null and _panel._advice != "", "the doctor has answered")
	var said: String = _panel._status.text
	same(said.count(". ") >= 1, true, "two sentences: " + said)
	for word: String in {"none": ["not found", "Editor Settings"], "wrong": ["is not tshark", "Editor Settings"], "no plugin": ["does not load the Godot plugin", "godot-wireshark-doctor"]}[mode]:
		same(said.contains(word), true, "%s in: %s" % [word, said])
	if OS.has_environment("PANEL_DOCTOR"):
		same(said.contains("godot-wireshark-doctor: " + _panel._advice), true, "advice in: " + said)
	same(_panel._report.disabled, Tshark.find_page() == "", "no report")
	same(_panel._open.disabled, false, "the recording can be opened")
	_check_page()


## The page in the addon's folder bin makes the report, where no program does.
func _check_page() -> void:
	var bin := ProjectSettings.globalize_path(Tshark.BIN)
	var page := bin.path_join(Tshark.PAGE)
	DirAccess.make_dir_recursive_absolute(bin)
	FileAccess.open(page, FileAccess.WRITE).store_string("<!DOCTYPE html>")
	same(Tshark.find_page(), page, "the page is found")
	_panel._say()
	same(_panel._report.disabled, false, "the page makes the report")
	_panel._report.pressed.emit()
	same(_panel.opened, page, "the page is opened")
	var recording := _panel.selected.whole()
	same(recording != "" and FileAccess.file_exists(recording), true, "a file to drop: " + recording)
	same(_panel._status.text.contains("drop %s on it" % recording), true, "what is said: " + _panel._status.text)
	DirAccess.remove_absolute(page)
	DirAccess.remove_absolute(bin)
