// SPDX-License-Identifier: GPL-2.0-or-later
// A codec sink for packets without a tree: it formats each outermost value, and creates no items. A TreeSink without a
// tree has the same results at three times the cost. Nothing here has a destructor: epan may leave any of these
// functions by longjmp.
#pragma once

#include <algorithm>

#include "plugin/core/outermost_values.h"

namespace godot::plugin {

class TextSink final : public Sink {
 public:
  /// `size`: of the walked buffer.
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
  std::uint32_t values_ = 0;  ///< number of nested open values
  std::uint32_t depth_ = 0;   ///< depth below the outermost value
  std::uint32_t index_ = 0;   ///< of the outermost value
  Offset begin_ = 0;
  const char* type_ = "";
  variant::TextWriter writer_;
};

}  // namespace godot::plugin
