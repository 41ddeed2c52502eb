// SPDX-License-Identifier: MIT
// What godot-analyse prints without a question: text with headings, bold on a terminal that shows colours.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace godot::analyse {

class StyledText {
 public:
  explicit StyledText(bool colours) noexcept : colours_(colours) {}

  /// With an empty line before it, unless it is the first.
  void heading(std::string_view text) {
    if (!out_.empty()) out_ += '\n';
    out_ += colours_ ? "\x1b[1m" : "";
    out_ += text;
    out_ += colours_ ? "\x1b[0m\n" : "\n";
  }
  /// Whole lines.
  void add(std::string_view text) { out_ += text; }
  [[nodiscard]] std::string taken() { return std::move(out_); }

 private:
  bool colours_;
  std::string out_;
};

}  // namespace godot::analyse
