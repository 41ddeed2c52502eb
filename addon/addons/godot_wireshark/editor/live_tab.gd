# SPDX-License-Identifier: MIT
@tool
extends HSplitContainer
## The panel's tab "Live": what the instances of a running game send and receive, and the problems of its run as they come.

## A double click on a problem.
signal problem_activated(row: Dictionary)

const ReceivedCounts := preload("received_counts.gd")
const Tables := preload("tables.gd")
const Tshark := preload("tshark.gd")
const Watcher := preload("watcher.gd")

enum Coming { COUNT, WHERE, PROBLEM }
enum Now { WHO, SENT, RECEIVED, ROUND_TRIP }

var counts: ReceivedCounts:
	set(value):
		counts = value
		counts.changed.connect(_show_counts)

var _now := Tree.new()
var _coming := Tree.new()
## Problems of the run that goes on: by problem and place, their items.
var _watcher: Watcher
var _came := {}


func _init() -> void:
	name = "Live"
	Tables.set_up(_now, ["Who", "Sent/s", "Received/s", "Round trip"], [1, 0, 0, 0], [150, 86, 88, 82])
	_now.size_flags_horizontal = SIZE_EXPAND_FILL
	add_child(_now)
	Tables.set_up(_coming, ["Count", "Where", "Problem"], [0, 3, 6], [52, 110, 150])
	_coming.size_flags_horizontal = SIZE_EXPAND_FILL
	_coming.item_activated.connect(func() -> void: problem_activated.emit(_coming.get_selected().get_metadata(0)))
	add_child(_coming)


func _show_counts() -> void:
	_now.clear()
	var root := _now.create_item()
	for session: int in counts.seconds:
		var second: Dictionary = counts.seconds[session]
		var ids := ", ".join(second.ids.map(func(id: int) -> String: return "server" if id == 1 else str(id)))
		var item := _row(root, "%s (process %d)" % [ids, second.process], _sum_of(second.sent), _sum_of(second.received))
		for peer: int in second.peers:
			var row: Array = second.peers[peer]
			var of_peer := _row(item, "to everyone" if peer == 0 else "server" if peer == 1 else "peer %d" % peer, row[1], row[0])
			if row[2] >= 0:
				of_peer.set_text(Now.ROUND_TRIP, "%d ms" % row[2])
		for kind: int in ReceivedCounts.Counts.KINDS.size():
			if second.sent[kind] + second.received[kind] > 0:
				_row(item, ReceivedCounts.Counts.KINDS[kind], second.sent[kind], second.received[kind])


func _row(parent: TreeItem, title: String, sent: int, received: int) -> TreeItem:
	var item := _now.create_item(parent)
	item.set_autowrap_mode(Now.WHO, TextServer.AUTOWRAP_WORD_SMART)
	item.set_text(Now.WHO, title)
	item.set_text(Now.SENT, String.humanize_size(sent))
	item.set_text(Now.RECEIVED, String.humanize_size(received))
	return item


func _sum_of(numbers: PackedInt64Array) -> int:
	return ReceivedCounts.Counts.sum(numbers)


## Problems as they come: of a run that is recorded, with godot-analyse or tshark.
func watch(tshark: Tshark, run: String, project: String) -> void:
	stop_watching()
	_coming.clear()
	_came.clear()
	if run == "" or not Watcher.is_possible(tshark):
		return
	_watcher = Watcher.new()
	_watcher.found.connect(_on_problem)
	if not _watcher.start(tshark, run, project):
		_watcher = null


func stop_watching() -> void:
	if _watcher != null:
		_watcher.stop()
	_watcher = null


func _on_problem(row: Dictionary) -> void:
	var between := Tables.who(row)
	var key := [row.problem, row.node, row.member, between]
	var item: TreeItem = _came.get(key)
	if item == null:
		var root := _coming.get_root() if _coming.get_root() != null else _coming.create_item()
		item = _coming.create_item(root)
		_came[key] = item
		item.set_text(Coming.WHERE, row.node + (("." + row.member) if row.member != "" else ""))
		item.set_text(Coming.PROBLEM, "\n".join([between, row.text if row.text != "" else row.problem]).strip_edges())
		for column: int in [Coming.WHERE, Coming.PROBLEM]:
			item.set_autowrap_mode(column, TextServer.AUTOWRAP_WORD_SMART)
		item.set_metadata(0, row)
	item.set_text(Coming.COUNT, str(int(item.get_text(Coming.COUNT)) + 1))
