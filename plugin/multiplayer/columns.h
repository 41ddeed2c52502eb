// SPDX-License-Identifier: GPL-2.0-or-later
// The packet list: the texts of a frame's messages in order.
#pragma once

#include <cstdint>

#include "analysis/message/annotation/packet_list_line.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// State of a frame during dissection, reset for each one.
struct FrameNotes {
  std::uint32_t messages = 0;      ///< number passed on by bare transports
  bool wrong_project = false;      ///< said in this frame
  const char* last_way = nullptr;  ///< of the message before, unless its transport keeps it; null: none
};
[[nodiscard]] FrameNotes& frame_notes(packet_info* pinfo);

/// Appends a message to the columns.
void show_columns(packet_info* pinfo, const analysis::annotation::Summary& summary,
                  const analysis::annotation::ListMarks& marks);

/// Whether columns of the user's show sender and receiver.
struct EndColumns {
  bool from = false;
  bool to = false;
};
[[nodiscard]] EndColumns end_columns(const packet_info* pinfo);

}  // namespace godot::plugin
