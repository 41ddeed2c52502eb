// SPDX-License-Identifier: MIT
// The outermost values of a message as texts, for hosts without a tree.
#pragma once

#include "analysis/message/items/value_texts.h"

namespace godot::engine {

using analysis::items::OutermostValue;
using analysis::items::ValueListener;

class TextSink final : public analysis::items::TextSinkBase {
 public:
  using TextSinkBase::TextSinkBase;
  void note(Note, Offset, Offset) override {}
  void problem(const Problem&) override { (void)end_by_problem(); }
};

}  // namespace godot::engine
