// SPDX-License-Identifier: MIT
// The rows in which a tree of statistics counts a message: its kind, its node, its method or property. Rows of messages
// that lack one make the rows below a kind add up.
#pragma once

#include <cstdint>

#include "analysis/facts/counts.h"

namespace godot::analysis {

inline constexpr const char* messages_by_kind = "Messages by kind";
inline constexpr const char* malformed_messages = "Malformed messages";

/// Wireshark looks titles up by name among all rows with children: a node's row never has the same name.
[[nodiscard]] const char* row_of_node(const char* node) noexcept;

/// The row for a message without a node; null: all of its kind have none. `kind`: the command's title.
[[nodiscard]] const char* row_without_node(const char* kind, bool malformed) noexcept;

/// The row for a node's message without a method or property; null: none of its kind has one.
[[nodiscard]] const char* row_without_member(const char* kind) noexcept;

/// A message as Statistics > Godot > Multiplayer counts it.
struct CountedMessage {
  const char* kind;    ///< what it is, as in "Remote call"
  const char* node;    ///< Main/Player, or #7; null: no node
  const char* member;  ///< move, or #3; null: no member
  std::uint32_t size;  ///< bytes of the whole message
  bool malformed;
  const char* from;  ///< the sender and the receiver
  const char* to;
  bool is_news;  ///< false: a forwarded message that the capture has already

  static constexpr CountedTitle titles[] = {{messages_by_kind}, {malformed_messages, CountedTitle::Kind::alone}};

  /// The numbers beside a kind, node and method are sizes of messages.
  void count_in(Counts& counts) const;
};

}  // namespace godot::analysis
