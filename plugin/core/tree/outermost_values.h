// SPDX-License-Identifier: GPL-2.0-or-later
// Outermost values of a message, and the sink for packets without a tree. Nothing here has a destructor: epan may leave
// any of these functions by longjmp.
#pragma once

#include "analysis/message/items/value_texts.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

using analysis::items::Display;
using analysis::items::OutermostValue;
using analysis::items::PlainTexts;
using analysis::items::ValueListener;

/// Reports a problem with the bytes, at an item or without one. `in_value`: a value is open.
void report_problem(packet_info* pinfo, proto_item* item, const Problem& problem, bool in_value);

class TextSink final : public analysis::items::TextSinkBase {
 public:
  /// `size`: of the walked buffer.
  TextSink(packet_info* pinfo, std::size_t size, const Display& display, const variant::Dialect& dialect,
           ValueListener& listener)
      : TextSinkBase(arena_of(pinfo), size, display, dialect, listener), pinfo_(pinfo) {}

  void note(Note note, Offset, Offset) override;
  void problem(const Problem& problem) override { report_problem(pinfo_, nullptr, problem, end_by_problem()); }

 private:
  packet_info* pinfo_;
};

}  // namespace godot::plugin
