// SPDX-License-Identifier: MIT
// What a tree shows of a message of the debugger beside its bytes.
#pragma once

#include "analysis/derived/derived_items.h"
#include "analysis/streams/debugger/debugger_conversation.h"
#include "analysis/streams/debugger/derived.h"

namespace godot::analysis {

using DebugItems = DerivedItems<DebuggerField, 4>;

/// Of the message itself.
[[nodiscard]] inline DebugItems items_of(const DebugConversation& conversation, debugger::Era era,
                                         debugger::Direction direction, const char* line) {
  const bool to_editor = direction == debugger::Direction::to_editor;
  DebugItems items;
  items.add(DebuggerField::debug_stream, conversation.number);
  items.add(DebuggerField::debug_version, debugger::info(era).name.data());
  items.add(DebuggerField::debug_direction, to_editor ? "game to editor" : "editor to game");
  items.add(DebuggerField::debug_line, line);
  return items;
}

/// What it has to do with other frames. `exchange`: null: it is neither request nor answer. `cause`: the frame of what
/// has caused an error; 0: unknown.
[[nodiscard]] inline DebugItems links_of(const DebugExchange* exchange, debugger::Direction direction,
                                         std::uint32_t cause) {
  DebugItems items;
  if (exchange != nullptr && exchange->reply_frame != 0) {
    if (direction == debugger::Direction::to_game) {
      items.add(DebuggerField::debug_response_in, exchange->reply_frame);
    } else {
      items.add(DebuggerField::debug_response_to, exchange->request_frame);
      items.add(DebuggerField::debug_response_time, exchange->reply_time - exchange->request_time);
    }
  }
  items.add_any(DebuggerField::debug_caused_by, cause);
  return items;
}

}  // namespace godot::analysis
