# SPDX-License-Identifier: MIT
@tool
extends VBoxContainer
## The bottom panel "Wireshark": records runs of the project, lists recordings, and shows the problems and costs that tshark
## finds in one. A double click leads to the method or the node.

const LiveTab := preload("live_tab.gd")
const Pcapng := preload("pcapng.gd")
const Places := preload("places.gd")
const PrivateFile := preload("../private_file.gd")
const Recordings := preload("recordings.gd")
const Settings := preload("../settings.gd")
const Tables := preload("tables.gd")
const Tshark := preload("tshark.gd")

const TSHARK_SETTING := "godot_wireshark/tshark"
const SECTION := "godot_wireshark"
const DOCTOR := "godot-wireshark-doctor"
const PAGE := "https://www.wireshark.org/download.html"
## Seconds between two looks for new recordings while the panel is visible.
const LOOKING := 1.0

enum List { WHEN, LENGTH, PEERS, SENT, PROBLEMS }
enum Problem { COUNT, CAUSE, WHO, WHERE, REMEDY }
enum Cost { KIND, NODE, MEMBER, COUNT, BYTES, PERCENT }

var tshark := Tshark.new()
var recordings: Array[Recordings.Recording] = []
var selected: Recordings.Recording
## The facts of a place of the last double click, for tests.
var shown: Places.Place
## The page or report that was opened last.
var opened := ""
var live_tab := LiveTab.new()

var _record := CheckButton.new()
var _status := Label.new()
var _progress := ProgressBar.new()
var _stop := Button.new()
var _list := Tree.new()
var _problems := Tree.new()
var _costs := Tree.new()
var _tabs := TabContainer.new()
var _report := Button.new()
var _open := Button.new()
var _open_live := Button.new()
var _delete := Button.new()
## Asks before a recording is deleted that the system has no trash for.
var _question := ConfirmationDialog.new()
var _job: Tshark.Job
var _examiner: Thread
var _reader: Thread
var _rows := []
var _sorted_by := Cost.BYTES
var _is_reversed := false
var _since_looking := 0.0
var _was_playing := false
## Recordings to show when they have been read; the run that has just ended.
var _to_select := ""
var _listed := ""
var _run := ""
## What godot-wireshark-doctor says.
var _advice := ""


func _init() -> void:
	name = "Wireshark"
	custom_minimum_size = Vector2(0, 240)
	_build_bar()
	var split := HSplitContainer.new()
	split.size_flags_vertical = SIZE_EXPAND_FILL
	add_child(split)
	Tables.set_up(_list, ["When", "Length", "Peers", "Sent", "Problems"], [1, 0, 1, 0, 0], [72, 58, 64, 86, 86])
	_list.custom_minimum_size = Vector2(404, 0)
	_list.item_selected.connect(_on_selected)
	split.add_child(_list)
	_tabs.size_flags_horizontal = SIZE_EXPAND_FILL
	split.add_child(_tabs)
	Tables.set_up(_problems, ["Count", "Cause", "Who", "Where", "What to do"], [0, 4, 3, 4, 8], [56, 70, 60, 70, 120])
	_problems.name = "Problems"
	_problems.item_activated.connect(func() -> void: _go(_problems))
	_tabs.add_child(_problems)
	Tables.set_up(_costs, ["Kind", "Node", "Member", "Count", "Bytes", "%"], [2, 4, 2, 0, 0, 0], [60, 90, 60, 60, 84, 50])
	_costs.name = "Costs"
	_costs.item_activated.connect(func() -> void: _go(_costs))
	_costs.column_title_clicked.connect(_on_title)
	_tabs.add_child(_costs)
	live_tab.problem_activated.connect(_go_live)
	_tabs.add_child(live_tab)
	# Two trees side by side need the width of the recordings, which are of earlier runs.
	_tabs.tab_changed.connect(func(_tab: int) -> void: _list.visible = _tabs.get_current_tab_control() != live_tab)


