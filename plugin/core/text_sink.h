// SPDX-License-Identifier: GPL-2.0-or-later
// A codec sink for packets that nobody opens: it makes the text of each outermost value, and no items. A TreeSink
// without a tree says the same, and costs three times as much. Nothing in here needs a destructor: epan may leave any
// of these functions by longjmp.
#pragma once

#include <algorithm>

#include "plugin/core/outermost_values.h"

namespace godot::plugin {

class TextSink final : public Sink {
 public:
  /// `size`: of the buffer that is walked.
  TextSink(packet_info* pinfo, std::size_t size, const Display& display, const variant::Dialect& dialect,
           ValueListener& listener);

  void open(Field field, Offset begin, const Value& value) override;
  void leaf(Field field, Offset begin, Offset length, const Value& value) override;
  void close(Field field, Offset end) override;
  void note(Note note, Offset begin, Offset length) override;
  void problem(const Problem& problem) override;
  std::uint32_t wanted_elements(std::uint32_t count) override { return std::min(count, writer_.wanted_elements()); }

 private:
  packet_info* pinfo_;
  ValueListener& listener_;
  std::uint32_t values_ = 0;  ///< values that are open, one in the other
  std::uint32_t depth_ = 0;   ///< below the outermost of them
  std::uint32_t index_ = 0;   ///< of the outermost
  Offset begin_ = 0;
  const char* type_ = "";
  variant::TextWriter writer_;
};

}  // namespace godot::plugin
