// SPDX-License-Identifier: MIT
// The outermost values of a message as texts, for hosts without a tree.
#pragma once

#include <cstdint>

#include "analysis/message/items/value_texts.h"

namespace godot::engine {

/// A value of a message that is not part of another value.
struct OutermostValue {
  Field role;
  std::uint32_t index;
  Offset begin;
  Offset end;
  const char* text;  ///< as long as the frame
  const char* type;
  void* item;  ///< null: hosts without a tree have no items
};

class ValueListener {
 public:
  virtual void value(const OutermostValue& value) = 0;

 protected:
  ~ValueListener() = default;
};

class TextSink final : public analysis::items::TextSinkBase<ValueListener, OutermostValue> {
 public:
  using TextSinkBase::TextSinkBase;
  void note(Note, Offset, Offset) override {}
  void problem(const Problem&) override { (void)end_by_problem(); }
};

}  // namespace godot::engine
