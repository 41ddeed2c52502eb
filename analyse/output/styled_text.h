// SPDX-License-Identifier: MIT
// What godot-analyse prints without a question: headings, lines and paragraphs, in colour on a terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace godot::analyse {

enum class Style : std::uint8_t { plain, bold, faint, red, yellow, green };

class StyledText {
 public:
  /// Without `colours` no style shows.
  explicit StyledText(bool colours) noexcept : colours_(colours) {}

  /// With an empty line before it, unless it is the first.
  void heading(std::string_view text) {
    if (!out_.empty()) out_ += '\n';
    out_ += styled(text, Style::bold) + '\n';
  }
  /// Adds a text of whole lines.
  void add(std::string_view text) { out_ += text; }
  /// Lines of at most `width` characters, broken between words, each after as many blanks as `indent` says.
  void paragraph(std::string_view text, std::size_t indent, Style style = Style::plain);

  [[nodiscard]] std::string styled(std::string_view text, Style style) const;
  [[nodiscard]] std::string taken() { return std::move(out_); }

 private:
  static constexpr std::size_t width = 120;
  bool colours_;
  std::string out_;
};

}  // namespace godot::analyse
