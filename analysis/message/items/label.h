// SPDX-License-Identifier: MIT
// Labels of one line, written from parts into a buffer of limited size: UTF-8 without control characters, cut between
// characters, with an ellipsis. A program's own functions parse a format for each, and print it twice.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string_view>

#include "base/arena.h"
#include "codec/core/number.h"
#include "codec/core/utf8.h"

namespace godot::analysis::items {

/// A part of a label: a text, or a number that is written in decimal digits. A terminated text is measured only if the
/// label is displayed; null is an empty one.
class LabelPart {
 public:
  LabelPart(const char* text) noexcept : text_(text), kind_(Kind::terminated) {}
  LabelPart(std::string_view text) noexcept : text_(text.data()), number_(text.size()), kind_(Kind::text) {}
  LabelPart(std::integral auto number) noexcept
      : number_(static_cast<std::uint64_t>(number)), kind_(number < 0 ? Kind::negative : Kind::positive) {}

  /// The text; numbers are written to `digits`.
  [[nodiscard]] std::string_view written(NumberText digits) const noexcept {
    switch (kind_) {
      case Kind::terminated: return text_ != nullptr ? std::string_view(text_) : std::string_view();
      case Kind::text: return {text_, static_cast<std::size_t>(number_)};
      case Kind::positive: return uint_text(number_, digits);
      case Kind::negative: return int_text(static_cast<std::int64_t>(number_), digits);
    }
    return {};
  }

 private:
  enum class Kind : std::uint8_t { terminated, text, positive, negative };

  const char* text_ = nullptr;
  std::uint64_t number_ = 0;  ///< or the size of a text; negative: in two's complement
  Kind kind_;
};
using LabelParts = std::initializer_list<LabelPart>;

/// The number of bytes of a text that fit; an ellipsis follows them if that is less than all.
[[nodiscard]] std::size_t fitting(std::string_view text, std::size_t room) noexcept;

/// The text, or its beginning and an ellipsis, in at most `room` bytes.
[[nodiscard]] const char* within(const Arena& arena, const char* text, std::size_t room);

/// The label unchanged, or with pictures in place of its control characters (U+2401 for 1, U+2421 for 0x7F).
[[nodiscard]] const char* one_line(const Arena& arena, const char* text);

/// Writes parts behind the first `used` bytes of a label that do not fit, or that have control characters, which become
/// their pictures. Returns the label's new size.
[[nodiscard]] std::size_t write_with_care(std::span<char> label, std::size_t used, LabelParts parts) noexcept;

/// Writes parts behind the first `used` bytes of a label. Returns its new size.
[[nodiscard]] inline std::size_t write_label(std::span<char> label, std::size_t used, LabelParts parts) noexcept {
  std::size_t size = used;
  char digits[max_number_text];
  for (const LabelPart& part : parts) {
    const std::string_view text = part.written(digits);
    if (text.size() > label.size() - size || has_controls(text)) return write_with_care(label, used, parts);
    if (text.empty()) continue;
    std::memcpy(label.data() + size, text.data(), text.size());
    size += text.size();
  }
  return size;
}

}  // namespace godot::analysis::items
