// SPDX-License-Identifier: MIT
// Finds a message of godot-rollback-netcode in a message of the multiplayer: the argument of a call of _rit, a ping, or
// the answer to one.
#pragma once

#include "analysis/game/routes/route.h"
#include "analysis/libraries/rollback/memory.h"
#include "analysis/message/calls/library_message.h"
#include "codec/libraries/rollback/walk.h"

namespace godot::analysis {

/// What a message has, in the arena of its packet.
struct RollbackCommand {
  bool reads = false;    ///< false: the bytes of a serializer that the game has replaced
  bool is_ping = false;  ///< or its answer; then it does not read
  Buffer bytes = {};
  Offset begin = 0;  ///< of these in the message
  Route route = {};
  rollback::Options options = {};
  RollbackMessage message = {};
  bool known = false;  ///< the first pass has learned it
  const char* node = "";
};

/// Null: the message has none. Strict: a call counts only if the node's list of methods, or its path, is the library's,
/// and the bytes of a subclass only if they fit. `learns`: stores what a message that is no copy says.
[[nodiscard]] const RollbackCommand* rollback_command(const LibraryMessage& message, RollbackMemory& memory,
                                                      bool learns);

}  // namespace godot::analysis
