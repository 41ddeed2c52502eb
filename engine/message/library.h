// SPDX-License-Identifier: MIT
// Libraries of games above calls and raw packets: what every host does alike with their messages. A host has a row for
// each library, with `its`, which shows them.
#pragma once

#include <array>
#include <cstddef>

#include "analysis/facts/frame_facts.h"
#include "analysis/message/calls/library_message.h"
#include "codec/multiplayer/walk.h"
#include "engine/libraries/memories.h"

namespace godot::engine {

/// A message for libraries, and what they have learned so far.
struct LibraryMessage : analysis::LibraryMessage {
  LibraryMemories& memories;
  bool is_cut;                            ///< the capture has not all of the frame
  analysis::facts::Item* item = nullptr;  ///< the message's facts; null: not needed
};

struct Library {
  /// Reads the message, with a result as long as the frame; null: it is not this library's. `learns`: the first pass.
  const void* (*recognise)(const LibraryMessage& message, bool learns);
  /// The value of the message that recognise() has read with Godot 4's types. `found`: its result.
  multiplayer::KnownValue (*known_value)(const void* found);
  /// Divides the bytes of a message of this library in its facts.
  void (*add_parts)(const LibraryMessage& message, const void* found, analysis::facts::Collection& facts,
                    analysis::facts::Item& item);
};

/// A library of games, and what it has found in a message.
template <class Row>
struct Claim {
  const Row* library = nullptr;  ///< the row of the library; null: none claims the message
  const void* found = nullptr;
};

/// The library of a message: the first of the host's rows that is on and reads it.
template <class Row, std::size_t count, class Message, class IsOn>
[[nodiscard]] Claim<Row> first_claim(const std::array<const Row*, count>& rows, const Message& message, bool learns,
                                     IsOn is_on) {
  for (const Row* each : rows) {
    if (!is_on(*each)) continue;
    if (const void* found = each->its.recognise(message, learns)) return {.library = each, .found = found};
  }
  return {};
}

// One for each row of the list, in the library's folder of engine/libraries.
#define GODOT_LIBRARY(name) GODOT_FILE_OF(codec, name, library.def)
#define GODOT_LIBRARY_ROW(id, ...) extern const Library id##_library;
#include "codec/libraries.def"
#undef GODOT_LIBRARY_ROW

}  // namespace godot::engine
