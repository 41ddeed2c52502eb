# SPDX-License-Identifier: MIT
@tool
extends RefCounted
## What the panel's tables have in common: their columns, and the text of who sent something to whom.


static func set_up(tree: Tree, titles: Array, shares: Array, least: Array) -> void:
	tree.columns = titles.size()
	tree.hide_root = true
	tree.select_mode = Tree.SELECT_ROW
	tree.column_titles_visible = true
	for column: int in titles.size():
		tree.set_column_title(column, titles[column])
		tree.set_column_title_alignment(column, HORIZONTAL_ALIGNMENT_LEFT)
		tree.set_column_expand(column, shares[column] > 0)
		tree.set_column_expand_ratio(column, maxi(1, shares[column]))
		tree.set_column_custom_minimum_width(column, least[column])
		tree.set_column_clip_content(column, true)


static func who(row: Dictionary) -> String:
	var from := str(row.from if row.get("from") != null else "")
	var to := str(row.to if row.get("to") != null else "")
	return "%s → %s" % [from, to] if from != "" and to != "" else from + to
