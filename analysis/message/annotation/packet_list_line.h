// SPDX-License-Identifier: MIT
// The line of a message: in the packet list, where messages of a frame follow each other, and in Follow.
#pragma once

#include <string_view>

#include "analysis/message/annotation/annotations.h"
#include "base/arena.h"

namespace godot::analysis::annotation {

/// Behind the text of a message, in this order.
inline constexpr const char* again_mark = " [again]";          ///< a retransmission of ENet
inline constexpr const char* earlier_mark = " [earlier]";      ///< sent before the capture
inline constexpr const char* malformed_mark = " [Malformed]";  ///< not parsed to its end

/// Marks of a message in the packet list.
struct ListMarks {
  const char* problem = nullptr;    ///< a word for its problem; null: none
  const char** last_way = nullptr;  ///< where the direction shown before is kept; null: with the frame
  const char* from = nullptr;       ///< the sender; null: the line does not begin with it
  const char* to = nullptr;         ///< text of the column To; null: no such column
  bool wrong_project = false;       ///< said once in a frame
  bool malformed = false;           ///< not parsed to its end
  bool again = false;               ///< it is a retransmission of ENet
  bool earlier = false;             ///< sent before the capture
  const char* record = nullptr;     ///< whose record it is, if another packet of the message counts; null: it counts
};

/// True for a way that names no sender, so that the line may begin with it.
[[nodiscard]] bool lacks_sender(const Summary& summary) noexcept;

/// The line in the packet list, without the marks behind it. The direction is omitted if it repeats the last one or a
/// column. `last_way`: the direction shown before, null before a frame's first message; replaced.
[[nodiscard]] const char* packet_list_line(const Summary& summary, const ListMarks& marks, const char*& last_way,
                                           const Arena& arena);

/// The line in Follow.
[[nodiscard]] const char* follow_line(std::string_view from, std::string_view to, const Summary& summary,
                                      const char* problem, bool malformed, const Arena& arena);

}  // namespace godot::analysis::annotation
