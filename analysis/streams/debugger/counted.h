// SPDX-License-Identifier: MIT
// A message of the debugger as Statistics > Godot > Debugger counts it.
#pragma once

#include <cstdint>

#include "analysis/facts/counts.h"
#include "analysis/streams/debugger/conversation.h"

namespace godot::analysis {

struct CountedDebugMessage {
  const char* name;
  const char* version;
  std::uint32_t size;  ///< bytes of the whole message
  bool to_editor;
  bool is_error;
  bool is_warning;
  bool is_malformed;
  const DebugExchange* answers = nullptr;  ///< the exchange that it ends

  static constexpr CountedTitle titles[] = {{"Game to editor", CountedTitle::Kind::from_wire},
                                            {"Editor to game", CountedTitle::Kind::from_wire},
                                            {"Messages by framing"},
                                            {"Errors", CountedTitle::Kind::alone},
                                            {"Warnings", CountedTitle::Kind::alone},
                                            {"Malformed messages", CountedTitle::Kind::alone}};

  /// The numbers beside a message are its sizes.
  void count_in(Counts& counts) const {
    counts.entry(to_editor ? 0 : 1, name, size);
    counts.entry(2, version);
    if (is_error) counts.alone(3);
    if (is_warning) counts.alone(4);
    if (is_malformed) counts.alone(5);
  }
};

}  // namespace godot::analysis
