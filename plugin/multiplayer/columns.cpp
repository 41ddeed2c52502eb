// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/columns.h"

#include <cstring>
#include <new>

#include "plugin/core/fields.h"
#include "plugin/core/joined.h"
#include "plugin/core/labels.h"

namespace godot::plugin {
namespace {

constexpr std::uint32_t notes_key = 1;  // among what `godot` keeps of a packet

}  // namespace

FrameNotes& frame_notes(packet_info* pinfo) {
  auto* notes = static_cast<FrameNotes*>(p_get_proto_data(pinfo->pool, pinfo, protocols.godot, notes_key));
  if (notes == nullptr) {
    notes = new (wmem_alloc(pinfo->pool, sizeof(FrameNotes))) FrameNotes;
    p_add_proto_data(pinfo->pool, pinfo, protocols.godot, notes_key, notes);
  }
  return *notes;
}

bool columns_wanted(packet_info* pinfo) { return col_get_writable(pinfo->cinfo, COL_INFO); }

void show_columns(packet_info* pinfo, const MessageSummary& summary, bool malformed, bool again) {
  col_set_str(pinfo->cinfo, COL_PROTOCOL, "Godot");
  FrameNotes& notes = frame_notes(pinfo);
  const bool first = notes.last_way == nullptr;
  if (first) col_clear(pinfo->cinfo, COL_INFO);
  // The same way is not said twice.
  const bool says_way = *summary.way != '\0' && (first || std::strcmp(notes.last_way, summary.way) != 0);
  notes.last_way = summary.way;
  const char* text = says_way ? joined(pinfo->pool, {summary.way, "  ", summary.text}) : summary.text;
  append_info(pinfo, "; ", text);
  if (again) append_info(pinfo, "", " [again]");
  if (malformed) append_info(pinfo, "", " [Malformed]");
  // Texts are the sender's: nothing that was written may be overwritten by what follows.
  col_set_fence(pinfo->cinfo, COL_INFO);
}

}  // namespace godot::plugin
