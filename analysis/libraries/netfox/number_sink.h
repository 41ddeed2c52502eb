// SPDX-License-Identifier: MIT
// Forwards a walk to another sink, and stores the numbers of each outermost value, for watches. Nothing here has a
// destructor.
#pragma once

#include "analysis/facts/watches.h"
#include "codec/core/sink.h"
#include "codec/libraries/netfox/fields.h"

namespace godot::analysis {

class NumberSink final : public Sink {
 public:
  NumberSink(Sink& next, plots::ValueNumbers& numbers) noexcept : next_(next), numbers_(numbers) {}

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
  plots::ValueNumbers& numbers_;
  std::uint32_t depth_ = 0;  ///< number of subtrees of the open value
};

}  // namespace godot::analysis
