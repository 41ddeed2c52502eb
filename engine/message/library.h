// SPDX-License-Identifier: MIT
// Libraries of games above calls and raw packets: which one has a message, its part of the message's facts, and its
// line.
#pragma once

#include "analysis/facts/facts.h"
#include "analysis/message/calls/library_message.h"
#include "codec/multiplayer/walk.h"
#include "engine/frame/frame.h"
#include "engine/game/game.h"
#include "engine/message/steps.h"

namespace godot::engine {

/// A message for libraries.
struct LibraryMessage : analysis::LibraryMessage {
  Game& game;
  Packet& packet;
  analysis::facts::Item* item = nullptr;  ///< the message's facts; null: not needed
};

struct Library {
  /// Reads the message; null: it is not this library's. `learns`: the first pass.
  const void* (*recognise)(const LibraryMessage& message, bool learns);
  /// The value of the message that recognise() has read with Godot 4's types.
  multiplayer::KnownValue (*known_value)(const void* found);
  void (*add_parts)(const LibraryMessage& message, const void* found, analysis::facts::Collection& facts,
                    analysis::facts::Item& item);
  LibraryLine (*show)(const LibraryMessage& message, const void* found);
};

[[nodiscard]] Claim<Library> library_of(const LibraryMessage& message, bool learns);

// One for each row of the list, in the library's folder of engine/libraries.
#define GODOT_LIBRARY(name) GODOT_FILE_OF(codec, name, library.def)
#define GODOT_LIBRARY_ROW(id, ...) extern const Library id##_library;
#include "codec/libraries.def"
#undef GODOT_LIBRARY_ROW

}  // namespace godot::engine
