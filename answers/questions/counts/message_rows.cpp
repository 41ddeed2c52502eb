// SPDX-License-Identifier: MIT
#include "answers/questions/counts/message_rows.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "codec/multiplayer/fields.h"
#include "codec/multiplayer/protocol.h"

namespace godot::analysis {
namespace {

using multiplayer::CommandType;

bool is_of(std::string_view kind, std::initializer_list<CommandType> types) {
  return std::any_of(types.begin(), types.end(),
                     [&](CommandType type) { return info(multiplayer::node_of(type)).title == kind; });
}

}  // namespace

const char* row_of_node(const char* node) noexcept {
  const std::string_view name = node;
  if (name == messages_by_kind) return "Messages by kind, a node";
  return name == malformed_messages ? "Malformed messages, a node" : node;
}

const char* row_without_node(const char* kind, bool malformed) noexcept {
  constexpr const char* none = "Node not read";
  if (is_of(kind, {CommandType::sync})) return malformed ? none : "Several nodes in one message";
  const bool has_node = is_of(kind, {CommandType::remote_call, CommandType::remote_set, CommandType::simplify_path,
                                     CommandType::confirm_path, CommandType::spawn, CommandType::despawn});
  return has_node ? none : nullptr;
}

const char* row_without_member(const char* kind) noexcept {
  return is_of(kind, {CommandType::remote_call, CommandType::remote_set}) ? "Method or property not read" : nullptr;
}

void CountedMessage::count_in(Counts& counts) const {
  const int by_kind = counts.entry(0, kind, size, true);
  if (node != nullptr) {
    // Always a parent, as a later message may have a member: Wireshark aborts when a leaf gets a child.
    const int by_node = counts.below(by_kind, row_of_node(node), size, true, true);
    const char* name = member != nullptr ? member : row_without_member(kind);
    if (name != nullptr) counts.below(by_node, name, size, false, true);
  } else if (const char* name = row_without_node(kind, malformed)) {
    counts.below(by_kind, name, size, true, false);
  }
  if (malformed) counts.alone(1);
}

}  // namespace godot::analysis
