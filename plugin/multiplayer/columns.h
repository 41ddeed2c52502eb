// SPDX-License-Identifier: GPL-2.0-or-later
// The packet list: what the messages of a frame say, one after the other.
#pragma once

#include "plugin/multiplayer/annotations.h"

namespace godot::plugin {

/// What is known of a frame while it is dissected, once more each time.
struct FrameNotes {
  std::uint32_t messages = 0;      ///< that bare transports have handed over
  const char* last_way = nullptr;  ///< "→ 1", of the message before; null: there was none
};
[[nodiscard]] FrameNotes& frame_notes(packet_info* pinfo);

/// How a message stands in the packet list.
struct ListMarks {
  const char* problem = nullptr;  ///< a word for what is wrong with it; null: nothing
  const char* to = nullptr;       ///< what the column To says; null: there is none
  bool malformed = false;         ///< it could not be read to its end
  bool again = false;             ///< it is a copy
  bool earlier = false;           ///< it passed before the capture
};

/// Appends a message to the columns.
void show_columns(packet_info* pinfo, const MessageSummary& summary, const ListMarks& marks);

/// True if a column shows this field.
[[nodiscard]] bool has_column(const packet_info* pinfo, const char* field);

/// True if somebody wants the text.
[[nodiscard]] bool columns_wanted(packet_info* pinfo);

}  // namespace godot::plugin
