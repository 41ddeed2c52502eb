// SPDX-License-Identifier: MIT
// The rows in which a tree of statistics counts a message: its kind, its node, its method or property. Rows of messages
// that lack one make the rows below a kind add up.
#pragma once

namespace godot::analysis {

inline constexpr const char* messages_by_kind = "Messages by kind";
inline constexpr const char* malformed_messages = "Malformed messages";

/// Wireshark looks titles up by name among all rows with children: a node's row never has the same name.
[[nodiscard]] const char* row_of_node(const char* node) noexcept;

/// The row for a message without a node; null: all of its kind have none. `kind`: the command's title.
[[nodiscard]] const char* row_without_node(const char* kind, bool malformed) noexcept;

/// The row for a node's message without a method or property; null: none of its kind has one.
[[nodiscard]] const char* row_without_member(const char* kind) noexcept;

}  // namespace godot::analysis
