// SPDX-License-Identifier: MIT
// What the engine shows of messages that libraries of games have: a line.
#pragma once

#include "engine/frame/frame.h"
#include "engine/game/game.h"
#include "engine/message/library.h"
#include "engine/message/steps.h"

namespace godot::engine {

/// A message for libraries, in the engine's packet.
struct PacketMessage : LibraryMessage {
  Game& game;
  Packet& packet;
};

struct LibraryLines {
  const Library& its;
  LibraryLine (*show)(const PacketMessage& message, const void* found);
};

[[nodiscard]] Claim<LibraryLines> library_of(const PacketMessage& message, bool learns);

// One for each row of the list, in the library's folder of engine/libraries.
#define GODOT_LIBRARY(name) GODOT_FILE_OF(codec, name, library.def)
#define GODOT_LIBRARY_ROW(id, ...) extern const LibraryLines id##_lines;
#include "codec/libraries.def"
#undef GODOT_LIBRARY_ROW

}  // namespace godot::engine