func _build_bar() -> void:
	var bar := HBoxContainer.new()
	add_child(bar)
	_record.text = "Record"
	_record.tooltip_text = "The next runs of the project write recordings; all their instances into one."
	_record.toggled.connect(_on_record_toggled)
	bar.add_child(_record)
	var space := Control.new()
	space.size_flags_horizontal = SIZE_EXPAND_FILL
	bar.add_child(space)
	_progress.custom_minimum_size = Vector2(120, 0)
	_progress.show_percentage = false
	_progress.visible = false
	# Since 4.3. Before, the bar stays empty.
	if "indeterminate" in _progress:
		_progress.set("indeterminate", true)
		_progress.set("editor_preview_indeterminate", true)
	bar.add_child(_progress)
	for row: Array in [[_stop, "Stop", stop, ""], [_report, "Report", make_report, "A page of this recording, in the browser"],
			[_open, "Open in Wireshark", open_in_wireshark, "With the profile Godot and this project"],
			[_open_live, "Live in Wireshark", open_live, "Wireshark listens to running games"],
			[_delete, "Delete", delete_selected, "Moves this recording's files to the trash"]]:
		var button: Button = row[0]
		button.text = row[1]
		button.tooltip_text = row[3]
		button.pressed.connect(row[2])
		bar.add_child(button)
	_stop.visible = false
	# A line of its own: beside the buttons it would be cut.
	_status.autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
	_status.visible = false
	add_child(_status)
	_question.ok_button_text = "Delete"
	_question.confirmed.connect(func() -> void: _forget(Recordings.delete))
	add_child(_question)


func _enter_tree() -> void:
	_record.set_pressed_no_signal(EditorInterface.get_editor_settings().get_project_metadata(SECTION, "record", false))
	examine()
	look()


func _exit_tree() -> void:
	stop()
	live_tab.stop_watching()
	for thread: Thread in [_examiner, _reader]:
		if thread != null and thread.is_started():
			thread.wait_to_finish()
	if _job != null:
		_job.finish()


func _process(delta: float) -> void:
	_since_looking += delta
	if _since_looking < LOOKING:
		return
	_since_looking = 0.0
	var is_playing := EditorInterface.is_playing_scene()
	if is_playing and not _was_playing:
		live_tab.watch(tshark, _run, _project())
	elif _was_playing and not is_playing:
		live_tab.stop_watching()
	if _was_playing and not is_playing and _run != "":
		# The run's recording is shown as soon as it has been read.
		_to_select = _run.get_file()
		_run = ""
		look()
	elif is_visible_in_tree():
		look()
	_was_playing = is_playing


# --- Recording --------------------------------------------------------------------------------------------------------

func is_recording() -> bool:
	return _record.button_pressed


## Called before the project is started: what is set in the environment holds for its instances.
func begin_run() -> void:
	var own := OS.get_environment(Settings.VARIABLE)
	if own == Settings.RUN or not is_recording():
		OS.unset_environment(Settings.FOLDER_VARIABLE)
		if own == Settings.RUN:
			OS.unset_environment(Settings.VARIABLE)
	if is_recording():
		_run = Recordings.begin_run()
		OS.set_environment(Settings.VARIABLE, Settings.RUN)
		OS.set_environment(Settings.FOLDER_VARIABLE, _run)


func _on_record_toggled(on: bool) -> void:
	EditorInterface.get_editor_settings().set_project_metadata(SECTION, "record", on)
	_say()


# --- The list ---------------------------------------------------------------------------------------------------------

## Reads the recordings that are new or have changed.
func look() -> void:
	if _reader != null and _reader.is_started():
		if _reader.is_alive():
			return
		_reader.wait_to_finish()
	var found := Recordings.all()
	var key := "/".join(found.map(func(each: Recordings.Recording) -> String: return "%s:%d" % [each.name, each.bytes]))
	if key == _listed:
		return
	_listed = key
	var known := {}
	for recording: Recordings.Recording in recordings:
		known["%s:%d" % [recording.name, recording.bytes]] = recording.facts
	for recording: Recordings.Recording in found:
		recording.facts = known.get("%s:%d" % [recording.name, recording.bytes])
	_reader = Thread.new()
	_reader.start(_read.bind(found))


func _read(found: Array[Recordings.Recording]) -> void:
	for recording: Recordings.Recording in found:
		if recording.facts == null:
			recording.read()
	_on_read.call_deferred(found)


