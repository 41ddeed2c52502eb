// SPDX-License-Identifier: MIT
// A message of the debugger as Statistics > Godot > Debugger counts it.
#pragma once

#include <cstdint>

#include "analysis/facts/counts.h"
#include "analysis/streams/debugger/debugger_conversation.h"

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

  // Service response times: requests until they are answered.
  static constexpr ResponseTimes response_times = {"Godot debugger: requests until answered", "Debugger", "Request",
                                                   nullptr};
  static unsigned response_rows() noexcept { return static_cast<unsigned>(debugger::question_count()); }
  static const char* response_row(unsigned row) noexcept { return debugger::request_name(row).data(); }
  template <class Add>
  void each_response(Add add) const {
    if (answers != nullptr) add(answers->question, answers->reply_time - answers->request_time);
  }

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
