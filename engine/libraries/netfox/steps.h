// SPDX-License-Identifier: MIT
// The steps of a message of netfox: find the command, learn from it. Nothing here has a destructor.
#pragma once

#include "analysis/libraries/netfox/command.h"
#include "analysis/libraries/netfox/lesson.h"
#include "codec/multiplayer/walk.h"

namespace godot::engine {

/// The command in a message, as long as the frame; null: none. `is_cut`: the capture has not all of the frame;
/// `learns`: the first pass.
inline const analysis::NetfoxCommand* take_netfox(const analysis::LibraryMessage& message,
                                                  analysis::NetfoxMemory& memory, analysis::NetfoxProjects& projects,
                                                  bool is_cut, bool learns) {
  if (learns && is_cut) memory.cut(message.sender());
  const analysis::NetfoxCommand command = analysis::netfox_command(message, memory, projects, learns);
  if (!command.found) return nullptr;
  if (learns) analysis::learn_netfox(message, command, memory);
  return &message.host.arena.make(command);
}

/// The value that was read as a whole.
[[nodiscard]] inline multiplayer::KnownValue known_value_of(const analysis::NetfoxCommand& command) noexcept {
  if (!command.is_good) return {};
  return {.begin = command.begin, .end = command.begin + command.bytes.reported};
}

}  // namespace godot::engine