func _on_read(found: Array[Recordings.Recording]) -> void:
	_reader.wait_to_finish()
	var was := _to_select if _to_select != "" else (selected.name if selected != null else "")
	var is_new_run := _to_select != ""
	recordings = found
	_list.clear()
	var root := _list.create_item()
	var chosen: TreeItem
	for recording: Recordings.Recording in recordings:
		var item := _list.create_item(root)
		item.set_metadata(0, recording)
		_fill(item, recording)
		if recording.name == was:
			chosen = item
	_say()
	if chosen != null and (is_new_run or selected == null or selected.bytes != (chosen.get_metadata(0) as Recordings.Recording).bytes):
		_to_select = ""
		chosen.select(0)
	elif chosen != null:
		selected = chosen.get_metadata(0)
		chosen.set_metadata(0, selected)


func _fill(item: TreeItem, recording: Recordings.Recording) -> void:
	var facts := recording.facts
	var roles := {}
	for game: Dictionary in facts.games.values():
		var role: String = game.role if game.role != "" else "?"
		roles[role] = roles.get(role, 0) + 1
	var words := PackedStringArray()
	for role: String in roles:
		words.append("%d × %s" % [roles[role], role] if roles[role] > 1 else role)
	for column: int in [List.WHEN, List.PEERS]:
		item.set_autowrap_mode(column, TextServer.AUTOWRAP_WORD_SMART)
	item.set_text(List.WHEN, when(recording))
	item.set_text(List.LENGTH, "%d s" % roundi(facts.seconds()))
	item.set_text(List.PEERS, ", ".join(words))
	item.set_text(List.SENT, String.humanize_size(facts.sent))
	item.set_tooltip_text(List.WHEN, "\n".join(recording.files()))
	item.set_tooltip_text(List.SENT, "%d bytes in messages that the recorded peers have sent" % facts.sent)
	var kept := _kept(recording)
	if not kept.is_empty():
		item.set_text(List.PROBLEMS, str(_sum(kept.problems)))


static func when(recording: Recordings.Recording) -> String:
	if recording.facts.begin == 0:
		return recording.name
	var bias: int = Time.get_time_zone_from_system().bias * 60
	# Month, day and time: the last runs are listed.
	return Time.get_datetime_string_from_unix_time(int(recording.facts.begin / 1e6) + bias, true).substr(5)


func _sum(rows: Array) -> int:
	var count := 0
	for row: Dictionary in rows:
		count += int(row.get("count", 0))
	return count


func _on_selected() -> void:
	var item := _list.get_selected()
	if item == null:
		return
	selected = item.get_metadata(0)
	_problems.clear()
	_costs.clear()
	_rows = []
	analyse()


func delete_selected() -> void:
	if selected == null:
		return
	stop()
	if not _forget(Recordings.trash):
		_question.dialog_text = "This system has no trash for the recording of %s. Delete its files for good?" % when(selected)
		if DisplayServer.get_name() != "headless":
			_question.popup_centered()


## False: the recording is still there. `remove` says so.
func _forget(remove: Callable) -> bool:
	if selected == null or not remove.call(selected):
		return false
	selected = null
	_problems.clear()
	_costs.clear()
	look()
	return true


# --- tshark -----------------------------------------------------------------------------------------------------------

func examine() -> void:
	var settings := EditorInterface.get_editor_settings()
	if not settings.has_setting(TSHARK_SETTING):
		settings.set_setting(TSHARK_SETTING, "")
	settings.set_initial_value(TSHARK_SETTING, "", false)
	settings.add_property_info({"name": TSHARK_SETTING, "type": TYPE_STRING, "hint": PROPERTY_HINT_GLOBAL_FILE})
	if _examiner != null and _examiner.is_started():
		_examiner.wait_to_finish()
	_examiner = Thread.new()
	var given: String = settings.get_setting(TSHARK_SETTING)
	_examiner.start(func() -> void:
		tshark.examine(given)
		_on_examined.call_deferred())


func _on_examined() -> void:
	if _examiner != null and _examiner.is_started():
		_examiner.wait_to_finish()
	_say()
	if selected != null:
		analyse()
	_ask_doctor()


