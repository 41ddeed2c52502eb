// SPDX-License-Identifier: GPL-2.0-or-later
// Forwards a walk to another sink, and stores the numbers of each outermost value, for watches.
#pragma once

#include "codec/core/sink.h"
#include "codec/libraries/netfox/fields.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/multiplayer/watches.h"

namespace godot::plugin {

class NumberSink final : public Sink {
 public:
  NumberSink(Sink& next, ValueNumbers& numbers) noexcept : next_(next), numbers_(numbers) {}

  void open(Field field, Offset begin, const Value& value) override {
    if (depth_ != 0 || field == field::netfox_value) {
      if (depth_++ == 0) numbers_.count = 0;
    }
    next_.open(field, begin, value);
  }
  void leaf(Field field, Offset begin, Offset length, const Value& value) override {
    if (depth_ == 1) numbers_.add(field, value);
    next_.leaf(field, begin, length, value);
  }
  void close(Field field, Offset end) override {
    if (depth_ != 0) --depth_;
    next_.close(field, end);
  }
  void note(Note note, Offset begin, Offset length) override { next_.note(note, begin, length); }
  void problem(const Problem& problem) override { next_.problem(problem); }
  std::uint32_t wanted_elements(std::uint32_t count) override { return next_.wanted_elements(count); }

 private:
  Sink& next_;
  ValueNumbers& numbers_;
  std::uint32_t depth_ = 0;  ///< number of subtrees of the open value
};
LEFT_BY_LONGJMP(NumberSink);

}  // namespace godot::plugin
