// SPDX-License-Identifier: GPL-2.0-or-later
// The state of a conversation with the file server. It is learned on the first pass over a capture; a frame stores its
// direction's state at its beginning.
#pragma once

#include "codec/files/walk.h"
#include "plugin/core/bridge.h"

namespace godot::plugin::files {

using godot::files::Side;
using godot::files::State;

/// The state of one direction.
struct Direction {
  State state;
  bool has_sequence = false;  ///< of TCP, the next one
  std::uint32_t sequence = 0;
};

struct Conversation {
  std::uint32_t number;
  godot::files::Form form;
  bool refused;  ///< its beginning was another protocol's
  address game;
  std::uint32_t game_port;
  Direction directions[2];  ///< by Side
  wmem_map_t* opened;       ///< id -> wmem_tree_t of paths by frame
  wmem_array_t* announced;  ///< paths of the announced files, in their order
};

/// The packet's conversation; creates it if there is none.
[[nodiscard]] Conversation& conversation_of(packet_info* pinfo);

/// Sets the form of the conversation by the first bytes of the end that sends first.
void begin(Conversation& conversation, const packet_info* pinfo, godot::files::Form form);

[[nodiscard]] Side side_of(const Conversation& conversation, const packet_info* pinfo);

/// Learns the paths of a unit. First pass only.
void learn(Conversation& conversation, const packet_info* pinfo, const godot::files::Facts& facts);

/// The file of a unit, or null. `before`: the direction's state before it.
[[nodiscard]] const char* path_of(const Conversation& conversation, const packet_info* pinfo, const State& before,
                                  const godot::files::Facts& facts);

void forget_conversations();

}  // namespace godot::plugin::files