## Asks godot-wireshark-doctor, if it is installed, what to do next.
func _ask_doctor() -> void:
	_advice = ""
	var doctor := Tshark.find(DOCTOR)
	if tshark.can_answer() or doctor == "":
		return
	var arguments := PackedStringArray(["--json"])
	if tshark.path != "":
		arguments.append_array(["--tshark", tshark.path])
	_start("%s looks for the reason" % DOCTOR, func() -> PackedStringArray: return arguments,
		func(job: Tshark.Job) -> void:
			var found: Variant = JSON.parse_string(job.output)
			if found is Dictionary and found.get("next", "") is String:
				_advice = found.get("next", "")
			_say(), doctor)


## What the user reads: what goes on, or what is missing.
func _say(what := "") -> void:
	if what == "":
		what = lack(tshark)
		if what != "" and _advice != "":
			what = "%s %s: %s" % [what, DOCTOR, _advice]
	if what == "" and recordings.is_empty():
		what = "Switch Record on and run the project." if not is_recording() else "Run the project: it is recorded."
	_status.text = what
	_status.visible = what != ""
	var is_ready := tshark.can_answer()
	_report.disabled = selected == null or not (is_ready or Tshark.find_page() != "")
	_open.disabled = selected == null
	_delete.disabled = selected == null
	_progress.visible = _job != null
	_stop.visible = _job != null and _job.can_stop()


## Two sentences about what keeps recordings from being read; empty: nothing does.
static func lack(of: Tshark) -> String:
	if of.can_answer():
		return ""
	match of.state:
		Tshark.State.MISSING:
			return ("Wireshark's tshark was not found: recordings work, but their problems and costs are not shown."
					+ " Install Wireshark (%s) and its Godot plugin, or set the program under Editor Settings > Godot Wireshark." % PAGE)
		Tshark.State.BROKEN:
			return ("%s is not tshark, it says: %s. Set Wireshark's tshark under Editor Settings > Godot Wireshark." % [of.path, of.said])
		Tshark.State.NO_PLUGIN:
			return ("tshark %s does not load the Godot plugin: recordings work, but their problems and costs are not shown." % of.version
					+ " Install the plugin for Wireshark %s; godot-wireshark-doctor says why it is not loaded." % of.version)
	return ""


## Asks for problems and costs of the selected recording, unless they are known.
func analyse() -> void:
	# Without a program that can read it, nothing is begun: what the doctor looks for goes on.
	if tshark.can_answer():
		stop()
	if selected == null or selected.facts == null:
		return
	var kept := _kept(selected)
	if not kept.is_empty():
		_show(kept)
		return
	if not tshark.can_answer():
		_say()
		return
	var recording := selected
	_start("%s reads %s" % [_reader_name(), when(recording)], func() -> PackedStringArray:
		return tshark.tables(recording.whole(), _project(), ["godot,problems,json"]),
		func(job: Tshark.Job) -> void: _on_problems(job, recording))


func _reader_name() -> String:
	return tshark.reader().get_file().get_basename()


func _on_problems(job: Tshark.Job, recording: Recordings.Recording) -> void:
	var table: Variant = Tshark.table_of(job.output)
	if table == null:
		_say("%s could not read the recording: %s" % [_reader_name(), job.reason()])
		return
	_start("%s adds up %s" % [_reader_name(), when(recording)], func() -> PackedStringArray:
		return tshark.tables(recording.once(), _project(), ["godot,profile,json"]),
		func(second: Tshark.Job) -> void: _on_costs(second, recording, table))


func _on_costs(job: Tshark.Job, recording: Recordings.Recording, judged: Dictionary) -> void:
	var costs: Variant = Tshark.table_of(job.output)
	if costs == null:
		_say("%s could not read the recording: %s" % [_reader_name(), job.reason()])
		return
	var problems: Array = judged.rows
	var found := {"bytes": recording.bytes, "problems": problems, "not_judged": judged.not_judged, "costs": costs.rows}
	# What was found in a run that still goes on would be old at once.
	if recording.is_run:
		var file := PrivateFile.open(recording.folder.path_join(Recordings.FOUND))
		if file != null:
			file.store_string(JSON.stringify(found))
	for item: TreeItem in _list.get_root().get_children():
		if item.get_metadata(0) == recording:
			item.set_text(List.PROBLEMS, str(_sum(problems)))
	if recording == selected:
		_show(found)


