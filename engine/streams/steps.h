// SPDX-License-Identifier: MIT
// The steps of a message of the debugger that are the same for every host. Nothing here has a destructor.
#pragma once

#include <cstdint>

#include "analysis/facts/collection.h"

namespace godot::engine {

/// What the facts of a message of the debugger say.
struct DebugFacts {
  const char* name;
  const char* line;
  const char* engine;
  std::uint32_t size;  ///< the length before each unit of Godot 2 and 3 is not counted separately
  bool to_editor;
  bool malformed;
};

inline void fill_debug_message(analysis::facts::Collection& facts, analysis::facts::Item& item,
                               const DebugFacts& message) {
  item.kind = analysis::facts::Kind::debugger;
  item.engine = message.engine;
  if (analysis::facts::Texts* texts = facts.texts(item)) texts->text = message.line;
  item.malformed = message.malformed;
  analysis::facts::Part& part = facts.part(item);
  part.node = facts.names().keep(message.to_editor ? "to the editor" : "to the game");
  part.member = facts.names().keep(message.name);
  part.own = message.size;
}

}  // namespace godot::engine
