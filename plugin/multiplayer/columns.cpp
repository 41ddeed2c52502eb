// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/columns.h"

#include <string_view>
#include <utility>

#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/frame_values.h"
#include "plugin/core/epan/safe_labels.h"
#include "plugin/core/register/field_registration.h"

namespace godot::plugin {
namespace {

constexpr std::uint32_t notes_key = 1;  // key of `godot`'s packet data

}  // namespace

FrameNotes& frame_notes(packet_info* pinfo) { return in_frame<FrameNotes>(pinfo, protocols.godot, notes_key); }

EndColumns end_columns(const packet_info* pinfo) {
  EndColumns found;
  const column_info* info = pinfo->cinfo;
  if (info == nullptr) return found;
  for (const col_item_t* column = info->columns; column != info->columns + info->num_cols; ++column) {
    if (column->col_fmt != COL_CUSTOM || column->col_custom_fields == nullptr) continue;
    const std::string_view fields = column->col_custom_fields;
    found.from = found.from || fields == "godot.from";
    found.to = found.to || fields == "godot.to";
  }
  return found;
}

void show_columns(packet_info* pinfo, const analysis::annotation::Summary& summary,
                  const analysis::annotation::ListMarks& marks) {
  col_set_str(pinfo->cinfo, COL_PROTOCOL, "Godot");
  // A transport with texts of its own, ENet, clears the column before, and protects it after each message.
  const bool has_own_texts = marks.last_way != nullptr;
  const char*& last_way = has_own_texts ? *marks.last_way : frame_notes(pinfo).last_way;
  if (!has_own_texts && last_way == nullptr) col_clear(pinfo->cinfo, COL_INFO);
  analysis::annotation::ListMarks shown = marks;
  if (marks.wrong_project) shown.wrong_project = !std::exchange(frame_notes(pinfo).wrong_project, true);
  append_info(pinfo, "; ", packet_list_line(summary, shown, last_way, arena_of(pinfo)));
  if (marks.again) append_info(pinfo, "", analysis::annotation::again_mark);
  if (marks.earlier) append_info(pinfo, "", analysis::annotation::earlier_mark);
  if (marks.record != nullptr) append_info(pinfo, "", marks.record);
  if (marks.malformed) append_info(pinfo, "", analysis::annotation::malformed_mark);
  // Texts come from the sender: protects the text so far from being overwritten.
  if (!has_own_texts) col_set_fence(pinfo->cinfo, COL_INFO);
}

}  // namespace godot::plugin