## What was found before, if the recording has not grown since.
func _kept(recording: Recordings.Recording) -> Dictionary:
	var path := recording.folder.path_join(Recordings.FOUND)
	if not recording.is_run or not FileAccess.file_exists(path):
		return {}
	var parsed: Variant = JSON.parse_string(FileAccess.get_file_as_string(path))
	if not parsed is Dictionary or not parsed.get("problems") is Array or not parsed.get("costs") is Array or not parsed.get("not_judged") is Array:
		return {}
	return parsed if int(parsed.get("bytes", -1)) == recording.bytes else {}


func _start(what: String, arguments: Callable, then: Callable, program := "") -> void:
	stop()
	var job := Tshark.Job.new()
	_job = job
	_say(what + "…")
	var list: PackedStringArray = arguments.call()
	job.ended.connect(func() -> void:
		if _job == job:
			_job = null
			_say("Stopped." if job.was_stopped else "")
			if not job.was_stopped:
				then.call(job), CONNECT_ONE_SHOT)
	if not job.start(tshark.reader() if program == "" else program, list):
		_job = null
		_say("%s can't be started." % (tshark.reader() if program == "" else program))


func stop() -> void:
	if _job != null:
		_job.stop()


func _project() -> String:
	return ProjectSettings.globalize_path("res://").trim_suffix("/")


# --- What was found ---------------------------------------------------------------------------------------------------

func _show(found: Dictionary) -> void:
	_problems.clear()
	var root := _problems.create_item()
	for row: Dictionary in found.problems:
		var item := _problems.create_item(root)
		var where := str(row.node if row.get("node") != null else "")
		if row.get("member") != null:
			where += ".%s" % row.member
		item.set_text(Problem.COUNT, str(int(row.count)))
		item.set_text(Problem.CAUSE, str(row.get("cause", row.problem)))
		item.set_text(Problem.WHO, Tables.who(row))
		item.set_text(Problem.WHERE, where)
		item.set_text(Problem.REMEDY, str(row.remedy if row.get("remedy") != null else ""))
		for column: int in _problems.columns:
			item.set_autowrap_mode(column, TextServer.AUTOWRAP_WORD_SMART)
			item.set_tooltip_text(column, "%s\n%s" % [Tables.who(row), item.get_text(Problem.REMEDY)])
		item.set_metadata(0, row)
	if found.problems.is_empty():
		_problems.create_item(root).set_text(Problem.CAUSE, "No problem was found in what was judged.")
	for line: String in Tshark.open_lines(found.not_judged):
		var item := _problems.create_item(root)
		item.set_text(Problem.CAUSE, line)
		item.set_autowrap_mode(Problem.CAUSE, TextServer.AUTOWRAP_WORD_SMART)
		item.set_tooltip_text(Problem.CAUSE, line)
	_tabs.set_tab_title(0, "Problems (%d)" % _sum(found.problems))
	_rows = found.costs
	_show_costs()
	_say()


## Who sent to whom; what is not known is left out.


func _show_costs() -> void:
	_costs.clear()
	var root := _costs.create_item()
	var keys := ["kind", "node", "member", "count", "total", "percent"]
	var key: String = keys[_sorted_by]
	var rows := _rows.duplicate()
	rows.sort_custom(func(a: Dictionary, b: Dictionary) -> bool:
		if _sorted_by >= Cost.COUNT:
			return a[key] > b[key] if not _is_reversed else a[key] < b[key]
		return str(a[key]) < str(b[key]) if not _is_reversed else str(a[key]) > str(b[key]))
	for row: Dictionary in rows:
		var item := _costs.create_item(root)
		for column: int in keys.size():
			var cell: Variant = row.get(keys[column])
			item.set_text(column, "" if cell == null else "%.1f" % cell if column == Cost.PERCENT else str(int(cell)) if cell is float else str(cell))
			# Lines, not an ellipsis: the end of a path tells nodes apart.
			if column in [Cost.KIND, Cost.NODE, Cost.MEMBER]:
				item.set_autowrap_mode(column, TextServer.AUTOWRAP_WORD_SMART)
			if column >= Cost.COUNT:
				item.set_text_alignment(column, HORIZONTAL_ALIGNMENT_RIGHT)
		item.set_metadata(0, row)


