// SPDX-License-Identifier: MIT
// The effect of a limit on a text.
#pragma once

#include "tests/unit/support/recorder.h"

namespace godot::test {

/// The first `count` characters of a valid UTF-8 text.
inline std::string_view first_characters(std::string_view text, std::size_t count) {
  std::size_t end = 0;
  for (; end < text.size() && count != 0; --count) end += utf8_character(text.substr(end));
  return text.substr(0, end);
}

/// True if `text` is `whole` cut to `limit` characters, the ellipsis included.
inline bool is_shortened(const Recorder::ValueText& text, std::string_view whole, std::uint32_t limit) {
  if (characters(whole) <= limit) return !text.cut && text.text == whole;
  return text.cut && text.text == first_characters(whole, limit == 0 ? 0 : limit - 1);
}

}  // namespace godot::test
