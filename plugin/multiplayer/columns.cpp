// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/columns.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <string_view>

#include "plugin/core/fields.h"
#include "plugin/core/joined.h"
#include "plugin/core/labels.h"

namespace godot::plugin {
namespace {

constexpr std::uint32_t notes_key = 1;  // key of `godot`'s packet data

constexpr std::string_view arrow = "\u2192 ";

/// True for "→ 1" where the column To has "1".
bool is_same_receiver(const char* way, const char* to) {
  const std::string_view text(way);
  if (to == nullptr || !text.starts_with(arrow)) return false;
  const std::string_view meant = text.substr(arrow.size());
  const std::string_view shown(to);  // "all (red)" for "all"
  return shown == meant || (shown.starts_with(meant) && shown.substr(meant.size()).starts_with(" ("));
}

}  // namespace

FrameNotes& frame_notes(packet_info* pinfo) {
  auto* notes = static_cast<FrameNotes*>(p_get_proto_data(pinfo->pool, pinfo, protocols.godot, notes_key));
  if (notes == nullptr) {
    notes = new (wmem_alloc(pinfo->pool, sizeof(FrameNotes))) FrameNotes;
    p_add_proto_data(pinfo->pool, pinfo, protocols.godot, notes_key, notes);
  }
  return *notes;
}

bool has_column(const packet_info* pinfo, const char* field) {
  const column_info* info = pinfo->cinfo;
  if (info == nullptr) return false;
  return std::any_of(info->columns, info->columns + info->num_cols, [field](const col_item_t& column) {
    return column.col_fmt == COL_CUSTOM && column.col_custom_fields != nullptr &&
           std::strcmp(column.col_custom_fields, field) == 0;
  });
}

bool shows_sender(const packet_info* pinfo, const MessageSummary& summary) {
  return std::string_view(summary.way).starts_with(arrow) && !has_column(pinfo, "godot.from");
}

bool columns_wanted(packet_info* pinfo) { return col_get_writable(pinfo->cinfo, COL_INFO); }

void show_columns(packet_info* pinfo, const MessageSummary& summary, const ListMarks& marks) {
  col_set_str(pinfo->cinfo, COL_PROTOCOL, "Godot");
  const char*& last_way = marks.last_way != nullptr ? *marks.last_way : frame_notes(pinfo).last_way;
  const bool first = last_way == nullptr;
  if (first) col_clear(pinfo->cinfo, COL_INFO);
  // Omits the direction if it repeats the last one or a column.
  const bool is_other = first || std::strcmp(last_way, summary.way) != 0;
  const bool shows_way = *summary.way != '\0' && is_other && !(first && is_same_receiver(summary.way, marks.to));
  last_way = summary.way;
  const bool shows_from = first && marks.from != nullptr && *marks.from != '\0';
  const char* from = shows_from ? joined(pinfo->pool, {marks.from, shows_way ? " " : "  "}) : "";
  const char* text = shows_way    ? joined(pinfo->pool, {from, summary.way, "  ", summary.text})
                     : shows_from ? joined(pinfo->pool, {from, summary.text})
                                  : summary.text;
  if (marks.problem != nullptr) text = joined(pinfo->pool, {"[", marks.problem, "] ", text});
  if (marks.wrong_project && !frame_notes(pinfo).wrong_project) {
    frame_notes(pinfo).wrong_project = true;
    text = joined(pinfo->pool, {"[wrong project: Tools > Godot > Project folder] ", text});
  }
  append_info(pinfo, "; ", text);
  if (marks.again) append_info(pinfo, "", " [again]");
  if (marks.earlier) append_info(pinfo, "", " [earlier]");
  if (marks.malformed) append_info(pinfo, "", " [Malformed]");
  // Texts come from the sender: protects the text so far from being overwritten.
  col_set_fence(pinfo->cinfo, COL_INFO);
}

}  // namespace godot::plugin