func _on_title(column: int, button: int) -> void:
	if button == MOUSE_BUTTON_LEFT:
		_is_reversed = column == _sorted_by and not _is_reversed
		_sorted_by = column as Cost
		_show_costs()


func _go(tree: Tree) -> void:
	var item := tree.get_selected()
	var row: Variant = item.get_metadata(0) if item != null else null
	if row is Dictionary and selected != null:
		go_to(str(row.node if row.get("node") != null else ""), str(row.member if row.get("member") != null else ""))


## Selects the node in its scene, or opens the script at the method.
func go_to(node: String, member: String, facts := selected.facts) -> void:
	shown = Places.of(node, member, facts)
	if not shown.is_known():
		_say("%s: the recording names no scene or script of this project." % (node if node != "" else "The row"))
		return
	if shown.file != "":
		# The editor opens a script only as a resource: this one is of the project (Places.trusted).
		var script := load(shown.file) as Script
		if script != null:
			EditorInterface.edit_script(script, shown.line)
			EditorInterface.set_main_screen_editor("Script")
		return
	EditorInterface.open_scene_from_path(shown.scene)
	_select.call_deferred(shown.node)


func _select(path: String) -> void:
	var root := EditorInterface.get_edited_scene_root()
	var node := Places.inside(root, path)
	if node == null:
		_say("%s has no node %s any more." % [shown.scene, path])
		return
	EditorInterface.get_selection().clear()
	EditorInterface.get_selection().add_node(node)
	EditorInterface.edit_node(node)
	if node is CanvasItem or node is Node3D:
		EditorInterface.set_main_screen_editor("2D" if node is CanvasItem else "3D")


func make_report() -> void:
	if selected == null:
		return
	if not tshark.can_answer():
		_show_page()
		return
	var recording := selected
	var target := recording.folder.path_join("report.html" if recording.is_run else recording.name + "-report.html")
	# A comma would end the file's name.
	if target.contains(","):
		target = OS.get_cache_dir().path_join("godot-wireshark-report.html")
	_start("%s writes the report" % _reader_name(), func() -> PackedStringArray:
		return tshark.tables(recording.once(), _project(), ["godot,report,%s" % target]),
		func(job: Tshark.Job) -> void:
			if FileAccess.file_exists(target):
				_say("The report is %s" % target)
				_open_page(target)
			else:
				_say("No report was written: %s" % job.reason()))


## Without a program that reads recordings: the page does, once the recording is dropped on it.
func _show_page() -> void:
	var page := Tshark.find_page()
	var recording := selected.whole() if page != "" else ""
	if recording == "":
		return
	_open_page(page)
	# Since 4.2. The page cannot open the file by itself.
	if OS.has_method("shell_show_in_file_manager") and DisplayServer.get_name() != "headless":
		OS.call("shell_show_in_file_manager", recording)
	_say("The page in the browser makes the report: drop %s on it." % recording)


func _open_page(path: String) -> void:
	opened = path
	if DisplayServer.get_name() != "headless":
		OS.shell_open(path)


func open_in_wireshark() -> void:
	if selected != null:
		_open_window(selected.whole())


func open_live() -> void:
	_open_window("")


func _open_window(recording: String) -> void:
	var program := Tshark.find("wireshark", tshark.path.get_base_dir() if tshark.path != "" else "")
	if program == "":
		program = Tshark.find("wireshark")
	if program == "":
		# Perhaps the system knows a program for recordings.
		if recording == "" or OS.shell_open(recording) != OK:
			_say("Wireshark was not found. Install it (%s), or open the recording there: %s" % [PAGE, recording])
		return
	if OS.create_process(program, tshark.window_arguments(recording, _project())) < 0:
		_say("%s can't be started." % program)


# --- While the game runs ----------------------------------------------------------------------------------------------

## A double click on a problem that has just come.
func _go_live(row: Dictionary) -> void:
	for recording: Recordings.Recording in recordings:
		if recording.facts != null and (recording.name == _run.get_file() or (_run == "" and recording == recordings[0])):
			go_to(row.node, row.member, recording.facts)
			return
